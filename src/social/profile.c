/* SPDX-License-Identifier: MIT */
#include "social/profile.h"

#include <stdlib.h>
#include <string.h>

#include "accounts/user_text.h"

enum kind { LINE, COUNTRY, LINKS, RATING };
enum { RATING_MIN = 100, RATING_DIGITS = 4, LINKS_MAX = 10 };

static const struct {
    const char *name;
    enum kind kind;
    unsigned max;
} rows[PROFILE_FIELD_COUNT] = {
#define ROW(field, name, kind, max) {name, kind, max},
#include "social/profile.def"
};

// The codes of ISO 3166-1.
static const char countries[] =
    "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR "
    "BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ "
    "EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW "
    "GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY "
    "KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV "
    "MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY "
    "QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG "
    "TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM "
    "ZW";

void profile_fini(struct profile *profile)
{
    for (unsigned i = 0; i < PROFILE_FIELD_COUNT; i++)
        free(profile->texts[i]);
    *profile = (struct profile){{0}};
}

const char *profile_field_name(enum profile_field field)
{
    return rows[field].name;
}

static bool is_country(const char *code)
{
    const char *found = strlen(code) == 2 ? strstr(countries, code) : NULL;
    return found && (found - countries) % 3 == 0;
}

static bool is_rating(const char *text, unsigned max)
{
    const size_t size = strspn(text, "0123456789");
    if (!size || size > RATING_DIGITS || text[size])
        return false;
    const unsigned long rating = strtoul(text, NULL, 10);
    return rating >= RATING_MIN && rating <= max;
}

static bool is_printable_ascii(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (text[i] <= ' ' || text[i] > '~')
            return false;
    return true;
}

/* Only addresses of web pages, so that a page can show them as links. */
static bool is_link(const char *text, size_t size)
{
    static const char http[] = "http://", https[] = "https://";
    const size_t start =
        size > sizeof https - 1 && !memcmp(text, https, sizeof https - 1) ? sizeof https - 1
        : size > sizeof http - 1 && !memcmp(text, http, sizeof http - 1)  ? sizeof http - 1
                                                                          : 0;
    const size_t host = start ? strcspn(text + start, "/?# \r\n") : 0;
    return host >= 3 && is_printable_ascii(text, size) && memchr(text + start, '.', host) &&
           !memchr(text, '"', size) && !memchr(text, '<', size) && !memchr(text, '@', start + host);
}

/* Links are separated by blanks or line breaks. They are stored with one line break between. */
static const char *copy_links(const char *text, char out[PROFILE_TEXT_SIZE])
{
    size_t count = 0, used = 0;
    for (size_t size; (text += strspn(text, " \r\n"), size = strcspn(text, " \r\n"));
         text += size) {
        if (!is_link(text, size))
            return "each link must be an address that starts with http:// or https://";
        if (++count > LINKS_MAX || used + size + 2 > PROFILE_TEXT_SIZE)
            return "must be at most ten links";
        if (used)
            out[used++] = '\n';
        memcpy(out + used, text, size);
        used += size;
    }
    out[used] = '\0';
    return NULL;
}

/* Copies a text as it is stored; returns why it is refused. */
static const char *copy_text(enum profile_field field, const char *text,
                             char out[PROFILE_TEXT_SIZE])
{
    out[0] = '\0';
    if (user_text_count(text) > rows[field].max && rows[field].kind != RATING)
        return rows[field].kind == COUNTRY ? "must be a country code of two capital letters"
                                           : "the text is too long";
    if (rows[field].kind == LINKS)
        return copy_links(text, out);
    user_text_sanitize(text, rows[field].max, out, PROFILE_TEXT_SIZE);
    if (*out && rows[field].kind == COUNTRY && !is_country(out))
        return "must be a country code of two capital letters";
    if (*out && rows[field].kind == RATING && !is_rating(out, rows[field].max))
        return "must be a rating from 100 to 3500";
    return NULL;
}

const char *profile_set(struct profile *profile, enum profile_field field, const char *text)
{
    char clean[PROFILE_TEXT_SIZE];
    const char *why = copy_text(field, text, clean);
    if (why)
        return why;
    char *copy = *clean ? strdup(clean) : NULL;
    if (*clean && !copy)
        return "the server is out of memory";
    free(profile->texts[field]);
    profile->texts[field] = copy;
    return NULL;
}

bool profile_is_empty(const struct profile *profile)
{
    for (unsigned i = 0; i < PROFILE_FIELD_COUNT; i++)
        if (profile->texts[i])
            return false;
    return true;
}

void profile_write(const struct profile *profile, struct json *json)
{
    for (unsigned i = 0; i < PROFILE_FIELD_COUNT; i++)
        if (!profile->texts[i])
            continue;
        else if (rows[i].kind == RATING)
            json_put_integer(json, rows[i].name, strtol(profile->texts[i], NULL, 10));
        else
            json_put_text(json, rows[i].name, profile->texts[i]);
}
