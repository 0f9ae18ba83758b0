/* SPDX-License-Identifier: MIT */
#include "core/pending.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/state.h"

enum { MANY = 100, SECRET_SIZE = 64 };

/* A request whose answer the test gives. */
struct question {
    struct pending_request pending;
    int number;
    int *answered; /* the last number for which the asker was still there */
    char secret[SECRET_SIZE];
};

static struct server test_server;
static struct pending_list module;
static int released;
static bool secret_was_wiped;

static int set_up(void **state)
{
    (void)state;
    pending_list_init(&module, &test_server);
    released = 0;
    return 0;
}

static struct question *ask(int number, int *answered)
{
    struct question *question = pending_create(&module, sizeof *question);
    assert_non_null(question);
    assert_int_equal(question->number, 0);
    question->number = number;
    question->answered = answered;
    return question;
}

/* Takes the answer, which is dropped if the owner is gone. */
static void answer(struct question *question)
{
    if (question->pending.server)
        *question->answered = question->number;
    pending_destroy(&question->pending);
}

static void count_release(struct pending_request *request)
{
    assert_true(list_is_empty(&request->node));
    released++;
}

static void an_answer_reaches_the_asker(void **state)
{
    (void)state;
    int answered = 0;
    struct question *question = ask(7, &answered);
    assert_ptr_equal(question->pending.server, &test_server);
    answer(question);
    assert_int_equal(answered, 7);
    assert_true(list_is_empty(&module.requests));
}

static void an_answer_after_the_owner_has_ended_reaches_nobody(void **state)
{
    (void)state;
    int answered = 0;
    struct question *question = ask(7, &answered);
    pending_cancel_all(&module);
    assert_null(question->pending.server);
    assert_int_equal(question->number, 7); // what the answer needs is still there
    answer(question);
    assert_int_equal(answered, 0);
}

static void an_owner_ends_with_many_requests(void **state)
{
    (void)state;
    int answered = 0;
    struct question *external[MANY];
    for (int i = 0; i < MANY; i++) {
        external[i] = ask(i + 1, &answered);
        external[i]->pending.release = count_release;
        struct question *internal = ask(-i, &answered);
        internal->pending.internal = true;
        internal->pending.release = count_release;
    }
    pending_cancel_all(&module);
    assert_true(list_is_empty(&module.requests));
    assert_int_equal(released, MANY); // nobody answers the internal ones any more
    for (int i = MANY - 1; i >= 0; i--)
        answer(external[i]);
    assert_int_equal(released, 2 * MANY);
    assert_int_equal(answered, 0);
}

static void cancelling_twice_or_with_nothing_pending_does_nothing(void **state)
{
    (void)state;
    int answered = 0;
    pending_cancel_all(&module);
    struct question *question = ask(1, &answered);
    pending_cancel_all(&module);
    pending_cancel_all(&module);
    answer(question);
    assert_int_equal(answered, 0);
}

static void a_request_may_go_from_a_module_to_the_store(void **state)
{
    (void)state;
    int answered = 0;
    struct question *question = ask(1, &answered);
    question->pending.internal = true;
    question->pending.internal = false; // its next step is the store's
    pending_cancel_all(&module);
    answer(question);
    assert_int_equal(answered, 0);
}

static void requests_are_listed_in_the_order_of_their_creation(void **state)
{
    (void)state;
    int answered = 0, expected = 0;
    struct question *questions[MANY];
    for (int i = 0; i < MANY; i++)
        questions[i] = ask(i, &answered);
    for (int i = 1; i < MANY; i += 2)
        answer(questions[i]);
    for (struct list *node = module.requests.next; node != &module.requests; node = node->next) {
        assert_int_equal(LIST_OWNER(node, struct question, pending.node)->number, expected);
        expected += 2;
    }
    assert_int_equal(expected, MANY);
    pending_cancel_all(&module);
    for (int i = 0; i < MANY; i += 2)
        answer(questions[i]);
}

/* Replaces free() in pending.c, to look at the memory before it is freed. */
static void check_wiped(void *memory)
{
    static const char zeros[sizeof(struct question)];
    secret_was_wiped = !memcmp(memory, zeros, sizeof zeros);
    free(memory);
}

#define free check_wiped
#include "core/pending.c"
#undef free

static void secrets_are_wiped_before_memory_is_freed(void **state)
{
    (void)state;
    int answered = 0;
    for (int cancel = 0; cancel < 2; cancel++) {
        struct question *question = ask(1, &answered);
        memset(question->secret, 'x', sizeof question->secret);
        secret_was_wiped = false;
        if (cancel) {
            question->pending.internal = true;
            pending_cancel_all(&module);
        } else
            answer(question);
        assert_true(secret_was_wiped);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(an_answer_reaches_the_asker, set_up),
        cmocka_unit_test_setup(an_answer_after_the_owner_has_ended_reaches_nobody, set_up),
        cmocka_unit_test_setup(an_owner_ends_with_many_requests, set_up),
        cmocka_unit_test_setup(cancelling_twice_or_with_nothing_pending_does_nothing, set_up),
        cmocka_unit_test_setup(a_request_may_go_from_a_module_to_the_store, set_up),
        cmocka_unit_test_setup(requests_are_listed_in_the_order_of_their_creation, set_up),
        cmocka_unit_test_setup(secrets_are_wiped_before_memory_is_freed, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
