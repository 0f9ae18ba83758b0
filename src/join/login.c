/* SPDX-License-Identifier: MIT */
#include "join/login.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/http.h"
#include "tui/terminal.h"
#include "tui/text_row.h"
#include "wire/fields.h"
#include "wire/json.h"

enum { ANSWER_WITHIN = 15000, COOKIE_MAX = 256 };

static const char cookie_name[] = "rookery";

// ---- the password ----------------------------------------------------------------------------

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

static char *read_unseen(const char *prompt, const char *name)
{
    if (!terminal_disable_echo()) {
        fputs("rookery join: there is no terminal to type a password; try --password-stdin\n",
              stderr);
        return NULL;
    }
    fprintf(stderr, "%s%s: ", prompt, name);
    char *line = read_line();
    terminal_restore_echo();
    fputc('\n', stderr);
    return line;
}

/* A new one twice, for nobody sees what is typed. */
static char *ask_password(const char *name, bool is_new)
{
    char *password = read_unseen("password of ", name);
    char *again = password && is_new ? read_unseen("once more", "") : NULL;
    const bool differ = password && is_new && (!again || strcmp(password, again) != 0);
    free(again);
    if (differ) {
        fputs("rookery join: these are not the same\n", stderr);
        free(password);
        return NULL;
    }
    if (!password)
        fputs("rookery join: no password was given\n", stderr);
    return password;
}

char *login_read_password(const char *name, bool from_input, bool is_new)
{
    if (!from_input)
        return ask_password(name, is_new);
    // Byte by byte, for what follows the first line are commands.
    setvbuf(stdin, NULL, _IONBF, 0);
    char *password = read_line();
    if (!password)
        fputs("rookery join: no password was given\n", stderr);
    return password;
}

// ---- asking ----------------------------------------------------------------------------------

static void write_body(const struct login *who, struct buffer *out)
{
    struct json json = json_in(out);
    json_begin_object(&json);
    if (who->name) {
        json_put_text(&json, "name", who->name);
        json_put_text(&json, "password", who->password);
    }
    json_end_object(&json);
}

/* What the server says against it: its words or, without any, its status. */
static void complain(const struct http_answer *answer)
{
    char words[300];
    fputs("rookery join: the server refuses: ", stderr);
    if (fields_read_error(answer->body.bytes, answer->body.size, words, sizeof words))
        text_row_put(words, strlen(words), stderr);
    else
        fprintf(stderr, "HTTP status %u", answer->response.status);
    fputc('\n', stderr);
}

static bool take_cookie(const struct http_answer *answer, char out[CREDENTIALS_MAX])
{
    char cookie[COOKIE_MAX];
    if (answer->response.status != 200) {
        complain(answer);
        return false;
    }
    if (!http_answer_cookie(answer, cookie_name, cookie, sizeof cookie)) {
        fputs("rookery join: the server lets nobody in: there is no cookie\n", stderr);
        return false;
    }
    snprintf(out, CREDENTIALS_MAX, "Cookie: %s=%s\r\n", cookie_name, cookie);
    return true;
}

static bool ask(const struct url *url, const struct login *who, char out[CREDENTIALS_MAX])
{
    struct http http;
    struct http_answer answer;
    struct buffer body = {0};
    write_body(who, &body);
    const struct http_request request = {.method = "POST",
                                         .path = !who->name       ? "/account/guest"
                                                 : who->registers ? "/account/register"
                                                                  : "/account/login",
                                         .content_type = "application/json",
                                         .body = body.bytes,
                                         .body_size = body.size};
    http_init(&http, url, ANSWER_WITHIN);
    bool let_in = http_ask(&http, &request, &answer);
    if (!let_in)
        fprintf(stderr, "rookery join: %s\n", http.why);
    else
        let_in = take_cookie(&answer, out);
    http_answer_fini(&answer);
    http_fini(&http);
    buffer_fini(&body);
    return let_in;
}

static bool is_token(const char *token)
{
    for (const char *c = token; *c; c++)
        if (*c <= ' ' || *c >= 127)
            return false;
    return *token && strlen(token) < CREDENTIALS_MAX / 2;
}

bool login(const struct url *url, const struct login *who, char out[CREDENTIALS_MAX])
{
    if (!who->token)
        return ask(url, who, out);
    if (!is_token(who->token)) {
        fputs("rookery join: this is no token\n", stderr);
        return false;
    }
    snprintf(out, CREDENTIALS_MAX, "Authorization: Bearer %s\r\n", who->token);
    return true;
}
