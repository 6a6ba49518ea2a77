/* Games and agents that live outside the library, in a shared object.
 *
 * A plugin is a shared object, built with the public headers alone, that exports one function:
 *
 *     tp_err tapete_plugin(tp_error *error) {
 *         tp_err code = tp_game_register(&my_game, error);
 *         return code == TP_OK ? tp_agent_register(&my_agent, error) : code;
 *     }
 *
 * The program loads it with `tapete --load ./my.so COMMAND`; what it registers is then played in the
 * terminal, by bots, in the arena, from records and on a server like any other. It finds the functions of the
 * library in the program that loads it.
 *
 * A plugin is code: it can do all that the program can. Load nothing that you would not run. */
#ifndef TAPETE_PLUGIN_H
#define TAPETE_PLUGIN_H

#include "tapete/agent.h"

TP_BEGIN_DECLS

/* What a plugin exports; the library itself has no such function. On anything but TP_OK the plugin is
 * refused. */
#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
tp_err
tapete_plugin(tp_error *error);

/* Load a shared object and let it register what it has. A path without a slash is a file of the current
 * directory. Refused, with a sentence, if it cannot be loaded, has no tapete_plugin, registers nothing, or
 * fails; then nothing of it is registered. As with tp_game_register: before anything else, from one thread. A
 * plugin is never unloaded. */
tp_err tp_plugin_load(const char *path, tp_error *error);

TP_END_DECLS
#endif
