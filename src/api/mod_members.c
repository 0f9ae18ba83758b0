/* SPDX-License-Identifier: MIT */
/* The list of all members for staff, in pages. Each page is a range of an index, so its cost does
 * not depend on how many members there are. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts/names.h"
#include "accounts/presence.h"
#include "api/handlers.h"
#include "http/exchange_query.h"

enum { MEMBERS_DEFAULT = 50, MEMBERS_MAX = 200, NAME_KEY_SIZE = IDENTITY_NAME_MAX + 2 };

/* Which members are listed: all, or those with one role or one status. */
struct selection {
    bool has_role, has_status;
    int64_t value; /* of the role or status */
};

struct member_list {
    int64_t max;
    bool by_name;
    struct selection selection;
    char first_name[NAME_KEY_SIZE]; /* by name: from here... */
    char last_name[NAME_KEY_SIZE];  /* ...to before here */
    int64_t last_date;              /* newest first: after this account */
    const char *last_id;
};

// ---- what to list ----------------------------------------------------------------------------

/* Most members are active players, so these have no index. False: it has responded 400. */
static bool read_selection(struct exchange *exchange, struct selection *out)
{
    const char *role_text = form_text(exchange->form, "role");
    const char *status = form_text(exchange->form, "status");
    enum role role = ROLE_PLAYER;
    *out = (struct selection){.has_role = role_text, .has_status = status};
    if (role_text && status)
        exchange_refuse_field(exchange, "status", "cannot be combined with role");
    else if (role_text && (!role_parse(role_text, &role) || role == ROLE_PLAYER))
        exchange_refuse_field(exchange, "role", "must be bot, moderator or admin");
    else if (status && strcmp(status, "closed") != 0 && strcmp(status, "banned") != 0)
        exchange_refuse_field(exchange, "status", "must be closed or banned");
    else {
        out->value = role;
        if (status)
            out->value = *status == 'c' ? ACCOUNT_CLOSED : ACCOUNT_BANNED;
        return true;
    }
    return false;
}

/* "" for a missing name. False: it has responded 400. */
static bool read_name(struct exchange *exchange, const char *field, char out[IDENTITY_ID_MAX + 1])
{
    const char *name = form_text_or_empty(exchange->form, field);
    *out = '\0';
    if (!*name || name_to_id(name, out))
        return true;
    exchange_refuse_field(exchange, field, "must have 1 to 31 letters of a name");
    return false;
}

/* A blank comes before whatever a name may contain, and "~" after it. False: it has responded
 * 400. */
static bool read_names(struct exchange *exchange, struct member_list *list)
{
    char prefix[IDENTITY_ID_MAX + 1], last[IDENTITY_ID_MAX + 1];
    if (!read_name(exchange, "term", prefix) || !read_name(exchange, "lastName", last))
        return false;
    if (*last && strcmp(last, prefix) >= 0)
        snprintf(list->first_name, sizeof list->first_name, "%s ", last);
    else
        snprintf(list->first_name, sizeof list->first_name, "%s", prefix);
    snprintf(list->last_name, sizeof list->last_name, "%s~", prefix);
    return true;
}

/* False: it has responded 400. */
static bool read_dates(struct exchange *exchange, struct member_list *list)
{
    list->last_date = INT64_MAX;
    list->last_id = form_text_or_empty(exchange->form, "lastId");
    if (form_integer(exchange->form, "lastDate", 0, INT64_MAX, &list->last_date))
        return true;
    exchange_refuse_field(exchange, "lastDate", "must be milliseconds since 1970");
    return false;
}

/* False: it has responded 400. */
static bool read_list(struct exchange *exchange, struct member_list *list)
{
    const char *sort = form_text_or_empty(exchange->form, "sort");
    *list = (struct member_list){.max = MEMBERS_DEFAULT, .last_id = ""};
    list->by_name = !strcmp(sort, "name") || *form_text_or_empty(exchange->form, "term");
    if (*sort && strcmp(sort, "name") != 0 && strcmp(sort, "newest") != 0) {
        exchange_refuse_field(exchange, "sort", "must be name or newest");
        return false;
    }
    if (!form_integer(exchange->form, "max", 1, MEMBERS_MAX, &list->max)) {
        exchange_refuse_field(exchange, "max", "must be a number from 1 to 200");
        return false;
    }
    return read_selection(exchange, &list->selection) &&
           (list->by_name ? read_names(exchange, list) : read_dates(exchange, list));
}

// ---- the response ----------------------------------------------------------------------------

/* The columns of STORE_NEWEST_MEMBERS and the statements like it. */
static void write_member(const struct server *server, const struct store_job *job,
                         struct json *json)
{
    const char *id = store_get_text(job, 0);
    json_begin_object(json);
    json_put_text(json, "id", id);
    json_put_text(json, "name", store_get_text(job, 1));
    json_put_text(json, "role", role_name((enum role)store_get_integer(job, 2)));
    json_put_text(json, "status",
                  account_status_name((enum account_status)store_get_integer(job, 3)));
    json_put_integer(json, "createdAt", store_get_integer(job, 4));
    json_put_integer(json, "seenAt",
                     presence_last_seen_date(server, id, store_get_integer(job, 5)));
    json_put_integer(json, "games", store_get_integer(job, 6));
    json_end_object(json);
}

/* One more than the page was read, to know whether there is another one. */
static void send_members(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct exchange *exchange = exchange_read_finish(context, outcome);
    if (!exchange)
        return;
    int64_t left = *(const int64_t *)exchange->data;
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_array(&json, "users");
    bool more = store_next_row(job);
    for (; more && left > 0; left--) {
        write_member(exchange->server, job, &json);
        more = store_next_row(job);
    }
    json_end_array(&json);
    json_put_bool(&json, "more", more);
    json_end_object(&json);
    exchange_json(exchange, 200);
}

static enum statement statement_of(const struct member_list *list)
{
    if (list->by_name)
        return list->selection.has_role     ? STORE_MEMBERS_BY_NAME_OF_ROLE
               : list->selection.has_status ? STORE_MEMBERS_BY_NAME_OF_STATUS
                                            : STORE_MEMBERS_BY_NAME;
    return list->selection.has_role     ? STORE_NEWEST_MEMBERS_OF_ROLE
           : list->selection.has_status ? STORE_NEWEST_MEMBERS_OF_STATUS
                                        : STORE_NEWEST_MEMBERS;
}

static struct store_job *members_job(const struct member_list *list)
{
    struct store_job *job = store_job_create();
    store_call(job, statement_of(list));
    if (list->by_name) {
        store_bind_text(job, list->first_name);
        store_bind_text(job, list->last_name);
    } else {
        store_bind_integer(job, list->last_date);
        store_bind_text(job, list->last_id);
    }
    store_bind_integer(job, list->max + 1);
    if (list->selection.has_role || list->selection.has_status)
        store_bind_integer(job, list->selection.value);
    return job;
}

void mod_users_handler(struct exchange *exchange)
{
    struct member_list list;
    if (!read_list(exchange, &list))
        return;
    int64_t *max = exchange->data = malloc(sizeof *max);
    if (!max) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    *max = list.max;
    exchange_read(exchange, members_job(&list), send_members);
}
