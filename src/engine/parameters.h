/* SPDX-License-Identifier: MIT */
/* The tunable constants of the search. A build with SEARCH_TUNING (make VARIANT=tuning) reads other
 * values from the environment: ROOKERY_PARAMETERS="RAZOR_MARGIN=230 SEE_QUIET_MARGIN=25". */
#ifndef ENGINE_PARAMETERS_H
#define ENGINE_PARAMETERS_H

#ifdef SEARCH_TUNING
#define ROW(name, value, min, max) extern int name;
#include "engine/parameters.def"
#else
enum {
#define ROW(name, value, min, max) name = (value),
#include "engine/parameters.def"
};
#endif

#endif
