/* SPDX-License-Identifier: MIT */
/* A connection to a PostgreSQL database. When it is lost, jobs fail until there is another one. */
#ifndef STORE_POSTGRES_CONNECTION_H
#define STORE_POSTGRES_CONNECTION_H

#include "store/connection.h"
#include "store/postgres_session.h"

/* Takes over a session that is connected; frees nothing of it on failure. */
RK_MUST_USE rk_err postgres_connection_open(struct postgres_session *session,
                                            struct connection **out);

#endif
