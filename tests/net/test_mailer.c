/* SPDX-License-Identifier: MIT */
#include "net/mailer.h"

#include <string.h>

#include "support/board.h"

static const char *fault(const char *to, const char *subject)
{
    const struct mail mail = {.to = to, .subject = subject, .text = "text"};
    return mail_fault(&mail);
}

static void an_ordinary_message_is_accepted(void **state)
{
    (void)state;
    assert_null(fault("anna@home.example", "Hello"));
    assert_null(fault("anna+chess@home.example", ""));
}

static void headers_cannot_be_injected(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "anna",
                                      "a@b.example\r\nBcc: x@y.example",
                                      "a@b.example\nBcc: x@y.example",
                                      "a@b.example, x@y.example",
                                      "<a@b.example>",
                                      "a b@c.example",
                                      "\"a\"@b.example"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_non_null(fault(bad[i], "Hello"));
    assert_non_null(fault("a@b.example", "Hello\r\nBcc: x@y.example"));
    assert_non_null(fault("a@b.example", "Hello\x7f"));
}

static void long_messages_are_refused(void **state)
{
    (void)state;
    static char text[20000];
    memset(text, 'x', sizeof text - 1);
    const struct mail mail = {.to = "a@b.example", .subject = "x", .text = text};
    assert_non_null(mail_fault(&mail));
    assert_non_null(fault("a@b.example", text));
}

static void only_this_machine_may_do_without_tls(void **state)
{
    (void)state;
    static const char *const local[] = {"smtp://localhost", "smtp://localhost:25",
                                        "smtp://127.0.0.1:25", "smtp://127.1.2.3/x",
                                        "smtp://[::1]:25"};
    static const char *const remote[] = {
        "smtp://localhost.example.org", "smtp://127.0.0.1.example.org", "smtp://127.example.org:25",
        "smtp://[::1].example.org",     "smtp://mail.example.org",      "localhost"};
    for (size_t i = 0; i < sizeof local / sizeof *local; i++)
        assert_true(mail_url_is_local(local[i]));
    for (size_t i = 0; i < sizeof remote / sizeof *remote; i++)
        assert_false(mail_url_is_local(remote[i]));
}

static void ignore_wake(void *context)
{
    (void)context;
}

static void a_server_that_does_not_answer_is_given_up_when_the_mailer_stops(void **state)
{
    (void)state;
    const struct mailer_options options = {.url = "smtp://127.0.0.1:1", .from = "a@b.example"};
    struct mailer *mailer = mailer_create(&options, ignore_wake, NULL);
    assert_non_null(mailer);
    const struct mail mail = {.to = "c@d.example", .subject = "x", .text = "y"};
    unsigned accepted = 0;
    while (accepted < 1000 && mailer_send(mailer, &mail))
        accepted++;
    assert_true(accepted > 0);
    mailer_destroy(mailer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_ordinary_message_is_accepted),
        cmocka_unit_test(headers_cannot_be_injected),
        cmocka_unit_test(long_messages_are_refused),
        cmocka_unit_test(only_this_machine_may_do_without_tls),
        cmocka_unit_test(a_server_that_does_not_answer_is_given_up_when_the_mailer_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
