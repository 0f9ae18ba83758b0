/* SPDX-License-Identifier: MIT */
#include "join/login.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "client/http.h"
#include "platform/message.h"
#include "tui/terminal.h"
#include "tui/text_row.h"
#include "wire/fields.h"

enum { TIMEOUT_MS = 15000, COOKIE_MAX = 256 };

static const char cookie_name[] = "rookery";

// ---- password --------------------------------------------------------------------------------

static char *read_line(void)
{
    char *line = NULL;
    size_t size = 0;
    const ssize_t length = getline(&line, &size, stdin);
    if (length < 0) {
        free(line);
        return NULL;
    }
    line[strcspn(line, "\r\n")] = '\0';
    return line;
}

static char *read_without_echo(const char *prompt, const char *name)
{
    if (!terminal_disable_echo()) {
        fputs("rookery join: no terminal to read the password from: use --password-stdin\n",
              stderr);
        return NULL;
    }
    fprintf(stderr, "%s%s: ", prompt, name);
    char *line = read_line();
    terminal_restore_echo();
    fputc('\n', stderr);
    return line;
}

/* A new password is read twice, because it is not visible while it is typed. */
static char *ask_password(const char *name, bool is_new)
{
    char *password = read_without_echo("password for ", name);
    char *again = password && is_new ? read_without_echo("repeat password", "") : NULL;
    const bool differ = password && is_new && (!again || strcmp(password, again) != 0);
    free(again);
    if (differ) {
        fputs("rookery join: the passwords do not match\n", stderr);
        free(password);
        return NULL;
    }
    if (!password)
        fputs("rookery join: no password given\n", stderr);
    return password;
}

char *login_read_password(const char *name, bool from_input, bool is_new)
{
    if (!from_input)
        return ask_password(name, is_new);
    // Without buffering, because the lines after the first one are commands.
    setvbuf(stdin, NULL, _IONBF, 0);
    char *password = read_line();
    if (!password)
        fputs("rookery join: no password given\n", stderr);
    return password;
}

// ---- requests --------------------------------------------------------------------------------

static void write_body(const struct login *who, struct buffer *out)
{
    struct json json = json_in(out);
    json_begin_object(&json);
    if (who->name) {
        json_put_text(&json, "name", who->name);
        json_put_text(&json, "password", who->password);
        if (who->code)
            json_put_text(&json, "code", who->code);
    }
    json_end_object(&json);
}

static void print_refusal(const struct http_reply *reply)
{
    char reason[300];
    fputs("rookery join: the server refused: ", stderr);
    if (fields_read_error(reply->body.bytes, reply->body.size, reason, sizeof reason))
        text_row_put(reason, strlen(reason), stderr);
    else
        fprintf(stderr, "HTTP status %u", reply->response.status);
    fputc('\n', stderr);
}

static bool take_cookie(const struct http_reply *reply, char out[CREDENTIALS_MAX])
{
    char cookie[COOKIE_MAX];
    if (reply->response.status != 200) {
        print_refusal(reply);
        return false;
    }
    if (!http_reply_cookie(reply, cookie_name, cookie, sizeof cookie)) {
        fputs("rookery join: the server sent no session cookie\n", stderr);
        return false;
    }
    snprintf(out, CREDENTIALS_MAX, "Cookie: %s=%s\r\n", cookie_name, cookie);
    return true;
}

/* Whether the password was right and the server asks for the code of the second factor. */
static bool needs_code(const struct http_reply *reply)
{
    struct fields *fields = NULL;
    if (reply->response.status != 401 ||
        fields_parse(reply->body.bytes, reply->body.size, &fields, NULL))
        return false;
    const bool needs = !strcmp(fields_text(fields, "reason", ""), "code-missing");
    fields_destroy(fields);
    return needs;
}

static char *ask_code(void)
{
    fputs("code of your second factor: ", stderr);
    char *code = read_line();
    if (!code)
        fputs("rookery join: no code given\n", stderr);
    return code;
}

/* Sets *asks_code and prints nothing if the server asks for a code that was not sent. */
static bool try_login(const struct url *url, const struct login *who, char out[CREDENTIALS_MAX],
                      bool *asks_code)
{
    struct http http;
    struct http_reply reply;
    struct buffer body = {0};
    write_body(who, &body);
    const struct http_request request = {.method = "POST",
                                         .path = !who->name              ? "/account/guest"
                                                 : who->register_account ? "/account/register"
                                                                         : "/account/login",
                                         .content_type = "application/json",
                                         .body = body.bytes,
                                         .body_size = body.size};
    http_init(&http, url, TIMEOUT_MS);
    bool logged_in = http_perform(&http, &request, &reply);
    if (!logged_in)
        message_print(stderr, "rookery join: %s", http.error);
    else if ((*asks_code = !who->code && needs_code(&reply)))
        logged_in = false;
    else
        logged_in = take_cookie(&reply, out);
    http_reply_fini(&reply);
    http_fini(&http);
    buffer_fini(&body);
    return logged_in;
}

static bool request_cookie(const struct url *url, const struct login *who,
                           char out[CREDENTIALS_MAX])
{
    bool asks_code = false;
    const bool logged_in = try_login(url, who, out, &asks_code);
    char *code = asks_code ? ask_code() : NULL;
    if (!code)
        return logged_in;
    struct login with_code = *who;
    with_code.code = code;
    const bool accepted = try_login(url, &with_code, out, &asks_code);
    free(code);
    return accepted;
}

static bool is_valid_token(const char *token)
{
    for (const char *c = token; *c; c++)
        if (*c <= ' ' || *c >= 127)
            return false;
    return *token && strlen(token) < CREDENTIALS_MAX / 2;
}

bool login_perform(const struct url *url, const struct login *who, char out[CREDENTIALS_MAX])
{
    if (!who->token)
        return request_cookie(url, who, out);
    if (!is_valid_token(who->token)) {
        fputs("rookery join: invalid token\n", stderr);
        return false;
    }
    snprintf(out, CREDENTIALS_MAX, "Authorization: Bearer %s\r\n", who->token);
    return true;
}
