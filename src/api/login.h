/* SPDX-License-Identifier: MIT */
/* Logging in, for the API and for the pages with a login form. */
#ifndef API_LOGIN_H
#define API_LOGIN_H

#include "accounts/callbacks.h"
#include "http/exchange.h"

/* Logs in with the fields name, password and code of the request, within the rate limits, sets the
 * session's cookie and remembers the device. Calls back with the exchange; exchange->data is in use
 * until then. Responds itself if a rate limit is exceeded. */
void login_with_form(struct exchange *exchange, secret_callback *callback);

/* The password of the request's form, and the code of a second factor. */
struct credentials login_credentials(const struct exchange *exchange);
/* Refuses a change of the account. A client that reads the reason code-missing asks for the code.
 */
void login_refuse_change(struct exchange *exchange, enum refusal refusal, const char *why);

/* Adds the cookie of a new session to the response. */
void login_set_cookie(struct exchange *exchange, const char *secret);

#endif
