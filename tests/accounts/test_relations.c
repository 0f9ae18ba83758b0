/* SPDX-License-Identifier: MIT */
/* Following and blocking other players. */
#include "accounts/relations.h"

#include <stdio.h>
#include <string.h>

#include "accounts/blocks.h"
#include "support/board.h"
#include "support/harness_accounts.h"

static struct harness harness;
static struct caller alice, bert;

static struct caller join(const char *name)
{
    const struct account_reply session = harness_register(&harness, name, "a secret");
    return harness_session_caller(&harness, session.secret);
}

static int set_up(void **state)
{
    (void)state;
    harness_open(&harness);
    alice = join("Alice");
    bert = join("Bert");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    harness_close(&harness);
    return 0;
}

static struct account_reply set(const struct caller *own, const char *name, enum relation relation)
{
    struct account_reply reply = {0};
    relation_set(harness.server, &own->who, name, relation, record_done, &reply);
    harness_settle(&harness);
    assert_int_equal(reply.count, 1);
    return reply;
}

static void unset(const struct caller *own, const char *name, enum relation relation)
{
    struct account_reply reply = {0};
    relation_clear(harness.server, &own->who, name, relation, record_done, &reply);
    harness_settle(&harness);
    assert_int_equal(reply.count, 1);
    assert_int_equal(reply.refusal, NOT_REFUSED);
}

static void record_relations(void *context, const struct relations *relations)
{
    assert_non_null(relations);
    *(struct relations *)context = *relations;
}

static void expect_relations(enum relation alices, enum relation berts)
{
    struct relations seen = {RELATION_NONE, RELATION_NONE};
    relations_find(harness.server, "alice", "bert", record_relations, &seen);
    harness_settle(&harness);
    assert_int_equal(seen.own, alices);
    assert_int_equal(seen.theirs, berts);
}

static void expect_relation_refused(struct account_reply reply, enum refusal refusal,
                                    const char *words)
{
    assert_int_equal(reply.refusal, refusal);
    assert_non_null(strstr(reply.why, words));
}

static void following_and_blocking_exclude_each_other(void **state)
{
    (void)state;
    expect_relations(RELATION_NONE, RELATION_NONE);
    assert_int_equal(set(&alice, "BERT", RELATION_FOLLOWS).refusal, NOT_REFUSED);
    expect_relations(RELATION_FOLLOWS, RELATION_NONE);
    unset(&alice, "Bert", RELATION_BLOCKS); // she does not block him: a no-op
    expect_relations(RELATION_FOLLOWS, RELATION_NONE);
    assert_int_equal(set(&alice, "Bert", RELATION_BLOCKS).refusal, NOT_REFUSED);
    expect_relations(RELATION_BLOCKS, RELATION_NONE);
    unset(&alice, "Bert", RELATION_BLOCKS);
    expect_relations(RELATION_NONE, RELATION_NONE);
}

static void a_blocked_player_cannot_follow(void **state)
{
    (void)state;
    assert_int_equal(set(&bert, "Alice", RELATION_BLOCKS).refusal, NOT_REFUSED);
    expect_relation_refused(set(&alice, "Bert", RELATION_FOLLOWS), REFUSED_NOT_NOW,
                            "has blocked you");
    assert_int_equal(set(&alice, "Bert", RELATION_BLOCKS).refusal, NOT_REFUSED);
    expect_relations(RELATION_BLOCKS, RELATION_BLOCKS);
}

static void following_a_missing_account_or_oneself_is_refused(void **state)
{
    (void)state;
    expect_relation_refused(set(&alice, "Nobody", RELATION_FOLLOWS), REFUSED_NOT_FOUND,
                            "no such user");
    expect_relation_refused(set(&alice, "no name!", RELATION_FOLLOWS), REFUSED_NOT_FOUND,
                            "no such user");
    expect_relation_refused(set(&alice, "alice", RELATION_BLOCKS), REFUSED_NOT_NOW, "yourself");
    const struct caller guest =
        harness_session_caller(&harness, harness_make_guest(&harness).secret);
    expect_relation_refused(set(&guest, "alice", RELATION_FOLLOWS), REFUSED_FORBIDDEN, "guest");
}

