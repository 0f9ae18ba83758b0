/* SPDX-License-Identifier: MIT */
/* A PostgreSQL server that accepts connections and then says nothing: stopped, or cut off. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "store/postgres_session.h"
#include "support/board.h"
#include "support/folder.h"

struct silent_server {
    struct folder folder;
    char url[STORE_URL_MAX + 1];
    int listener;
    bool greets; /* like a server that is ready for statements */
    pthread_t thread;
};

/* Trust, the parameters that libpq asks about, a key, ready. */
static const char greeting[] = "R\0\0\0\10\0\0\0\0"
                               "S\0\0\0\30server_version\00015.0\0"
                               "S\0\0\0\31server_encoding\0UTF8\0"
                               "S\0\0\0\27in_hot_standby\0off\0"
                               "S\0\0\0\46default_transaction_read_only\0off\0"
                               "K\0\0\0\14\0\0\0\1\0\0\0\1"
                               "Z\0\0\0\5I";

static void *serve(void *context)
{
    const struct silent_server *server = context;
    char bytes[1000];
    const int client = accept(server->listener, NULL, NULL);
    if (client < 0 || read(client, bytes, sizeof bytes) <= 0)
        return NULL;
    if (server->greets)
        assert_true(write(client, greeting, sizeof greeting - 1) > 0);
    while (read(client, bytes, sizeof bytes) > 0)
        continue;
    close(client);
    return NULL;
}

static void start_server(struct silent_server *server, bool greets)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    *server = (struct silent_server){.folder = folder_make(), .greets = greets};
    snprintf(address.sun_path, sizeof address.sun_path, "%.80s/.s.PGSQL.5432", server->folder.path);
    snprintf(server->url, sizeof server->url, "postgresql://rookery@/x?host=%s&connect_timeout=2",
             server->folder.path);
    server->listener = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_return_code(bind(server->listener, (struct sockaddr *)&address, sizeof address), 0);
    assert_return_code(listen(server->listener, 5), 0);
    assert_int_equal(pthread_create(&server->thread, NULL, serve, server), 0);
}

static void stop_server(struct silent_server *server)
{
    shutdown(server->listener, SHUT_RDWR);
    pthread_join(server->thread, NULL);
    close(server->listener);
    folder_remove(&server->folder);
}

static void a_statement_without_an_answer_is_given_up(void **state)
{
    (void)state;
    struct silent_server server;
    struct postgres_session session;
    char why[500];
    start_server(&server, true);
    const struct postgres_session_options options = {.url = server.url, .limit_ms = 50};
    assert_int_equal(postgres_session_init(&session, &options), RK_OK);
    assert_int_equal(postgres_session_connect(&session, why, sizeof why), RK_CANNOT_OPEN);
    if (!strstr(why, "no answer from the server"))
        fail_msg("%s", why);
    postgres_session_fini(&session);
    stop_server(&server);
}

static void a_server_that_does_not_answer_is_down(void **state)
{
    (void)state;
    struct silent_server server;
    struct postgres_session session;
    start_server(&server, false);
    const struct postgres_session_options options = {.url = server.url};
    assert_int_equal(postgres_session_init(&session, &options), RK_OK);
    assert_true(postgres_session_is_server_down(&session));
    postgres_session_fini(&session);
    stop_server(&server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_statement_without_an_answer_is_given_up),
        cmocka_unit_test(a_server_that_does_not_answer_is_down),
    };
    return cmocka_run_group_tests_name("postgres_silence", tests, NULL, NULL);
}
