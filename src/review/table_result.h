/* SPDX-License-Identifier: MIT */
/* The result of a position by the endgame tables. */
#ifndef REVIEW_TABLE_RESULT_H
#define REVIEW_TABLE_RESULT_H

#include "review/review.h"
#include "rookery/tablebase.h"

/* If the tables know the position, keeps the result, which takes the place of the score unless a
 * mate is known. The fifty-move rule counts, with the moves already made. `tablebase` may be NULL.
 */
void table_result_find(rk_tablebase *tablebase, const rk_position *pos,
                       struct evaluation *evaluation);

#endif
