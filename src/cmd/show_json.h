/* SPDX-License-Identifier: MIT */
/* rookery show --json: a position, its status and its legal moves as a JSON object. */
#ifndef CMD_SHOW_JSON_H
#define CMD_SHOW_JSON_H

#include "rookery/position.h"

/* Prints the object as one line. Returns an exit status. */
int show_json_write(const rk_position *pos);

#endif
