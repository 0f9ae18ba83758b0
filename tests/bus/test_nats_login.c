/* SPDX-License-Identifier: MIT */
/* How we log in to NATS, and with which of its servers. */
#include "bus/nats_login.h"

#include <stdio.h>
#include <string.h>

#include "support/board.h"
#include "support/folder.h"

// The second key of RFC 8032, section 7.1, as a key of a user; it signs the message "r".
static const char seed[] = "SUAEZTIITMUP7FW2TW3MGRXMCFHA6W4KGGPTLK5GETNIZ5XNJ64KN63OVI";
static const char signature[] =
    "kqAJqfDUyrhyDoILX2QlQKKye1QWUD-Ps3YiI-vbadoIWsHkPhWZbkWPNhPQ8R2MOHsurrQwKu6wDSkWErsMAA";

static struct nats_info parse_info(const char *json)
{
    struct nats_info info;
    nats_info_parse(json, strlen(json), &info);
    return info;
}

static struct nats_server parse_server(const char *text)
{
    struct nats_url url;
    struct nats_server server;
    char why[200];
    assert_int_equal(nats_url_parse(text, &url, why, sizeof why), RK_OK);
    nats_url_get_server(&url, url.count - 1, &server);
    return server;
}

// ---- servers ---------------------------------------------------------------------------------

static void an_address_has_a_host_a_port_and_a_user(void **state)
{
    (void)state;
    const struct {
        const char *text, *host, *port, *user, *password;
    } cases[] = {{"nats://a", "a", "4222", "", ""},
                 {"nats://a,tls://b.example:17", "b.example", "17", "", ""},
                 {"nats://[::1]:99", "::1", "99", "", ""},
                 {"nats://[fe80::1]", "fe80::1", "4222", "", ""},
                 {"nats://token@a:1", "a", "1", "token", ""},
                 {"nats://anna:p%40ss%3a%zz:x@a", "a", "4222", "anna", "p@ss:%zz:x"},
                 {"nats://anna:p@ss@a", "a", "4222", "anna", "p@ss"},
                 {"nats://@a", "a", "4222", "", ""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct nats_server server = parse_server(cases[i].text);
        assert_string_equal(server.host, cases[i].host);
        assert_string_equal(server.port, cases[i].port);
        assert_string_equal(server.user, cases[i].user);
        assert_string_equal(server.password, cases[i].password);
    }
}

static void a_server_says_what_it_wants(void **state)
{
    (void)state;
    struct nats_info info =
        parse_info("{\"server_id\":\"X\",\"tls_required\":true,\"nonce\":\"a-B_9\"}");
    assert_true(info.wants_tls);
    assert_string_equal(info.nonce, "a-B_9");
    info = parse_info("{\"tls_required\": false, \"nonce\" : \"x\\\"y\"}");
    assert_false(info.wants_tls);
    assert_string_equal(info.nonce, "");
    const char *const cut[] = {
        "", "{", "{\"nonce\"", "{\"nonce\":", "{\"nonce\":\"", "{\"tls_required\":tru"};
    for (size_t i = 0; i < sizeof cut / sizeof *cut; i++) {
        info = parse_info(cut[i]);
        assert_false(info.wants_tls);
        assert_string_equal(info.nonce, "");
    }
}

// ---- signatures ------------------------------------------------------------------------------

static void a_nonce_is_signed_with_the_key_of_a_user(void **state)
{
    (void)state;
    char out[NATS_SIGNATURE_SIZE];
    assert_int_equal(nats_sign(seed, sizeof seed - 1, "r", out), RK_OK);
    assert_string_equal(out, signature);
}

static void a_key_with_a_mistake_is_refused(void **state)
{
    (void)state;
    char out[NATS_SIGNATURE_SIZE], wrong[sizeof seed];
    assert_int_equal(nats_sign(seed, sizeof seed - 2, "r", out), RK_BAD_RECORD);
    for (size_t i = 0; i + 1 < sizeof seed; i++) {
        memcpy(wrong, seed, sizeof seed);
        wrong[i] = wrong[i] == 'A' ? 'B' : 'A';
        assert_int_equal(nats_sign(wrong, sizeof seed - 1, "r", out), RK_BAD_RECORD);
        wrong[i] = '1';
        assert_int_equal(nats_sign(wrong, sizeof seed - 1, "r", out), RK_BAD_RECORD);
    }
}

// ---- the answer ------------------------------------------------------------------------------

static void assert_login(const char *url, const char *credentials, const char *part)
{
    struct buffer out = {0};
    char why[200];
    const struct nats_server server = parse_server(url);
    const struct nats_login login = {
        .server = &server, .credentials = credentials, .nonce = "r", .secure = false};
    assert_int_equal(nats_login_write(&login, &out, why, sizeof why), RK_OK);
    const char *text = buffer_cstr(&out);
    assert_int_equal(strncmp(text, "CONNECT {", 9), 0);
    assert_string_equal(text + out.size - 3, "}\r\n");
    assert_non_null(strstr(text, part));
    buffer_fini(&out);
}

static void the_answer_names_the_user(void **state)
{
    (void)state;
    assert_login("nats://anna:a%22b@a", NULL, "\"user\":\"anna\",\"pass\":\"a\\\"b\"");
    assert_login("nats://secret@a", NULL, "\"auth_token\":\"secret\"");
    assert_login("nats://a", NULL, "\"echo\":false");
}

static void the_answer_has_the_signature_of_the_credentials(void **state)
{
    (void)state;
    const struct folder folder = folder_make();
    char path[200], part[200];
    snprintf(path, sizeof path, "%s/user.creds", folder.path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "-----BEGIN NATS USER JWT-----\r\nthe.j-w_t\r\n------END NATS USER JWT------\r\n\r\n"
            "-----BEGIN USER NKEY SEED-----\n%s\n------END USER NKEY SEED------\n",
            seed);
    fclose(file);
    snprintf(part, sizeof part, "\"jwt\":\"the.j-w_t\",\"sig\":\"%s\"", signature);
    assert_login("nats://a", path, part);
    folder_remove(&folder);
}

static void credentials_that_cannot_be_used_are_refused(void **state)
{
    (void)state;
    struct buffer out = {0};
    char why[200] = "";
    const struct nats_server server = parse_server("nats://a");
    struct nats_login login = {.server = &server, .credentials = "/nowhere", .nonce = "r"};
    assert_int_not_equal(nats_login_write(&login, &out, why, sizeof why), RK_OK);
    assert_non_null(strstr(why, "/nowhere cannot be read"));
    login.credentials = "/dev/null";
    assert_int_not_equal(nats_login_write(&login, &out, why, sizeof why), RK_OK);
    assert_non_null(strstr(why, "/dev/null has no JWT"));
    buffer_fini(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_address_has_a_host_a_port_and_a_user),
        cmocka_unit_test(a_server_says_what_it_wants),
        cmocka_unit_test(a_nonce_is_signed_with_the_key_of_a_user),
        cmocka_unit_test(a_key_with_a_mistake_is_refused),
        cmocka_unit_test(the_answer_names_the_user),
        cmocka_unit_test(the_answer_has_the_signature_of_the_credentials),
        cmocka_unit_test(credentials_that_cannot_be_used_are_refused),
    };
    return cmocka_run_group_tests_name("nats login", tests, NULL, NULL);
}
