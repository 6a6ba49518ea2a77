/* What registering a game and registering an agent have in common. */
#include "core/registry_check.h"
#include "core/language.h"
#include "tapete/game.h"

#include <string.h>

tp_err registry_check_size(bool is_game, size_t struct_size, size_t expected, tp_error *error) {
    if (struct_size == expected) return TP_OK;
    return tp_fail(
        error, TP_E_VERSION,
        is_game ? TR("a game was built for another version of Tapete: its struct_size is %zu, and here it "
                     "is %zu; build it with the headers of this version")
                : TR("an agent was built for another version of Tapete: its struct_size is %zu, and here "
                     "it is %zu; build it with the headers of this version"),
        struct_size, expected);
}

tp_err registry_check_name(bool is_game, const char *name, tp_error *error) {
    size_t length = name != NULL ? strnlen(name, TP_MAX_NAME + 1) : 0;
    if (length >= 1 && length <= TP_MAX_NAME &&
        strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") == length && name[0] != '-')
        return TP_OK;
    return tp_fail(error, TP_E_INPUT,
                   is_game
                       ? TR("the name of a game has 1 to %d of the characters a-z, 0-9, - and _, and does "
                            "not begin with -")
                       : TR("the name of an agent has 1 to %d of the characters a-z, 0-9, - and _, and "
                            "does not begin with -"),
                   TP_MAX_NAME);
}
