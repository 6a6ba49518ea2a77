/* A game with a leak built in, so that a test of secrecy can be tested: a seat's view of Kuhn poker in which
 * the other's card stands. */
#include "kuhn.h"

static const tp_game *honest;
static tp_game leaky;

static void view(const void *state_bytes, int viewer, void *out) {
    const kuhn_state *state = state_bytes;
    kuhn_view *shown = out;
    honest->view(state_bytes, viewer, out);
    if (viewer >= 0) shown->card[1 - viewer] = state->card[1 - viewer];
}

tp_err tapete_plugin(tp_error *error) {
    honest = tp_game_find("kuhn", error);
    if (honest == NULL) return TP_E_UNKNOWN;
    leaky = *honest;
    leaky.name = "leaky";
    leaky.view = view;
    return tp_game_register(&leaky, error);
}
