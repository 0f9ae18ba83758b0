/* SPDX-License-Identifier: MIT */
#include "accounts/links.h"

#include <stdio.h>
#include <string.h>

#include "accounts/account_request.h"
#include "accounts/accounts.h"
#include "accounts/names.h"
#include "accounts/second_factor.h"
#include "base/milliseconds.h"
#include "core/limits.h"

enum { LINK_LIFE_MS = HOUR_MS, INVITATION_LIFE_MS = 7 * 24 * HOUR_MS, MAIL_TEXT_SIZE = 2048 };

static const char prefix[] = "ln_";
static const char does_not_work[] = "this link was used before, has expired, or is wrong";

void link_generate(const struct server_env *env, struct secret *out)
{
    secret_generate(env, prefix, out);
}

void link_write(const char *public_url, enum link_kind kind, const struct secret *secret,
                char out[LINK_SIZE])
{
    snprintf(out, LINK_SIZE, "%s/account/%s?code=%s", public_url,
             kind == LINK_RESET ? "reset" : "email/confirm", secret->text);
}

static void add_confirmation(struct store_job *job, const struct secret *secret,
                             enum link_kind kind, const char *account, const char *email,
                             int64_t until)
{
    store_call(job, STORE_ADD_CONFIRMATION);
    store_bind_bytes(job, secret->hash, HASH_SIZE);
    store_bind_integer(job, kind);
    store_bind_text(job, account);
    store_bind_text(job, email);
    store_bind_integer(job, until);
}

void link_add_row(struct store_job *job, const struct secret *secret, enum link_kind kind,
                  const char *account, const char *email, int64_t now)
{
    store_call(job, STORE_DELETE_CONFIRMATIONS);
    store_bind_text(job, account);
    store_bind_integer(job, kind);
    store_bind_integer(job, now);
    add_confirmation(job, secret, kind, account, email, now + LINK_LIFE_MS);
}

void invitation_add_rows(struct store_job *job, const struct secret *secret,
                         const struct identity *who, const char *email, int64_t now)
{
    account_add_row(job, who, NULL, email, now);
    add_confirmation(job, secret, LINK_RESET, who->id, NULL, now + INVITATION_LIFE_MS);
}

static void read_link(struct server *server, enum link_kind kind, const uint8_t hash[HASH_SIZE],
                      store_done *done, void *context)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_CONFIRMATION);
    store_bind_bytes(job, hash, HASH_SIZE);
    store_bind_integer(job, kind);
    store_read(server->store, job, done, context);
}

/* False if it does not exist or has expired. */
static bool load_link(struct store_job *job, int64_t now, struct link_owner *out)
{
    if (!store_next_row(job) || store_get_integer(job, 2) <= now)
        return false;
    snprintf(out->who.id, sizeof out->who.id, "%s", store_get_text(job, 0));
    snprintf(out->who.name, sizeof out->who.name, "%s", store_get_text(job, 3));
    out->email = store_get_text(job, 1);
    out->is_invited = store_get_integer(job, 4) != 0;
    return true;
}

/* Adds a statement to a job, which is refused if the link was used meanwhile. */
static void add_use(struct store_job *job, const struct account_request *request,
                    enum link_kind kind)
{
    store_call(job, STORE_USE_CONFIRMATION);
    store_bind_bytes(job, request->secret.hash, HASH_SIZE);
    store_bind_integer(job, kind);
    store_bind_integer(job, server_date(request->pending.server));
}

// ---- finding ---------------------------------------------------------------------------------

struct link_request {
    struct pending_request pending;
    link_callback *callback;
    void *context;
};

static void finish_find(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct link_request *request = context;
    struct server *server = request->pending.server;
    struct link_owner owner = {.email = ""};
    if (server) {
        const bool works = outcome == STORE_DONE && load_link(job, server_date(server), &owner);
        request->callback(request->context, works ? &owner : NULL);
    }
    pending_destroy(&request->pending);
}

void link_find(struct server *server, enum link_kind kind, const char *code,
               link_callback *callback, void *context)
{
    uint8_t hash[HASH_SIZE];
    struct link_request *request =
        secret_hash(code, prefix, hash) ? pending_create(&server->pending, sizeof *request) : NULL;
    if (!request) {
        callback(context, NULL);
        return;
    }
    request->callback = callback;
    request->context = context;
    read_link(server, kind, hash, finish_find, request);
}

// ---- asking for a new password ---------------------------------------------------------------

/* What a mail with a link says: both are texts of wire/page_texts.def. */
struct link_mail {
    const char *subject;
    const char *text; /* its "%" are the name of the account, the server and the link */
    enum link_kind kind;
};

static void send_link(struct server *server, const struct link_mail *mail,
                      enum page_language language, const char *name, const char *email,
                      const struct secret *secret)
{
    char content[MAIL_TEXT_SIZE], link[LINK_SIZE];
    struct text text = text_in(content, sizeof content);
    link_write(server->config.public_url, mail->kind, secret, link);
    page_language_fill(&text, language, mail->text, name, server->config.public_url, link, NULL);
    text_end(&text);
    const struct mail message = {email, page_language_text(language, mail->subject), content};
    (void)server->env.send_mail(server->env.context, &message);
    secret_wipe(content, sizeof content);
    secret_wipe(link, sizeof link);
}

