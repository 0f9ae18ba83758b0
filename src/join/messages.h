/* SPDX-License-Identifier: MIT */
/* Prints the messages of the server, and sends the initial requests after the first connect. */
#ifndef JOIN_MESSAGES_H
#define JOIN_MESSAGES_H

#include "join/online_session.h"

extern const struct client_events messages_events; /* the context is a struct online_session */

#endif
