/* SPDX-License-Identifier: MIT */
/* Serves the files of the web client from memory. Connections share one copy of each file. */
#ifndef API_ASSETS_H
#define API_ASSETS_H

#include "core/state.h"
#include "rookery/err.h"

RK_MUST_USE rk_err web_assets_create(struct server *server);
void web_assets_destroy(struct server *server);

#endif