static const struct link_mail reset_text = {
    "Set a new password",
    "Somebody, probably you, asked for a new password for the account % at\n%\n\n"
    "To set one, open this link within an hour:\n\n%\n\n"
    "If it was not you, ignore this message; nothing has changed.\n",
    LINK_RESET};

/* The language in which the password was requested, for the mail. */
struct reset_link_request {
    struct pending_request pending;
    enum page_language language;
};

/* Links of one account; the mail is sent when the link is on disk. */
struct reset_mail {
    struct pending_request pending;
    enum page_language language;
    struct secret secret;
    char name[IDENTITY_NAME_MAX + 1], email[EMAIL_MAX + 1];
};

static void on_link_written(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct reset_mail *mail = context;
    if (mail->pending.server && outcome == STORE_DONE)
        send_link(mail->pending.server, &reset_text, mail->language, mail->name, mail->email,
                  &mail->secret);
    pending_destroy(&mail->pending);
}

static void make_link(const struct reset_link_request *request, const char *id, const char *name,
                      const char *email)
{
    struct server *server = request->pending.server;
    struct reset_mail *mail = NULL;
    if (*email && !limits_take(server, LIMIT_RESET_ACCOUNT, id, 1))
        mail = pending_create(&server->pending, sizeof *mail);
    if (!mail)
        return;
    mail->language = request->language;
    snprintf(mail->name, sizeof mail->name, "%s", name);
    snprintf(mail->email, sizeof mail->email, "%s", email);
    link_generate(&server->env, &mail->secret);
    struct store_job *job = store_job_create();
    link_add_row(job, &mail->secret, LINK_RESET, id, NULL, server_date(server));
    store_write(server->store, job, on_link_written, mail);
}

static void on_accounts_found(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct reset_link_request *request = context;
    while (request->pending.server && outcome == STORE_DONE && store_next_row(job))
        make_link(request, store_get_text(job, 0), store_get_text(job, 1), store_get_text(job, 2));
    pending_destroy(&request->pending);
}

static void on_account_found(void *context, enum refusal refusal, const struct account *account)
{
    (void)refusal;
    struct reset_link_request *request = context;
    if (request->pending.server && account && account->status == ACCOUNT_ACTIVE)
        make_link(request, account->who.id, account->who.name, account->email);
    pending_destroy(&request->pending);
}

void reset_request(struct server *server, const char *name_or_email, enum page_language language)
{
    if (!server->env.send_mail || strlen(name_or_email) > EMAIL_MAX)
        return;
    struct reset_link_request *request = pending_create(&server->pending, sizeof *request);
    if (!request)
        return;
    request->language = language;
    if (!strchr(name_or_email, '@')) {
        account_find(server, name_or_email, on_account_found, request);
        return;
    }
    struct store_job *job = store_job_create();
    store_call(job, STORE_ACCOUNTS_BY_EMAIL);
    store_bind_text(job, name_or_email);
    store_read(server->store, job, on_accounts_found, request);
}

// ---- requests with a link --------------------------------------------------------------------

/* NULL: it was refused. */
static struct account_request *begin_link_request(struct server *server, const char *code,
                                                  account_callback *callback, void *context)
{
    uint8_t hash[HASH_SIZE];
    if (!secret_hash(code, prefix, hash)) {
        callback(context, REFUSED_NOT_FOUND, does_not_work);
        return NULL;
    }
    struct account_request *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        callback(context, REFUSED_BUSY, ACCOUNT_NO_MEMORY);
        return NULL;
    }
    request->callback = callback;
    request->context = context;
    memcpy(request->secret.hash, hash, HASH_SIZE);
    return request;
}

/* The link was read. False: the request has ended. */
static bool load_request(struct account_request *request, struct store_job *job,
                         enum store_outcome outcome)
{
    struct link_owner owner = {.email = ""};
    if (!account_request_check_read(request, outcome))
        return false;
    if (!load_link(job, server_date(request->pending.server), &owner)) {
        account_request_finish(request, REFUSED_NOT_FOUND, does_not_work);
        return false;
    }
    request->who = owner.who;
    snprintf(request->email, sizeof request->email, "%s", owner.email);
    return true;
}

static void finish_reset(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct account_request *request = context;
    if (!account_request_check_write(request, outcome, REFUSED_NOT_FOUND, does_not_work))
        return;
    sessions_disconnect(request->pending.server, request->who.id, "password");
    account_request_finish(request, NOT_REFUSED, "");
}

