/* SPDX-License-Identifier: MIT */
/* The pages /account/login and /account/register, for browsers without scripts. */
#ifndef API_LOGIN_PAGE_H
#define API_LOGIN_PAGE_H

#include "http/exchange.h"

/* Sends the page of the request's path, with an error above the form; "": none. */
void login_page_send(struct exchange *exchange, unsigned status, const char *error);

#endif
