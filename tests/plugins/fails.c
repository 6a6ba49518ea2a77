/* A plugin that fails, without a word. */
#include "tapete/plugin.h"

tp_err tapete_plugin(tp_error *error) {
    (void)error;
    return TP_E_MEMORY;
}
