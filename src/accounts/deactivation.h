/* SPDX-License-Identifier: MIT */
/* Accounts that were closed or banned, by their owner or by the operator: their connections are
 * closed, and other modules are notified. */
#ifndef ACCOUNTS_DEACTIVATION_H
#define ACCOUNTS_DEACTIVATION_H

#include "base/list.h"
#include "core/state.h"

RK_MUST_USE rk_err deactivations_create(struct server *server);
void deactivations_destroy(struct server *server);

/* Notifies modules that keep state for accounts which of them were closed or banned. The keys of
 * the map are their ids. The same account may be reported more than once. */
struct deactivation_listener {
    struct list node;
    void (*on_deactivated)(struct server *server, const struct map *accounts);
};
void deactivation_listen(struct server *server, struct deactivation_listener *listener);

/* Reports one account that was just closed, to the modules of this node, or of all nodes. */
void deactivation_report(struct server *server, const char *id);
void deactivation_publish(struct server *server, const char *id);
/* Reports all accounts that are closed or banned, however long ago. */
void deactivation_report_all(struct server *server);

#endif
