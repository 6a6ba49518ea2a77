/* All of the public interface. */
#ifndef TAPETE_TAPETE_H
#define TAPETE_TAPETE_H

#include "tapete/access.h"
#include "tapete/agent.h"
#include "tapete/base.h"
#include "tapete/batch.h"
#include "tapete/bits.h"
#include "tapete/chance.h"
#include "tapete/error.h"
#include "tapete/game.h"
#include "tapete/history.h"
#include "tapete/language.h"
#include "tapete/match.h"
#include "tapete/option.h"
#include "tapete/plugin.h"
#include "tapete/position.h"
#include "tapete/sentence.h"

/* The version of the library, "0.1.0". */
TP_BEGIN_DECLS
const char *tp_version(void);
TP_END_DECLS

#endif
