/* SPDX-License-Identifier: MIT */
/* Names are ASCII, so that no two of them look the same. */
#include "accounts/names.h"

#include <string.h>

#include "base/ascii.h"

enum { NAME_MIN = 2, NAME_MAX = 20 };

/* Names that would be taken for the server's operator or one of its URLs, in lower case. */
static const char *const reserved[] = {
    "account", "admin",   "administrator", "anonymous", "api",       "bot",  "game",
    "guest",   "healthz", "moderator",     "null",      "rookery",   "root", "server",
    "staff",   "support", "sysadmin",      "system",    "undefined", "ws",
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
static char fold_lookalike(char c)
{
    static const char from[] = "013457l", to[] = "oieasti";
    const char *at = strchr(from, ascii_lower(c));
    return at ? to[at - from] : ascii_lower(c);
}

/* Whether the name looks like the word. */
static bool looks_like(const char *name, const char *word)
{
    for (; *name; name++) {
        if (is_separator(*name))
            continue;
        if (!*word || fold_lookalike(*name) != fold_lookalike(*word))
            return false;
        word++;
    }
    return !*word;
}

/* "Guest-" and letters are the names of guests. */
static bool is_guest_name(const char *name)
{
    static const char guest[] = "guest";
    size_t i = 0;
    while (guest[i] && fold_lookalike(name[i]) == fold_lookalike(guest[i]))
        i++;
    return !guest[i] && is_separator(name[i]);
}

static bool is_reserved(const char *name)
{
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (looks_like(name, reserved[i]))
            return true;
    return is_guest_name(name);
}

const char *name_fault(const char *name)
{
    const size_t length = strlen(name);
    if (length < NAME_MIN || length > NAME_MAX)
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
    if (length > IDENTITY_ID_MAX)
        return false;
    for (size_t i = 0; i <= length; i++)
        out[i] = ascii_lower(name[i]);
    return true;
}
