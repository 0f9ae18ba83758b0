/* SPDX-License-Identifier: MIT */
/* The live numbers of the last four hours, a sample every half minute, for the graphs on the page
 * of the staff. They are kept in memory: a restart begins a new history. */
#ifndef API_NUMBER_HISTORY_H
#define API_NUMBER_HISTORY_H

#include "core/state.h"

RK_MUST_USE rk_err number_history_create(struct server *server);
void number_history_destroy(struct server *server);

#endif
