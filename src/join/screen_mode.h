/* SPDX-License-Identifier: MIT */
/* Runs an online session on the full screen of a terminal. */
#ifndef JOIN_SCREEN_MODE_H
#define JOIN_SCREEN_MODE_H

#include "join/online_session.h"
#include "tui/board_style.h"

/* Runs until the user quits; sets session->print. False if the terminal cannot be used. */
bool online_screen_mode_run(struct online_session *session, const struct board_style *style);

#endif
