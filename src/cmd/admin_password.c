/* SPDX-License-Identifier: MIT */
#include "cmd/admin_password.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd/command.h"
#include "tui/terminal.h"

/* Reads a line without its end; false if there is none, or it is too long or contains a NUL. */
static bool read_password_line(FILE *file, char out[PASSWORD_MAX + 2])
{
    size_t size = 0;
    int c;
    while ((c = getc(file)) != EOF && c != '\n') {
        if (size == PASSWORD_MAX + 1 || !c)
            return false;
        out[size++] = (char)c;
    }
    if (size && out[size - 1] == '\r')
        size--;
    out[size] = '\0';
    return size || c == '\n';
}

/* Asks on the terminal, without echo. */
static bool prompt_password(const char *question, char out[PASSWORD_MAX + 2])
{
    if (!terminal_disable_echo())
        return false;
    fputs(question, stderr);
    const bool read = read_password_line(stdin, out);
    terminal_restore_echo();
    fputc('\n', stderr);
    return read;
}

static int prompt_twice(char out[PASSWORD_MAX + 2])
{
    char repeated[PASSWORD_MAX + 2] = "";
    if (!prompt_password("password: ", out) || !prompt_password("repeat password: ", repeated))
        return command_fail("admin", EXIT_DATA_ERROR, "no password entered");
    const bool same = !strcmp(out, repeated);
    secret_wipe(repeated, sizeof repeated);
    return same ? EXIT_OK : command_fail("admin", EXIT_DATA_ERROR, "the passwords do not match");
}

/* `is_random`: it has to be printed later. */
static int get_password(const struct server_env *env, bool from_input, char out[PASSWORD_MAX + 2],
                        bool *is_random)
{
    *is_random = !from_input && !isatty(STDIN_FILENO);
    if (*is_random)
        secret_random_text(env, RANDOM_PASSWORD_SIZE, out);
    else if (!from_input)
        return prompt_twice(out);
    else if (!read_password_line(stdin, out))
        return command_fail(
            "admin", EXIT_DATA_ERROR,
            "the first line of standard input must be a password of at most %d bytes",
            PASSWORD_MAX);
    return EXIT_OK;
}

int admin_password_get(const struct server_env *env, bool from_input, const char *name,
                       struct new_password *out)
{
    char password[PASSWORD_MAX + 2] = "";
    bool is_random;
    int status = get_password(env, from_input, password, &is_random);
    const char *fault = status ? NULL : password_imported_fault(password, name);
    if (fault)
        status = command_fail("admin", EXIT_DATA_ERROR, "%s", fault);
    uint8_t salt[PASSWORD_SALT_SIZE];
    env->random(env->context, salt, sizeof salt);
    const struct password_cost cost = {PASSWORD_OPS, PASSWORD_MIB};
    if (!status && !password_hash(password, cost, salt, out->hash))
        status = command_fail("admin", EXIT_SYSTEM_ERROR, "not enough memory to hash the password");
    snprintf(out->random, sizeof out->random, "%s", is_random ? password : "");
    secret_wipe(password, sizeof password);
    return status;
}
