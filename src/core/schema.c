/* The schema of a game as JSON: what the members of its moves and views are. */
#include "tapete/game.h"

#include <jansson.h>

static const char *const kind_names[TP_VALUE_KINDS] = {
    "number", "boolean", "text", "code", "seat", "side", "card", "viewer", "object", "tuple",
};

static const char *const list_names[TP_VALUE_LISTS] = {"once", "list", "by_seat", "by_named_seat", "by_side"};

static const char *const seen_names[TP_SEEN_BY_COUNT] = {"all", "owner", "knowers"};

static json_t *words(const char *const *codes) {
    json_t *list = json_array();
    for (; *codes != NULL; codes++) json_array_append_new(list, json_string(*codes));
    return list;
}

static json_t *members_to_json(const tp_game *game, const tp_member *members, bool is_view);

static void set_true(json_t *object, const char *name, bool is_true) {
    if (is_true) json_object_set_new(object, name, json_true());
}

static json_t *member_to_json(const tp_game *game, const tp_member *member, bool is_view) {
    uint32_t flags = member->flags;
    json_t *object = json_pack("{s:s, s:s}", "name", member->name, "kind", kind_names[member->kind]);
    if (object == NULL) return NULL;
    if (member->list != TP_ONCE) json_object_set_new(object, "list", json_string(list_names[member->list]));
    set_true(object, "of_lists", member->of_lists);
    if (member->kind == TP_VALUE_CARD || (flags & TP_OR_CARD) != 0)
        json_object_set_new(object, "deck", json_string(game->kinds[member->deck].name));
    if (member->codes != NULL) json_object_set_new(object, "codes", words(member->codes));
    if (member->members != NULL)
        json_object_set_new(object, "members", members_to_json(game, member->members, is_view));
    set_true(object, "or_null", (flags & TP_OR_NULL) != 0);
    set_true(object, "or_number", (flags & TP_OR_NUMBER) != 0);
    set_true(object, "or_card", (flags & TP_OR_CARD) != 0);
    set_true(object, "detail", (flags & TP_DETAIL) != 0);
    set_true(object, "aside", (flags & TP_ASIDE) != 0);
    if (is_view) json_object_set_new(object, "seen_by", json_string(seen_names[member->seen_by]));
    if (member->help != NULL) json_object_set_new(object, "help", json_string(member->help));
    return object;
}

static json_t *members_to_json(const tp_game *game, const tp_member *members, bool is_view) {
    json_t *list = json_array();
    for (; members != NULL && members->name != NULL; members++)
        json_array_append_new(list, member_to_json(game, members, is_view));
    return list;
}

json_t *tp_game_schema_to_json(const tp_game *game) {
    json_t *kinds = json_array();
    for (uint32_t i = 0; i < game->kind_count; i++) {
        json_array_append_new(kinds, json_pack("{s:s, s:i}", "name", game->kinds[i].name, "outcomes",
                                               (int)game->kinds[i].outcomes));
    }
    return json_pack("{s:s, s:o, s:o, s:o}", "game", game->name, "kinds", kinds, "move",
                     members_to_json(game, game->move_members, false), "view",
                     members_to_json(game, game->view_fields, true));
}
