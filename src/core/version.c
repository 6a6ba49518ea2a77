/* The version of the library. The build gives the number, so that it stands in one place (meson.build). */
#include "tapete/tapete.h"

#ifndef TP_VERSION
#define TP_VERSION "0.1.0"
#endif

const char *tp_version(void) { return TP_VERSION; }
