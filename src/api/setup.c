/* SPDX-License-Identifier: MIT */
/* The first run: the page behind the set-up link names the server, says who may play, and creates
 * the admin. */
#include "accounts/setup.h"

#include <stdlib.h>
#include <string.h>

#include "accounts/names.h"
#include "api/form_page.h"
#include "api/handlers.h"
#include "api/login.h"
#include "core/pending.h"
#include "http/html.h"
#include "http/page.h"
#include "moderation/audit.h"
#include "moderation/server_settings.h"
#include "moderation/staff_actions.h"

/* Who may play: the values of the field "access". */
static const struct access {
    const char *value, *title, *text;
    bool registration, guests;
} accesses[] = {{"everyone", "Everyone who has the address",
                 "Guests play casual games, members play rated ones. Best for clubs and families.",
                 true, true},
                {"members", "Members only, anyone may join",
                 "You need an account, and can make one yourself.", true, false},
                {"invitation", "Members only, by invitation",
                 "You create the accounts. Best for schools and companies.", false, false}};
enum { ACCESS_COUNT = sizeof accesses / sizeof *accesses };

/* NULL: none of that name. */
static const struct access *find_access(const char *value)
{
    for (size_t i = 0; i < ACCESS_COUNT; i++)
        if (!strcmp(accesses[i].value, value))
            return &accesses[i];
    return NULL;
}

static void refuse_code(struct exchange *exchange, enum refusal refusal)
{
    if (refusal != REFUSED_NOT_FOUND || !form_page_is_wanted(exchange))
        exchange_refuse(exchange, refusal, NULL);
    else
        form_page_send_message(exchange, 404, "This link does not work",
                               *setup_code(exchange->server)
                                   ? "Use the link that the server printed when it started. It "
                                     "works until there is an admin."
                                   : "This server is already set up.");
}

static void check_code(struct exchange *exchange, setup_code_callback *then)
{
    if (exchange_check_rate(exchange, LIMIT_LINK))
        setup_check_code(exchange->server, form_text_or_empty(exchange->form, "code"), then,
                         exchange);
}

// ---- the page --------------------------------------------------------------------------------

static void add_accesses(struct buffer *page, const char *chosen)
{
    const struct access *access = find_access(chosen);
    buffer_text(page, "<fieldset><legend>Who may play?</legend>\n");
    for (size_t i = 0; i < ACCESS_COUNT; i++)
        html_add(page,
                 "<p><label><input type=\"radio\" name=\"access\" value=\"%\"%> <b>%</b><br>%"
                 "</label></p>\n",
                 accesses[i].value, &accesses[i] == (access ? access : accesses) ? " checked" : "",
                 accesses[i].title, accesses[i].text, NULL);
    buffer_text(page, "</fieldset>\n");
}

static void send_setup_page(struct exchange *exchange, unsigned status, const char *error)
{
    struct buffer *page = &exchange->body;
    const char *server_name = form_text(exchange->form, "server-name");
    const struct page_head head = {.status = status, .title = "Set up", .has_secret = true};
    page_begin(exchange, &head);
    buffer_text(page, "<h1>Set up your chess server</h1>\n"
                      "<p>One minute, three answers. You can change them later.</p>\n");
    form_page_add_error(exchange, error);
    buffer_text(page, "<form method=\"post\" action=\"/setup\">\n");
    form_page_add_hidden(page, "code", form_text_or_empty(exchange->form, "code"));
    form_page_add_field(
        exchange,
        &(struct form_page_field){"Name of the server", "server-name", "text",
                                  server_name ? server_name : exchange->server->config.server_name,
                                  "off", false});
    form_page_add_field(exchange,
                        &(struct form_page_field){"Your name", "name", "text",
                                                  form_text_or_empty(exchange->form, "name"),
                                                  "username", false});
    form_page_add_field(exchange,
                        &(struct form_page_field){"Password (at least 8 characters)", "password",
                                                  "password", "", "new-password", false});
    buffer_text(page,
                "<p class=\"p-muted\">This account is the first admin. It can play, too.</p>\n");
    add_accesses(page, form_text_or_empty(exchange->form, "access"));
    buffer_text(
        page,
        "<p class=\"wrap\"><button class=\"btn primary\">Open the doors</button></p>\n</form>\n");
    page_send(exchange, &head);
}

static void on_page_code(void *context, enum refusal refusal)
{
    if (refusal)
        refuse_code(context, refusal);
    else
        send_setup_page(context, 200, "");
}

