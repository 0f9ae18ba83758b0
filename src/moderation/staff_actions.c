/* SPDX-License-Identifier: MIT */
#include "moderation/staff_actions.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/text.h"
#include "social/kid.h"

// ---- any action ------------------------------------------------------------------------------

struct staff_action staff_action_begin(enum action action, const struct staff *staff,
                                       const char *target)
{
    struct staff_action made = {
        .action = action, .actor = staff->actor, .now = staff->now, .job = store_job_create()};
    text_copy(made.target, sizeof made.target, target);
    return made;
}

/* The writer points into the action, which has been copied since it was begun. */
static struct json *details_of(struct staff_action *action)
{
    if (!action->json.out) {
        action->json = json_in(&action->details);
        json_begin_object(&action->json);
    }
    action->json.out = &action->details;
    return &action->json;
}

void staff_action_add_reason(struct staff_action *action, const char *reason)
{
    json_put_text(details_of(action), "reason", reason);
    action->has_reason = true;
}

struct audit_entry staff_action_entry(struct staff_action *action)
{
    json_end_object(details_of(action));
    return (struct audit_entry){.actor = action->actor,
                                .action = action_name(action->action),
                                .target = action->target,
                                .details = buffer_cstr(&action->details)};
}

void staff_action_fini(struct staff_action *action)
{
    buffer_fini(&action->details);
}

static void call_with_id(struct store_job *job, enum statement statement, const char *id)
{
    store_call(job, statement);
    store_bind_text(job, id);
}

static void call_with_number(struct store_job *job, enum statement statement, int64_t number)
{
    store_call(job, statement);
    store_bind_integer(job, number);
}

static void call_with_id_and_number(struct store_job *job, enum statement statement, const char *id,
                                    int64_t number)
{
    call_with_id(job, statement, id);
    store_bind_integer(job, number);
}

/* Statements that take what it is about, until when, why, by whom and when. */
static void add_sanction(struct staff_action *action, enum statement statement,
                         const struct sanction *sanction)
{
    call_with_id_and_number(action->job, statement, action->target, sanction->until);
    store_bind_text(action->job, sanction->reason);
    store_bind_text(action->job, action->actor);
    store_bind_integer(action->job, action->now);
    if (sanction->until)
        json_put_integer(details_of(action), "until", sanction->until);
    staff_action_add_reason(action, sanction->reason);
}

// ---- accounts --------------------------------------------------------------------------------

struct staff_action staff_action_ban(const struct staff *staff, const char *id,
                                     const struct sanction *ban)
{
    struct staff_action action = staff_action_begin(ACTION_BAN, staff, id);
    call_with_id_and_number(action.job, STORE_SET_STATUS, id, ACCOUNT_BANNED);
    add_sanction(&action, STORE_SET_BAN, ban);
    call_with_id(action.job, STORE_DELETE_SESSIONS, id);
    return action;
}

struct staff_action staff_action_unban(const struct staff *staff, const char *id)
{
    struct staff_action action = staff_action_begin(ACTION_UNBAN, staff, id);
    call_with_id_and_number(action.job, STORE_SET_STATUS, id, ACCOUNT_ACTIVE);
    call_with_id(action.job, STORE_DELETE_BAN, id);
    return action;
}

struct staff_action staff_action_expire_ban(const struct staff *staff, const char *id)
{
    struct staff_action action = staff_action_begin(ACTION_UNBAN, staff, id);
    call_with_id_and_number(action.job, STORE_END_BAN, id, staff->now);
    call_with_id_and_number(action.job, STORE_SET_STATUS, id, ACCOUNT_ACTIVE);
    staff_action_add_reason(&action, "the ban has ended");
    return action;
}

struct staff_action staff_action_set_role(const struct staff *staff, const char *id, enum role role)
{
    struct staff_action action = staff_action_begin(ACTION_SET_ROLE, staff, id);
    call_with_id_and_number(action.job, STORE_SET_ROLE, id, role);
    json_put_text(details_of(&action), "role", role_name(role));
    return action;
}

const char *staff_action_role_refusal(enum role from, enum role to)
{
    return from == ROLE_ADMIN && to != ROLE_ADMIN
               ? "this is the only active admin: give another account the role admin first"
               : NULL;
}

struct staff_action staff_action_rename(const struct staff *staff, const struct identity *who,
                                        const char *name, const char *name_id)
{
    struct staff_action action = staff_action_begin(ACTION_RENAME, staff, who->id);
    call_with_id(action.job, STORE_RENAME, who->id);
    store_bind_text(action.job, name);
    store_bind_text(action.job, name_id);
    call_with_id(action.job, STORE_ADD_ALIAS, name_id);
    store_bind_text(action.job, who->id);
    json_put_text(details_of(&action), "from", who->name);
    json_put_text(details_of(&action), "to", name);
    return action;
}

struct staff_action staff_action_kick(const struct staff *staff, const char *id, const char *reason)
{
    struct staff_action action = staff_action_begin(ACTION_KICK, staff, id);
    call_with_id(action.job, STORE_DELETE_SESSIONS, id);
    staff_action_add_reason(&action, reason);
    return action;
}

struct staff_action staff_action_delete_tokens(const struct staff *staff, const char *id,
                                               const char *token)
{
    struct staff_action action = staff_action_begin(ACTION_DELETE_TOKENS, staff, id);
    call_with_id(action.job, token ? STORE_DELETE_TOKEN_BY_ID : STORE_DELETE_TOKENS, id);
    if (token)
        store_bind_text(action.job, token);
    json_put_text(details_of(&action), "token", token ? token : "all");
    return action;
}

