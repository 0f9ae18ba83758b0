/* SPDX-License-Identifier: MIT */
/* Everything staff can do, as a job for the store and an entry for the audit log. The HTTP API and
 * `rookery admin` make the same actions, and write them with audit.h. */
#ifndef MODERATION_STAFF_ACTIONS_H
#define MODERATION_STAFF_ACTIONS_H

#include "accounts/identity.h"
#include "base/json.h"
#include "moderation/action_names.h"
#include "moderation/audit_log.h"

enum {
    REASON_CHARACTERS = 200, /* of a ban, mute or block */
    REASON_SIZE = REASON_CHARACTERS * 4 + 1,
    STAFF_TEXT_CHARACTERS = 1000, /* of a note, a report and its outcome */
    STAFF_TEXT_SIZE = STAFF_TEXT_CHARACTERS * 4 + 1,
    MUTE_DEFAULT_MINUTES = 15
};

/* An action that has not been written yet. */
struct staff_action {
    enum action action;
    const char *actor; /* borrowed */
    int64_t now;
    char target[AUDIT_TARGET_MAX + 1];
    struct buffer details;
    struct json json; /* writes the details; its object is open */
    bool has_reason;
    struct store_job *job;
};

/* Who does it, and when. */
struct staff {
    const char *actor; /* an account's id, or "shell:USER" */
    int64_t now;
};

/* An action without changes yet; the caller adds to .job and .json. */
struct staff_action staff_action_begin(enum action action, const struct staff *staff,
                                       const char *target);
/* Adds the reason to the entry in the log. Once per action: bans, mutes, kicks and blocks already
 * have one. */
void staff_action_add_reason(struct staff_action *action, const char *reason);
/* The entry for the log, borrowed from the action. `job` goes to audit_write(), then call
 * staff_action_fini(). */
struct audit_entry staff_action_entry(struct staff_action *action);
void staff_action_fini(struct staff_action *action); /* does not destroy the job */

/* A ban, a mute or a block. */
struct sanction {
    int64_t until; /* 0: forever */
    const char *reason;
};

/* ---- accounts: `id` is an account's id. Refused if there is no such account, or it is closed ----
 */

struct staff_action staff_action_ban(const struct staff *staff, const char *id,
                                     const struct sanction *ban);
struct staff_action staff_action_unban(const struct staff *staff, const char *id);
/* A temporary ban has ended; refused if it was lifted or made longer in the meantime. */
struct staff_action staff_action_expire_ban(const struct staff *staff, const char *id);
/* Refused, too, if nobody else is an active admin and it takes the role from one: then the text is
 * that of staff_action_role_refusal(). */
struct staff_action staff_action_set_role(const struct staff *staff, const char *id,
                                          enum role role);
/* Why a change of role was refused, unless the account was closed or changed in the meantime. NULL:
 * that is the only reason. */
const char *staff_action_role_refusal(enum role from, enum role to);
/* Refused if the name is taken. `name_id` is the name in lower case. */
struct staff_action staff_action_rename(const struct staff *staff, const struct identity *who,
                                        const char *name, const char *name_id);
/* Ends all sessions. */
struct staff_action staff_action_kick(const struct staff *staff, const char *id,
                                      const char *reason);
/* Deletes all tokens, or the one with this id of STORE_LIST_TOKENS. */
struct staff_action staff_action_delete_tokens(const struct staff *staff, const char *id,
                                               const char *token);

struct staff_action staff_action_kid_mode(const struct staff *staff, const char *id, bool on);

/* The caller adds the job of a refund. */
struct staff_action staff_action_refund(const struct staff *staff, const char *id, size_t players);

/* ---- also for guests ---- */

struct staff_action staff_action_mute(const struct staff *staff, const char *id,
                                      const struct sanction *mute);
struct staff_action staff_action_unmute(const struct staff *staff,
                                        const char *id); /* refused: not muted */

/* ---- staff notes ---- */

struct staff_action staff_action_add_note(const struct staff *staff, const char *id,
                                          const char *text);
struct staff_action staff_action_delete_note(const struct staff *staff, int64_t note);

/* ---- reports: refused if the report does not exist or has another state ---- */

struct staff_action staff_action_claim_report(const struct staff *staff, int64_t report);
struct staff_action staff_action_release_report(const struct staff *staff, int64_t report);
struct staff_action staff_action_close_report(const struct staff *staff, int64_t report,
                                              const char *outcome);

/* ---- the server ---- */

struct staff_action staff_action_block(const struct staff *staff, const char *network,
                                       const struct sanction *block);
struct staff_action staff_action_unblock(const struct staff *staff, const char *network);
struct staff_action staff_action_announce(const struct staff *staff, const char *text,
                                          int64_t until);
struct staff_action staff_action_withdraw_announcement(const struct staff *staff,
                                                       int64_t announcement);
struct staff_action
staff_action_change_setting(const struct staff *staff, const char *name, const char *value,
                            const char *before); /* value NULL: the configured one again */
struct staff_action staff_action_schedule_restart(const struct staff *staff,
                                                  int64_t at); /* 0: cancels it */

#endif