void setup_page_handler(struct exchange *exchange)
{
    check_code(exchange, on_page_code);
}

// ---- its form --------------------------------------------------------------------------------

/* A setting that is being written. */
struct setup_change {
    struct pending_request pending; /* the audit log answers */
    struct exchange *exchange;
};

/* The settings being written for a request; owned by the exchange. */
struct setup_changes {
    unsigned waiting; /* how many are not written yet */
};

static void send_to_home(struct exchange *exchange)
{
    struct setup_changes *changes = exchange->data;
    if (--changes->waiting)
        return;
    if (form_page_is_wanted(exchange))
        form_page_go_home(exchange);
    else
        exchange_ok(exchange);
}

/* If the store failed, which is logged, the setting stays as it was. */
static void on_setting_written(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job, (void)outcome;
    struct setup_change *change = context;
    struct exchange *exchange = change->exchange;
    pending_destroy(&change->pending);
    send_to_home(exchange);
}

/* Changes a setting in the name of the new admin. */
static void change_setting(struct exchange *exchange, const char *admin, const char *name,
                           const char *value)
{
    struct server *server = exchange->server;
    struct setup_changes *changes = exchange->data;
    const struct setting *setting = setting_find(name);
    char before[SETTING_VALUE_SIZE], normal[SETTING_VALUE_SIZE], why[SETTING_FAULT_SIZE];
    if (!setting || !setting_normalize(setting, value, normal, why))
        return;
    setting_write(setting, &server->config, before);
    struct setup_change *change =
        strcmp(before, normal) != 0 ? pending_create(&server->pending, sizeof *change) : NULL;
    if (!change)
        return;
    change->pending.internal = true;
    change->exchange = exchange;
    changes->waiting++;
    const struct staff staff = {.actor = admin, .now = server_date(server)};
    struct staff_action action = staff_action_change_setting(&staff, name, normal, before);
    const struct audit_entry entry = staff_action_entry(&action);
    audit_write(server, &entry, action.job, on_setting_written, change);
    staff_action_fini(&action);
}

static void apply_choices(struct exchange *exchange)
{
    const struct access *access = find_access(form_text_or_empty(exchange->form, "access"));
    const char *server_name = form_text_or_empty(exchange->form, "server-name");
    char admin[IDENTITY_ID_MAX + 1];
    name_to_id(form_text_or_empty(exchange->form, "name"), admin);
    if (*server_name)
        change_setting(exchange, admin, "server-name", server_name);
    if (access) {
        change_setting(exchange, admin, "no-registration", access->registration ? "no" : "yes");
        change_setting(exchange, admin, "no-guests", access->guests ? "no" : "yes");
    }
}

static void on_admin_created(void *context, enum refusal refusal, const char *why,
                             const char *secret)
{
    struct exchange *exchange = context;
    if (refusal && form_page_is_wanted(exchange)) {
        send_setup_page(exchange, refusal_status(refusal), why);
        return;
    }
    if (refusal) {
        exchange_refuse(exchange, refusal, why);
        return;
    }
    login_set_cookie(exchange, secret);
    struct setup_changes *changes = exchange->data;
    changes->waiting = 1; // one more, so that it cannot respond before all have been started
    apply_choices(exchange);
    send_to_home(exchange);
}

/* False: it has responded. */
static bool check_server_name(struct exchange *exchange)
{
    const char *name = form_text_or_empty(exchange->form, "server-name");
    const struct setting *setting = setting_find("server-name");
    char normal[SETTING_VALUE_SIZE], why[SETTING_FAULT_SIZE];
    if (!*name || !setting || setting_normalize(setting, name, normal, why))
        return true;
    if (form_page_is_wanted(exchange))
        send_setup_page(exchange, 400, why);
    else
        exchange_refuse_field(exchange, "server-name", why);
    return false;
}

static void on_form_code(void *context, enum refusal refusal)
{
    struct exchange *exchange = context;
    const struct login_form form = {.name = form_text_or_empty(exchange->form, "name"),
                                    .password = form_text_or_empty(exchange->form, "password"),
                                    .email = "",
                                    .agent = exchange->request.user_agent,
                                    .address = exchange->request.address};
    if (refusal) {
        refuse_code(exchange, refusal);
        return;
    }
    if (!check_server_name(exchange))
        return;
    exchange->data = calloc(1, sizeof(struct setup_changes));
    if (!exchange->data)
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
    else
        setup_finish(exchange->server, &form, on_admin_created, exchange);
}

void setup_finish_handler(struct exchange *exchange)
{
    check_code(exchange, on_form_code);
}
