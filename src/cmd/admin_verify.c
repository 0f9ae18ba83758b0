/* SPDX-License-Identifier: MIT */
#include "cmd/admin_verify.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/admin_staff.h"
#include "cmd/options.h"

enum { PAGE_SIZE = 1000 };

struct verification {
    struct log_verdict verdict;
    const struct audit_head *anchor;
    bool has_anchor; /* it has been found */
    struct audit_head end;
    size_t count;
};

static void verify_row(void *context, const struct store_job *row)
{
    struct verification *verification = context;
    struct log_verdict *verdict = &verification->verdict;
    verification->count++;
    if (verdict->broken)
        return;
    const struct audit_record record = audit_record_from_row(row);
    verdict->why = audit_verify_record(&record, &verdict->head);
    if (verdict->why)
        verdict->broken = record.sequence;
    else if (verification->anchor && verdict->head.sequence == verification->anchor->sequence &&
             !audit_head_is_same(&verdict->head, verification->anchor)) {
        verdict->broken = record.sequence;
        verdict->why = "its hash is not that of the anchor";
    }
}

static void keep_end(void *context, const struct store_job *row)
{
    ((struct verification *)context)->end = audit_head_from_row(row);
}

static enum store_outcome read_end(struct store *store, struct verification *verification)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_AUDIT_HEAD);
    return admin_read_rows(store, job, keep_end, verification);
}

/* The log must reach its recorded end, and the anchor. */
static void check_end(struct verification *verification)
{
    struct log_verdict *verdict = &verification->verdict;
    const int64_t last = verdict->head.sequence;
    if (verdict->broken)
        return;
    if (last < verification->end.sequence ||
        (last == verification->end.sequence &&
         !audit_head_is_same(&verdict->head, &verification->end)) ||
        (verification->anchor && last < verification->anchor->sequence)) {
        verdict->broken = last + 1;
        verdict->why = "entries at the end are missing";
    }
}

enum store_outcome log_verify(struct store *store, const struct audit_head *anchor,
                              struct log_verdict *out)
{
    struct verification verification = {.anchor = anchor};
    enum store_outcome outcome = read_end(store, &verification);
    do {
        verification.count = 0;
        struct store_job *job = store_job_create();
        store_call(job, STORE_AUDIT_AFTER);
        store_bind_integer(job, verification.verdict.head.sequence);
        store_bind_integer(job, PAGE_SIZE);
        if (outcome == STORE_DONE)
            outcome = admin_read_rows(store, job, verify_row, &verification);
        else
            store_job_destroy(job);
    } while (outcome == STORE_DONE && verification.count == PAGE_SIZE &&
             !verification.verdict.broken);
    check_end(&verification);
    *out = verification.verdict;
    return outcome;
}

/* "17:HASH" */
static int parse_anchor(const char *text, struct audit_head *out)
{
    const char *colon = strchr(text, ':');
    char number[24];
    unsigned long sequence;
    if (colon && (size_t)(colon - text) < sizeof number) {
        memcpy(number, text, (size_t)(colon - text));
        number[colon - text] = '\0';
        if (options_parse_number(number, 1, 1000000000, &sequence) &&
            audit_hash_parse(colon + 1, out->hash)) {
            out->sequence = (int64_t)sequence;
            return EXIT_OK;
        }
    }
    return admin_fail(EXIT_USAGE, "--anchor %s: expected SEQUENCE:HASH, as in the server's log",
                      text);
}

static void print_verdict(const struct log_verdict *verdict, bool as_json)
{
    char hash[AUDIT_HEX_SIZE];
    audit_hash_write(verdict->head.hash, hash);
    if (!as_json && verdict->broken)
        printf("the audit log is broken at entry %" PRId64 ": %s\n", verdict->broken, verdict->why);
    else if (!as_json)
        printf("the audit log is intact: %" PRId64 " entries, anchor %" PRId64 ":%s\n",
               verdict->head.sequence, verdict->head.sequence, hash);
    if (!as_json)
        return;
    struct buffer line = {0};
    struct json json = json_in(&line);
    json_begin_object(&json);
    json_put_bool(&json, "valid", !verdict->broken);
    json_put_integer(&json, "entries", verdict->head.sequence);
    json_put_text(&json, "hash", hash);
    if (verdict->broken) {
        json_put_integer(&json, "broken", verdict->broken);
        json_put_text(&json, "reason", verdict->why);
    }
    json_end_object(&json);
    puts(buffer_cstr(&line));
    buffer_fini(&line);
}

int admin_verify_log(struct admin *admin)
{
    struct audit_head anchor = {0};
    struct log_verdict verdict;
    const int status =
        admin->options.anchor ? parse_anchor(admin->options.anchor, &anchor) : EXIT_OK;
    if (status)
        return status;
    if (log_verify(admin->store, admin->options.anchor ? &anchor : NULL, &verdict) != STORE_DONE)
        return admin_fail(EXIT_SYSTEM_ERROR, "cannot read %s", admin->name);
    print_verdict(&verdict, admin->options.json);
    return verdict.broken ? EXIT_DATA_ERROR : EXIT_OK;
}