static void write_reset(void *context, const struct password_result *result)
{
    struct account_request *request = context;
    if (!account_request_check_result(request, result))
        return;
    struct server *server = request->pending.server;
    struct store_job *job = store_job_create();
    add_use(job, request, LINK_RESET);
    store_call(job, STORE_SET_PASSWORD);
    store_bind_text(job, request->who.id);
    store_bind_text(job, result->new_hash);
    account_end_access(job, request->who.id, server_date(server));
    if (!request->keeps_tokens) {
        store_call(job, STORE_DELETE_TOKENS);
        store_bind_text(job, request->who.id);
    }
    store_write(server->store, job, finish_reset, request);
}

static void hash_new_password(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct account_request *request = context;
    if (!load_request(request, job, outcome))
        return;
    const char *fault = password_fault(request->new_password, request->who.name);
    if (fault)
        account_request_finish(request, REFUSED_SYNTAX, fault);
    else
        account_request_check_password(
            request, &(struct password_task){.password = request->new_password}, write_reset);
}

void reset_password(struct server *server, const struct password_reset *reset,
                    account_callback *callback, void *context)
{
    if (strlen(reset->new_password) > PASSWORD_MAX) {
        callback(context, REFUSED_SYNTAX, "a password must have at most 999 bytes");
        return;
    }
    struct account_request *request = begin_link_request(server, reset->code, callback, context);
    if (!request)
        return;
    request->keeps_tokens = reset->keeps_tokens;
    snprintf(request->new_password, sizeof request->new_password, "%s", reset->new_password);
    read_link(server, LINK_RESET, request->secret.hash, hash_new_password, request);
}

// ---- e-mail addresses ------------------------------------------------------------------------

static const char email_changed[] = "the address was changed";

static void finish_confirmed_email(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct account_request *request = context;
    if (account_request_check_write(request, outcome, REFUSED_NOT_FOUND, does_not_work))
        account_request_finish(request, NOT_REFUSED, email_changed);
}

static void finish_email(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct account_request *request = context;
    if (second_factor_check_write(request, outcome))
        account_request_finish(request, NOT_REFUSED, email_changed);
}

static void add_email(struct store_job *job, const struct account_request *request)
{
    store_call(job, STORE_SET_EMAIL);
    store_bind_text(job, request->who.id);
    store_bind_text(job, *request->email ? request->email : NULL);
    // A link sent to the old address must not set a password any more.
    store_call(job, STORE_DELETE_ACCOUNT_CONFIRMATIONS);
    store_bind_text(job, request->who.id);
}

static void write_confirmed_email(void *context, struct store_job *read, enum store_outcome outcome)
{
    struct account_request *request = context;
    if (!load_request(request, read, outcome))
        return;
    struct store_job *job = store_job_create();
    add_use(job, request, LINK_EMAIL);
    add_email(job, request);
    store_write(request->pending.server->store, job, finish_confirmed_email, request);
}

void email_confirm(struct server *server, const char *code, account_callback *callback,
                   void *context)
{
    struct account_request *request = begin_link_request(server, code, callback, context);
    if (request)
        read_link(server, LINK_EMAIL, request->secret.hash, write_confirmed_email, request);
}

static const struct link_mail email_text = {
    "Confirm your address",
    "To use this address for the account % at\n%\n\nopen this link within an hour:\n\n%\n\n"
    "If you did not ask for it, ignore this message; nothing has changed.\n",
    LINK_EMAIL};

static void on_email_link_written(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct account_request *request = context;
    if (!second_factor_check_write(request, outcome))
        return;
    send_link(request->pending.server, &email_text, request->language, request->who.name,
              request->email, &request->secret);
    account_request_finish(request, NOT_REFUSED, "open the link that was sent to the new address");
}

static void write_email(void *context, const struct password_result *result)
{
    struct account_request *request = context;
    if (!account_request_check_match(request, result))
        return;
    struct server *server = request->pending.server;
    struct store_job *job = store_job_create();
    if (!second_factor_check(request, job))
        return;
    if (!server->env.send_mail || !*request->email) {
        add_email(job, request);
        store_write(server->store, job, finish_email, request);
        return;
    }
    link_generate(&server->env, &request->secret);
    link_add_row(job, &request->secret, LINK_EMAIL, request->who.id, request->email,
                 server_date(server));
    store_write(server->store, job, on_email_link_written, request);
}

void email_change(struct server *server, const struct caller *caller,
                  const struct credentials *owner, const struct email_change *change,
                  account_callback *callback, void *context)
{
    const char *fault = email_fault(change->email);
    if (fault || strlen(owner->password) > PASSWORD_MAX) {
        callback(context, fault ? REFUSED_SYNTAX : REFUSED_FORBIDDEN,
                 fault ? fault : "the password is wrong");
        return;
    }
    struct account_request *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        callback(context, REFUSED_BUSY, ACCOUNT_NO_MEMORY);
        return;
    }
    request->callback = callback;
    request->context = context;
    request->caller = *caller;
    request->who = caller->who;
    account_request_set_credentials(request, owner);
    snprintf(request->email, sizeof request->email, "%s", change->email);
    request->language = change->language;
    account_request_verify_password(request, write_email);
}
