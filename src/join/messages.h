/* SPDX-License-Identifier: MIT */
/* What a server says, told to its visitor in lines; when it has said hello, what was
 * wished for is done. */
#ifndef JOIN_MESSAGES_H
#define JOIN_MESSAGES_H

#include "join/online_session.h"

extern const struct client_events messages_events; /* their context is the visit */

#endif
