/* SPDX-License-Identifier: MIT */
/* rookery admin fix-clock: a server that ran with the machine's clock ahead has stored dates in
 * the future. They do not affect games, but sessions would last too long, and users would have a
 * "last seen" in the future. */
#include "cmd/admin_staff.h"

struct correction {
    enum store_outcome outcome;
    size_t changes;
};

static void on_corrected(void *context, struct store_job *job, enum store_outcome outcome)
{
    *(struct correction *)context = (struct correction){outcome, store_changes(job)};
}

int admin_fix_clock(struct admin *admin)
{
    static const enum statement statements[] = {STORE_CORRECT_HEARTBEAT, STORE_CORRECT_SESSIONS,
                                                STORE_CORRECT_ACCOUNTS};
    struct correction correction = {.outcome = STORE_FAILED};
    struct store_job *job = store_job_create();
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
        store_call(job, statements[i]);
        store_bind_integer(job, admin->now);
    }
    store_write(admin->store, job, on_corrected, &correction);
    store_poll(admin->store);
    if (correction.outcome != STORE_DONE)
        return admin_fail(EXIT_SYSTEM_ERROR, "cannot write to %s", admin->name);
    return admin_print_done(admin, "dates in the future corrected: %zu", correction.changes);
}