struct staff_action staff_action_kid_mode(const struct staff *staff, const char *id, bool on)
{
    struct staff_action action = staff_action_begin(ACTION_KID, staff, id);
    kid_add_change(action.job, id, on ? KID_BY_STAFF : KID_OFF, true);
    json_put_bool(details_of(&action), "on", on);
    return action;
}

struct staff_action staff_action_refund(const struct staff *staff, const char *id, size_t players)
{
    struct staff_action action = staff_action_begin(ACTION_REFUND, staff, id);
    json_put_integer(details_of(&action), "players", (int64_t)players);
    return action;
}

struct staff_action staff_action_mute(const struct staff *staff, const char *id,
                                      const struct sanction *mute)
{
    struct staff_action action = staff_action_begin(ACTION_MUTE, staff, id);
    add_sanction(&action, STORE_SET_MUTE, mute);
    return action;
}

struct staff_action staff_action_unmute(const struct staff *staff, const char *id)
{
    struct staff_action action = staff_action_begin(ACTION_UNMUTE, staff, id);
    call_with_id(action.job, STORE_DELETE_MUTE, id);
    return action;
}

struct staff_action staff_action_add_note(const struct staff *staff, const char *id,
                                          const char *text)
{
    struct staff_action action = staff_action_begin(ACTION_NOTE, staff, id);
    call_with_id(action.job, STORE_ADD_STAFF_NOTE, id);
    store_bind_text(action.job, staff->actor);
    store_bind_integer(action.job, staff->now);
    store_bind_text(action.job, text);
    json_put_text(details_of(&action), "text", text);
    return action;
}

// ---- what has a number -----------------------------------------------------------------------

static struct staff_action begin_numbered(enum action kind, const struct staff *staff,
                                          const char *noun, int64_t number)
{
    char target[64];
    snprintf(target, sizeof target, "%s %" PRId64, noun, number);
    return staff_action_begin(kind, staff, target);
}

struct staff_action staff_action_delete_note(const struct staff *staff, int64_t note)
{
    struct staff_action action = begin_numbered(ACTION_DELETE_NOTE, staff, "note", note);
    call_with_number(action.job, STORE_DELETE_STAFF_NOTE, note);
    return action;
}

struct staff_action staff_action_claim_report(const struct staff *staff, int64_t report)
{
    struct staff_action action = begin_numbered(ACTION_CLAIM_REPORT, staff, "report", report);
    call_with_number(action.job, STORE_CLAIM_REPORT, report);
    store_bind_text(action.job, staff->actor);
    return action;
}

struct staff_action staff_action_release_report(const struct staff *staff, int64_t report)
{
    struct staff_action action = begin_numbered(ACTION_RELEASE_REPORT, staff, "report", report);
    call_with_number(action.job, STORE_RELEASE_REPORT, report);
    return action;
}

struct staff_action staff_action_close_report(const struct staff *staff, int64_t report,
                                              const char *outcome)
{
    struct staff_action action = begin_numbered(ACTION_CLOSE_REPORT, staff, "report", report);
    call_with_number(action.job, STORE_CLOSE_REPORT, report);
    store_bind_text(action.job, staff->actor);
    store_bind_integer(action.job, staff->now);
    store_bind_text(action.job, outcome);
    json_put_text(details_of(&action), "outcome", outcome);
    return action;
}

struct staff_action staff_action_withdraw_announcement(const struct staff *staff,
                                                       int64_t announcement)
{
    struct staff_action action =
        begin_numbered(ACTION_WITHDRAW, staff, "announcement", announcement);
    call_with_number(action.job, STORE_DELETE_ANNOUNCEMENT, announcement);
    return action;
}

// ---- the server ------------------------------------------------------------------------------

struct staff_action staff_action_block(const struct staff *staff, const char *network,
                                       const struct sanction *block)
{
    struct staff_action action = staff_action_begin(ACTION_BLOCK, staff, network);
    call_with_number(action.job, STORE_DELETE_OLD_BLOCKS, staff->now);
    add_sanction(&action, STORE_ADD_BLOCK, block);
    return action;
}

struct staff_action staff_action_unblock(const struct staff *staff, const char *network)
{
    struct staff_action action = staff_action_begin(ACTION_UNBLOCK, staff, network);
    call_with_id(action.job, STORE_DELETE_BLOCK, network);
    return action;
}

struct staff_action staff_action_announce(const struct staff *staff, const char *text,
                                          int64_t until)
{
    struct staff_action action = staff_action_begin(ACTION_ANNOUNCE, staff, "");
    call_with_number(action.job, STORE_DELETE_OLD_ANNOUNCEMENTS, staff->now);
    call_with_number(action.job, STORE_ADD_ANNOUNCEMENT, staff->now);
    store_bind_text(action.job, staff->actor);
    store_bind_text(action.job, text);
    store_bind_integer(action.job, until);
    json_put_text(details_of(&action), "text", text);
    if (until)
        json_put_integer(details_of(&action), "until", until);
    return action;
}

struct staff_action staff_action_change_setting(const struct staff *staff, const char *name,
                                                const char *value, const char *before)
{
    struct staff_action action = staff_action_begin(ACTION_SET, staff, name);
    call_with_id(action.job, value ? STORE_SET_SETTING : STORE_DELETE_SETTING, name);
    if (value)
        store_bind_text(action.job, value);
    json_put_text(details_of(&action), "from", before);
    json_put_text(details_of(&action), "to", value);
    return action;
}

struct staff_action staff_action_schedule_restart(const struct staff *staff, int64_t at)
{
    struct staff_action action =
        staff_action_begin(at ? ACTION_RESTART : ACTION_CANCEL_RESTART, staff, "");
    call_with_number(action.job, STORE_PLAN_RESTART, at);
    if (at)
        json_put_integer(details_of(&action), "at", at);
    return action;
}
