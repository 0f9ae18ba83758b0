/* SPDX-License-Identifier: MIT */
/* Gives each engine of a match a unique name. */
#ifndef MATCH_ENGINE_NAMES_H
#define MATCH_ENGINE_NAMES_H

#include "match/engine_config.h"

enum { ENGINE_NAME_MAX = 128 };

/* `names` holds the engines' names for themselves, and in the end those of the match: the
 * configured ones where there are any. Engines with equal names get the settings in which they
 * differ, such as "Rookery 0.2.0 (Hash=64, nodes=2000)", or a number if they do not differ. Sets
 * `name` of each configuration. */
void engine_names_assign(struct engine_config *engines, unsigned count,
                         char (*names)[ENGINE_NAME_MAX]);

#endif
