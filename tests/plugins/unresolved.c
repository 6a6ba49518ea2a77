/* A plugin that wants a function which there is not. */
#include "tapete/plugin.h"

tp_err tp_not_there(void);

tp_err tapete_plugin(tp_error *error) {
    (void)error;
    return tp_not_there();
}
