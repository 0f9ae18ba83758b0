/* SPDX-License-Identifier: MIT */
/* An OAuth request: a query string. What is accepted redirects to a URI that is safe in a header
 * and in a Content-Security-Policy. */
#include "fuzz.h"

#include <stdlib.h>
#include <strings.h>

#include "accounts/oauth.h"
#include "base/buffer.h"
#include "http/form.h"

static const char *text_or_empty(const struct form *form, const char *key)
{
    const char *text = form_text(form, key);
    return text ? text : "";
}

static void check_redirect(const struct oauth_request *request)
{
    static const char *const harmful[] = {"javascript:", "data:", "vbscript:", "file:", "blob:"};
    char source[OAUTH_SOURCE_SIZE];
    struct buffer uri = {0};
    for (size_t i = 0; i < sizeof harmful / sizeof *harmful; i++)
        CHECK(strncasecmp(request->redirect_uri, harmful[i], strlen(harmful[i])) != 0);
    redirect_uri_source(request->redirect_uri, source);
    CHECK(*source && !strpbrk(source, " ;,'\"\r\n"));
    buffer_text(&uri, request->redirect_uri);
    redirect_uri_add(&uri, "state", request->state);
    CHECK(!strpbrk(buffer_cstr(&uri), " \"<>\r\n"));
    buffer_fini(&uri);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *query = malloc(size + 1);
    CHECK(query);
    memcpy(query, data, size);
    query[size] = '\0';
    struct form *form = NULL;
    const struct request http = {.path = "/oauth", .query = query, .content_type = "", .body = ""};
    if (!form_create(&http, &form, NULL)) {
        const struct oauth_request request = {.response_type = text_or_empty(form, "response_type"),
                                              .client_id = text_or_empty(form, "client_id"),
                                              .redirect_uri = text_or_empty(form, "redirect_uri"),
                                              .challenge_method =
                                                  text_or_empty(form, "code_challenge_method"),
                                              .challenge = text_or_empty(form, "code_challenge"),
                                              .scope = text_or_empty(form, "scope"),
                                              .username = text_or_empty(form, "username"),
                                              .state = text_or_empty(form, "state")};
        const struct oauth_check check = oauth_check_request(&request);
        CHECK(check.error && memchr(check.why, 0, sizeof check.why));
        CHECK(check.verdict == OAUTH_VALID ? !*check.error : *check.error && *check.why);
        if (check.verdict != OAUTH_UNTRUSTED)
            check_redirect(&request);
    }
    form_destroy(form);
    free(query);
    return 0;
}
