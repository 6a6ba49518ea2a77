/* A plugin that registers nothing. */
#include "tapete/plugin.h"

tp_err tapete_plugin(tp_error *error) {
    (void)error;
    return TP_OK;
}
