/* SPDX-License-Identifier: MIT */
/* What a server says, told to its visitor in lines; when it has said hello, what was
 * wished for is done. */
#ifndef CMD_JOINTELL_H
#define CMD_JOINTELL_H

#include "cmd/joinvisit.h"

extern const struct client_events tell_events; /* their context is the visit */

#endif
