/* SPDX-License-Identifier: MIT */
/* JSON objects: any bytes are either rejected with a reason or fields within their
 * limits that, written as flat JSON, are read back as the same fields. */
#include "wire/fields.h"

#include "base/json.h"
#include "base/utf8.h"
#include "fuzz.h"

static void write_fields(const struct fields *fields, struct buffer *out)
{
    struct json json = json_in(out);
    json_begin_object(&json);
    for (size_t i = 0; i < fields_count(fields); i++) {
        const struct field *field = fields_at(fields, i);
        json_key(&json, field->key);
        if (field->kind == FIELD_TEXT)
            json_text(&json, field->text);
        else
            json_raw(&json, field->text, strlen(field->text));
    }
    json_end_object(&json);
    CHECK(!out->failed);
}

static void check_field(const struct field *field)
{
    CHECK(strnlen(field->key, sizeof field->key) < sizeof field->key);
    CHECK(field->text && utf8_is_valid(field->text, strlen(field->text)));
    CHECK(field->kind != FIELD_BOOL || field->integer == 0 || field->integer == 1);
}

static void check_same(const struct field *a, const struct field *b)
{
    // 1e5 is written as 100000, which reads as an integer.
    const bool whole = a->kind == FIELD_REAL && b->kind == FIELD_INTEGER;
    CHECK(!strcmp(a->key, b->key) && !strcmp(a->text, b->text));
    CHECK(a->real == b->real && (whole || (a->kind == b->kind && a->integer == b->integer)));
}

static void check_written(const struct fields *fields)
{
    struct buffer out = {0};
    struct fields *again = NULL;
    write_fields(fields, &out);
    CHECK(!fields_parse(out.bytes, out.size, &again, NULL));
    CHECK(fields_count(again) == fields_count(fields));
    for (size_t i = 0; i < fields_count(fields); i++) {
        const struct field *field = fields_at(fields, i);
        check_field(field);
        CHECK(fields_find(fields, field->key) == field);
        check_same(field, fields_at(again, i));
    }
    fields_destroy(again);
    buffer_fini(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fields *fields = NULL;
    rk_fault fault;
    const rk_err err = fields_parse((const char *)data, size, &fields, &fault);
    if (err) {
        CHECK(!fields);
        check_fault(&fault, err, size);
        return 0;
    }
    CHECK(fields_count(fields) <= FIELDS_MAX);
    check_written(fields);
    fields_destroy(fields);
    return 0;
}
