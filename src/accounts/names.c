/* SPDX-License-Identifier: MIT */
/* Names are ASCII, so that no two of them look the same. */
#include "accounts/names.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"

/* Names that would be taken for the server's operator, its engine or one of its URLs, in lower
 * case.
 */
static const char *const reserved[] = {
    "abuse",      "account",    "accounts", "admin",    "administrator", "admins", "anonymous",
    "api",        "billing",    "bot",      "computer", "contact",       "engine", "everybody",
    "everyone",   "game",       "games",    "guest",    "healthz",       "help",   "helpdesk",
    "hostmaster", "info",       "login",    "mail",     "metrics",       "mod",    "moderation",
    "moderator",  "moderators", "mods",     "nobody",   "noreply",       "null",   "oauth",
    "official",   "operator",   "owner",    "password", "postmaster",    "readyz", "register",
    "rookery",    "root",       "security", "server",   "setup",         "staff",  "stockfish",
    "superuser",  "support",    "sysadmin", "sysop",    "system",        "team",   "tv",
    "undefined",  "webmaster",  "ws",
};

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_separator(char c)
{
    return c == '_' || c == '-';
}

/* The letter that a digit or another letter looks like: people read "Adm1n" as admin. */
static char fold_letter(char c)
{
    static const char from[] = "0134578l", to[] = "oieastbi";
    const char *at = strchr(from, ascii_lower(c));
    return at && *at ? to[at - from] : ascii_lower(c);
}

/* Writes what people read: without separators, look-alikes as the letter they look like, and pairs
 * of letters ("adrnin") as the letter that they look like together. The text is at most as long as
 * the name. */
static void write_folded(const char *name, char *out)
{
    char *at = out;
    for (; *name; name++) {
        if (is_separator(*name))
            continue;
        const char letter = fold_letter(*name);
        if (at > out && at[-1] == 'r' && letter == 'n')
            at[-1] = 'm';
        else if (at > out && at[-1] == 'v' && letter == 'v')
            at[-1] = 'w';
        else if (at > out && at[-1] == 'c' && letter == 'i') // "cl"; the l is an i by now
            at[-1] = 'd';
        else
            *at++ = letter;
    }
    *at = '\0';
}

/* Whether a folded name looks like the word; with `starts`, whether it starts like it. */
static bool looks_like(const char *folded, const char *word, bool starts)
{
    char other[ACCOUNT_NAME_MAX + 1];
    write_folded(word, other);
    const size_t size = strlen(other);
    return !strncmp(folded, other, size) && (starts || !folded[size]);
}

/* "Guest-" and letters are the names of guests, "Rookery level 3" is one of the engine's. */
static bool is_server_name(const char *name, const char *folded)
{
    static const char guest[] = "guest";
    const char *separator = strpbrk(name, "-_");
    return looks_like(folded, "rookerylevel", true) || looks_like(folded, "rookerybot", true) ||
           (separator && separator - name == sizeof guest - 1 && looks_like(folded, guest, true));
}

static bool is_reserved(const char *name)
{
    char folded[ACCOUNT_NAME_MAX + 1];
    write_folded(name, folded);
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (looks_like(folded, reserved[i], false))
            return true;
    return is_server_name(name, folded);
}

const char *name_fault(const char *name)
{
    const size_t length = strlen(name);
    if (length < ACCOUNT_NAME_MIN || length > ACCOUNT_NAME_MAX)
        return "a name must have 2 to 20 characters";
    for (size_t i = 0; i < length; i++)
        if (!is_letter(name[i]) && !is_digit(name[i]) && !is_separator(name[i]))
            return "a name may contain only the letters a to z, digits, _ and -";
    if (!is_letter(name[0]))
        return "a name must start with a letter";
    if (is_separator(name[length - 1]))
        return "a name must end with a letter or a digit";
    for (size_t i = 1; i < length; i++)
        if (is_separator(name[i]) && is_separator(name[i - 1]))
            return "a name must not have two of _ and - in a row";
    return is_reserved(name) ? "this name is reserved" : NULL;
}

bool name_to_id(const char *name, char out[IDENTITY_ID_MAX + 1])
{
    const size_t length = strlen(name);
    if (length > IDENTITY_ID_MAX || !utf8_is_valid(name, length))
        return false;
    for (size_t i = 0; i <= length; i++)
        out[i] = ascii_lower(name[i]);
    return true;
}
