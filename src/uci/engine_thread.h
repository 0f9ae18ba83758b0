/* SPDX-License-Identifier: MIT */
/* Our engine with its UCI options and position. Executes queued commands in order, on a thread of
 * its own. */
#ifndef UCI_ENGINE_THREAD_H
#define UCI_ENGINE_THREAD_H

#include "uci/control.h"

struct uci_engine;

/* `control` is borrowed until uci_engine_destroy(). */
RK_MUST_USE rk_err uci_engine_create(struct control *control, struct uci_engine **out);
void uci_engine_destroy(struct uci_engine *engine); /* NULL is allowed */

/* The thread: takes a `struct uci_engine *` and returns NULL when control is closed. */
void *uci_engine_run(void *engine);

#endif
