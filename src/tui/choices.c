/* Which moves fit what is selected on the table; see screen.h.
 *
 * A thing on the table stands for a word, a move consists of words. A move fits where it has every selected
 * word, as often as it is selected. */
#include "tui/screen.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

void choices_read(tui_screen *screen) {
    const tui_session *session = &screen->session;
    int count = session->choice_count(session->self);
    free(screen->choices);
    free(screen->shown);
    screen->choices = calloc((size_t)(count > 0 ? count : 1), sizeof *screen->choices);
    screen->shown = calloc((size_t)(count > 0 ? count : 1), sizeof *screen->shown);
    if (screen->choices == NULL || screen->shown == NULL) count = 0;
    screen->choice_count = count;
    for (int i = 0; i < count; i++) session->choice(session->self, i, &screen->choices[i]);
    screen->selected_count = 0;
    screen->number = 0;
    screen->filtering = false;
    screen->filter[0] = '\0';
    screen->own_count =
        session->own_cards != NULL ? session->own_cards(session->self, screen->own, TUI_MOST_OWN) : 0;
    choices_filter(screen);
}

/* Whether a text has another in it, small letters and capitals being alike. */
static bool has_in_it(const char *text, const char *part, size_t size) {
    for (const char *at = text; *at != '\0'; at++) {
        if (strncasecmp(at, part, size) == 0) return true;
    }
    return size == 0;
}

/* Every word that was typed stands in its name or among its words. */
static bool fits_filter(const tui_screen *screen, const tui_choice *choice) {
    for (const char *at = screen->filter; *at != '\0';) {
        size_t size = strcspn(at, " ");
        if (!has_in_it(choice->label, at, size) && !has_in_it(choice->words, at, size)) return false;
        at += size;
        at += strspn(at, " ");
    }
    return true;
}

/* How often a word stands in a list of words. */
static int occurrences(const char *words, const char *word) {
    int count = 0;
    size_t length = strlen(word);
    for (const char *at = words; *at != '\0';) {
        size_t size = strcspn(at, " ");
        if (size == length && strncmp(at, word, length) == 0) count++;
        at += size;
        at += strspn(at, " ");
    }
    return count;
}

static int word_count(const char *words) {
    int count = 0;
    for (const char *at = words; *at != '\0'; count++) {
        at += strcspn(at, " ");
        at += strspn(at, " ");
    }
    return count;
}

static bool fits(const tui_screen *screen, const tui_choice *choice) {
    for (int i = 0; i < screen->selected_count; i++) {
        const char *word = screen->selected[i].word;
        int wanted = 0;
        for (int j = 0; j < screen->selected_count; j++)
            wanted += strcmp(screen->selected[j].word, word) == 0;
        if (occurrences(choice->words, word) < wanted) return false;
    }
    return true;
}

void choices_filter(tui_screen *screen) {
    int best = 0, fewest = 0;
    screen->shown_count = 0;
    for (int i = 0; i < screen->choice_count; i++) {
        if (!fits(screen, &screen->choices[i]) || !fits_filter(screen, &screen->choices[i])) continue;
        int words = word_count(screen->choices[i].words);
        if (screen->selected_count > 0 && (screen->shown_count == 0 || words < fewest)) {
            best = screen->shown_count;
            fewest = words;
        }
        screen->shown[screen->shown_count++] = i;
    }
    screen->cursor = best;
    screen->amount = 0;
    screen->list_top = 0;
}

int choices_current(const tui_screen *screen) {
    if (screen->cursor < 0 || screen->cursor >= screen->shown_count) return -1;
    return screen->choices[screen->shown[screen->cursor]].first + screen->amount;
}

bool choices_go_to(tui_screen *screen, int number) {
    for (int i = 0; i < screen->shown_count; i++) {
        const tui_choice *choice = &screen->choices[screen->shown[i]];
        int amount = number - choice->number;
        if (choice->number == 0 || amount < 0 || amount > choice->last - choice->first) continue;
        screen->cursor = i;
        screen->amount = amount;
        return true;
    }
    return false;
}

void choices_select(tui_screen *screen, const tui_thing *thing) {
    for (int i = 0; i < screen->selected_count; i++) {
        if (strcmp(screen->selected[i].name, thing->name) != 0) continue;
        screen->selected[i] = screen->selected[--screen->selected_count];
        choices_filter(screen);
        return;
    }
    if (screen->selected_count == TUI_MOST_SELECTED) return;
    screen->selected[screen->selected_count++] = *thing;
    choices_filter(screen);
    if (screen->shown_count > 0) return;
    /* With what was selected before it makes no move: it alone may. */
    screen->selected[0] = *thing;
    screen->selected_count = 1;
    choices_filter(screen);
    if (screen->shown_count > 0) return;
    screen->selected_count = 0;
    choices_filter(screen);
}
