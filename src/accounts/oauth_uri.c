/* SPDX-License-Identifier: MIT */
/* Where a client may send people back to. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "accounts/oauth.h"

enum { HOST_MAX = OAUTH_SOURCE_SIZE - 24, PORT_DIGITS = 5, PORT_MAX = 65535 };

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/* Schemes that a browser or the system handles itself: a redirect to them runs a script, or opens
 * something else than the client. */
static const char *const forbidden[] = {"about",
                                        "blob",
                                        "callto",
                                        "chrome",
                                        "chrome-extension",
                                        "data",
                                        "facetime",
                                        "file",
                                        "filesystem",
                                        "ftp",
                                        "geo",
                                        "intent",
                                        "irc",
                                        "itms-services",
                                        "jar",
                                        "javascript",
                                        "ldap",
                                        "magnet",
                                        "mailto",
                                        "market",
                                        "mhtml",
                                        "moz-extension",
                                        "news",
                                        "nfs",
                                        "rdp",
                                        "resource",
                                        "search-ms",
                                        "sftp",
                                        "sip",
                                        "sms",
                                        "smb",
                                        "ssh",
                                        "tel",
                                        "telnet",
                                        "tftp",
                                        "vbscript",
                                        "view-source",
                                        "vnc",
                                        "ws",
                                        "wss"};

/* Those of Windows start programs with arguments of the caller's choice. */
static const char windows_prefix[] = "ms-";

/* The length of the scheme; 0 if there is none. */
static size_t scheme_size(const char *uri)
{
    char allowed[80];
    snprintf(allowed, sizeof allowed, "%s0123456789+-.", letters);
    const size_t size = strspn(uri, allowed);
    return size && strchr(letters, uri[0]) && uri[size] == ':' ? size : 0;
}

static bool has_scheme(const char *uri, const char *scheme)
{
    const size_t size = scheme_size(uri);
    return size && strlen(scheme) == size && !strncasecmp(uri, scheme, size);
}

/* Bytes that a URI may have unescaped, without the number sign: a fragment is not allowed. */
static bool has_only_uri_bytes(const char *uri)
{
    for (; *uri; uri++)
        if ((unsigned char)*uri <= ' ' || (unsigned char)*uri >= 0x7f ||
            strchr("\"<>\\^`{|}#'", *uri))
            return false;
    return true;
}

/* Whether it is "", or a colon and a port. */
static bool is_port(const char *text, size_t size)
{
    const size_t digits = size ? strspn(text + 1, "0123456789") : 0;
    return !size || (text[0] == ':' && digits == size - 1 && digits >= 1 && digits <= PORT_DIGITS &&
                     strtoul(text + 1, NULL, 10) <= PORT_MAX);
}

/* The authority after "//": host and port. Returns its size; 0 if it is missing or has a user, a
 * doubtful byte or a port that is not a number. */
static size_t authority_size(const char *uri, const char **out)
{
    char allowed[80];
    const char *at = uri + scheme_size(uri) + 1;
    if (strncmp(at, "//", 2) != 0)
        return 0;
    *out = at += 2;
    const size_t size = strcspn(at, "/?");
    const bool is_address = at[0] == '[';
    snprintf(allowed, sizeof allowed, is_address ? "[0123456789abcdefABCDEF:." : "%s0123456789.-_",
             letters);
    const size_t host = strspn(at, allowed) + is_address;
    if (host > size || host < 1 || (is_address && at[host - 1] != ']') || host >= HOST_MAX)
        return 0;
    return is_port(at + host, size - host) ? size : 0;
}

static bool is_loopback(const char *host, size_t size)
{
    static const char *const names[] = {"localhost", "127.0.0.1", "[::1]"};
    const size_t name_size = host[0] == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":/?");
    if (name_size > size)
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == name_size && !strncasecmp(host, names[i], name_size))
            return host[name_size] == ':' || name_size == size;
    return false;
}

const char *redirect_uri_fault(const char *uri)
{
    static const char scheme_not_allowed[] = "redirect_uri has a scheme that is not allowed";
    const char *host = "";
    if (!*uri)
        return "redirect_uri is missing";
    if (strlen(uri) > OAUTH_URI_MAX)
        return "redirect_uri is too long";
    if (!scheme_size(uri) || !has_only_uri_bytes(uri))
        return "redirect_uri is not an absolute URI without a fragment";
    for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++)
        if (has_scheme(uri, forbidden[i]))
            return scheme_not_allowed;
    if (!strncasecmp(uri, windows_prefix, sizeof windows_prefix - 1))
        return scheme_not_allowed;
    const bool is_https = has_scheme(uri, "https"), is_http = has_scheme(uri, "http");
    if (!is_https && !is_http)
        return NULL;
    const size_t size = authority_size(uri, &host);
    if (!size)
        return "redirect_uri has no valid host";
    if (is_http && !is_loopback(host, size))
        return "redirect_uri must be https, except on this machine (localhost)";
    return NULL;
}

void redirect_uri_source(const char *uri, char out[OAUTH_SOURCE_SIZE])
{
    const char *host;
    const size_t scheme = scheme_size(uri);
    const bool is_web = has_scheme(uri, "https") || has_scheme(uri, "http");
    const size_t size = is_web ? authority_size(uri, &host) : 0;
    snprintf(out, OAUTH_SOURCE_SIZE, "%.*s", (int)(is_web ? scheme + 3 + size : scheme + 1), uri);
}

void redirect_uri_add(struct buffer *uri, const char *name, const char *value)
{
    static const char digits[] = "0123456789ABCDEF";
    if (!*value)
        return;
    buffer_put(uri, strchr(buffer_cstr(uri), '?') ? '&' : '?');
    buffer_text(uri, name);
    buffer_put(uri, '=');
    for (; *value; value++) {
        const unsigned char c = (unsigned char)*value;
        if (strchr(letters, *value) || (c >= '0' && c <= '9') || strchr("-_.~", *value)) {
            buffer_put(uri, *value);
            continue;
        }
        buffer_put(uri, '%');
        buffer_put(uri, digits[c >> 4]);
        buffer_put(uri, digits[c & 15]);
    }
}