static void the_number_of_followed_players_is_limited(void **state)
{
    (void)state;
    struct store_job *job = store_job_create();
    for (int i = 0; i < FOLLOWED_MAX; i++) {
        char name[16];
        snprintf(name, sizeof name, "someone%d", i);
        store_call(job, STORE_SET_RELATION);
        store_bind_text(job, "alice");
        store_bind_text(job, name);
        store_bind_integer(job, RELATION_FOLLOWS);
        store_bind_integer(job, i);
        store_bind_integer(job, FOLLOWED_MAX);
    }
    store_write(harness.server->store, job, NULL, NULL);
    harness_settle(&harness);
    expect_relation_refused(set(&alice, "Bert", RELATION_FOLLOWS), REFUSED_NOT_NOW, "400");
    assert_int_equal(set(&alice, "Bert", RELATION_BLOCKS).refusal, NOT_REFUSED);
    unset(&alice, "someone7", RELATION_FOLLOWS);
    assert_int_equal(set(&alice, "Bert", RELATION_FOLLOWS).refusal, NOT_REFUSED);
}

static void closing_an_account_ends_its_relations(void **state)
{
    (void)state;
    struct account_reply reply = {0};
    set(&alice, "Bert", RELATION_FOLLOWS);
    set(&bert, "Alice", RELATION_FOLLOWS);
    account_close(harness.server, &bert, &(struct credentials){"a secret", ""}, record_done,
                  &reply);
    harness_settle(&harness);
    assert_int_equal(reply.refusal, NOT_REFUSED);
    expect_relations(RELATION_NONE, RELATION_NONE);
    expect_relation_refused(set(&alice, "Bert", RELATION_FOLLOWS), REFUSED_NOT_NOW, "closed");
}

static void a_failing_store_refuses_and_changes_nothing(void **state)
{
    (void)state;
    harness.store.reads_fail = harness.store.writes_fail = true;
    expect_relation_refused(set(&alice, "Bert", RELATION_FOLLOWS), REFUSED_STORE, "");
    harness.store.reads_fail = harness.store.writes_fail = false;
    expect_relations(RELATION_NONE, RELATION_NONE);
}

static void a_block_whose_commit_got_no_answer_takes_effect_if_it_landed(void **state)
{
    (void)state;
    harness.store.unknown_writes = 1;
    harness.store.unknown_land = true;
    expect_relation_refused(set(&alice, "Bert", RELATION_BLOCKS), REFUSED_STORE, "");
    expect_relations(RELATION_BLOCKS, RELATION_NONE);
    assert_true(blocks_exist_between(harness.server, "alice", "bert"));
}

static void the_server_can_end_before_the_answer(void **state)
{
    (void)state;
    struct account_reply reply = {0};
    struct relations seen = {RELATION_NONE, RELATION_NONE};
    relation_set(harness.server, &alice.who, "Bert", RELATION_FOLLOWS, record_done, &reply);
    relations_find(harness.server, "alice", "bert", record_relations, &seen);
    harness_close(&harness);
    assert_int_equal(reply.count, 0);
    harness_open(&harness);
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(following_and_blocking_exclude_each_other),
        TEST(a_blocked_player_cannot_follow),
        TEST(following_a_missing_account_or_oneself_is_refused),
        TEST(the_number_of_followed_players_is_limited),
        TEST(closing_an_account_ends_its_relations),
        TEST(a_failing_store_refuses_and_changes_nothing),
        TEST(a_block_whose_commit_got_no_answer_takes_effect_if_it_landed),
        TEST(the_server_can_end_before_the_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
