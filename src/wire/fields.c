/* SPDX-License-Identifier: MIT */
#include "wire/fields.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "wire/json_parse.h"

struct entry {
    struct field field;
    char number_text[32]; /* a number as text */
};

struct fields {
    json_t *tree; /* texts point into it */
    size_t count;
    struct entry entries[];
};

// ---- counting: finds all errors before anything is allocated ---------------------------------

static rk_err count_leaves(json_t *container, size_t depth, size_t *count, rk_fault *fault);

static rk_err count_value(json_t *value, size_t depth, size_t *count, rk_fault *fault)
{
    if (json_is_object(value) || json_is_array(value))
        return count_leaves(value, depth + 1, count, fault);
    if (!json_is_null(value) && ++*count > FIELDS_MAX)
        return json_parse_fail(fault, 0, "too many fields", NULL);
    return RK_OK;
}

/* Counts the leaves of an object or array; `depth` is that of its members. */
static rk_err count_leaves(json_t *container, size_t depth, size_t *count, rk_fault *fault)
{
    if (depth > FIELDS_DEPTH_MAX)
        return json_parse_fail(fault, 0, "too many levels", NULL);
    const char *key;
    size_t index;
    json_t *value;
    rk_err err = RK_OK;
    json_object_foreach(container, key, value) if (!err) err =
        count_value(value, depth, count, fault);
    json_array_foreach(container, index, value) if (!err) err =
        count_value(value, depth, count, fault);
    return err;
}

// ---- filling ---------------------------------------------------------------------------------

static void write_real(struct entry *entry)
{
    // Use the shorter form if it reads back as the same number.
    snprintf(entry->number_text, sizeof entry->number_text, "%.15g", entry->field.real);
    if (strtod(entry->number_text, NULL) != entry->field.real)
        snprintf(entry->number_text, sizeof entry->number_text, "%.17g", entry->field.real);
}

static void fill_entry(struct entry *entry, const json_t *value)
{
    struct field *field = &entry->field;
    field->text = entry->number_text;
    switch (json_typeof(value)) {
    case JSON_STRING:
        field->kind = FIELD_TEXT;
        field->text = json_string_value(value);
        break;
    case JSON_INTEGER:
        field->kind = FIELD_INTEGER;
        field->integer = json_integer_value(value);
        field->real = (double)field->integer;
        snprintf(entry->number_text, sizeof entry->number_text, "%" PRId64, field->integer);
        break;
    case JSON_REAL:
        field->kind = FIELD_REAL;
        field->real = json_real_value(value) + 0.0; // turns -0 into 0
        write_real(entry);
        break;
    default:
        field->kind = FIELD_BOOL;
        field->integer = json_is_true(value);
        field->text = json_is_true(value) ? "true" : "false";
    }
}

/* In {"a.b":1,"a":{"b":2}} no key is duplicated, but the field a.b is. */
static rk_err add_leaf(struct fields *fields, const char *key, const json_t *value, rk_fault *fault)
{
    if (fields_find(fields, key))
        return json_parse_fail(fault, 0, "duplicate field", key);
    struct entry *entry = &fields->entries[fields->count++];
    memcpy(entry->field.key, key, strlen(key) + 1);
    fill_entry(entry, value);
    return RK_OK;
}

static rk_err add_leaves(struct fields *fields, json_t *container, const char *prefix,
                         rk_fault *fault);

static rk_err add_value(struct fields *fields, json_t *value, const char *prefix, const char *name,
                        rk_fault *fault)
{
    const bool is_container = json_is_object(value) || json_is_array(value);
    char key[FIELDS_KEY_MAX];
    struct text text = text_in(key, sizeof key);
    text_add(&text, prefix);
    text_add(&text, name);
    if (is_container)
        text_put(&text, '.');
    text_end(&text);
    if (text.cut)
        return json_parse_fail(fault, 0, "name too long:", name);
    if (is_container)
        return add_leaves(fields, value, key, fault);
    return json_is_null(value) ? RK_OK : add_leaf(fields, key, value, fault);
}

/* `prefix` is "clock." for the members of {"clock":{...}}, and "moves." for those of
 * {"moves":[...]}, which are numbered from 0. */
static rk_err add_leaves(struct fields *fields, json_t *container, const char *prefix,
                         rk_fault *fault)
{
    const char *name;
    char number[24];
    size_t index;
    json_t *value;
    rk_err err = RK_OK;
    json_object_foreach(container, name, value) if (!err) err =
        add_value(fields, value, prefix, name, fault);
    json_array_foreach(container, index, value)
    {
        snprintf(number, sizeof number, "%zu", index);
        if (!err)
            err = add_value(fields, value, prefix, number, fault);
    }
    return err;
}

/* Takes ownership of the tree, also on failure. */
static rk_err make_fields(json_t *tree, struct fields **out, rk_fault *fault)
{
    size_t count = 0;
    struct fields *fields = NULL;
    rk_err err = count_leaves(tree, 1, &count, fault);
    if (!err) {
        fields = calloc(1, sizeof *fields + count * sizeof *fields->entries);
        err = fields ? add_leaves(fields, tree, "", fault) : RK_NO_MEMORY;
    }
    if (err) {
        free(fields);
        json_decref(tree);
        return err;
    }
    fields->tree = tree;
    *out = fields;
    return RK_OK;
}

rk_err fields_parse(const char *bytes, size_t size, struct fields **out, rk_fault *fault)
{
    json_t *tree = NULL;
    const rk_err err = json_parse_object(bytes, size, &tree, fault);
    return err ? err : make_fields(tree, out, fault);
}

void fields_destroy(struct fields *fields)
{
    if (!fields)
        return;
    json_decref(fields->tree);
    free(fields);
}

// ---- reading ---------------------------------------------------------------------------------

const struct field *fields_find(const struct fields *fields, const char *key)
{
    for (size_t i = 0; i < fields->count; i++)
        if (!strcmp(fields->entries[i].field.key, key))
            return &fields->entries[i].field;
    return NULL;
}

const char *fields_text(const struct fields *fields, const char *key, const char *fallback)
{
    const struct field *field = fields_find(fields, key);
    return field ? field->text : fallback;
}

int64_t fields_integer(const struct fields *fields, const char *key, int64_t fallback)
{
    const struct field *field = fields_find(fields, key);
    return field && field->kind == FIELD_INTEGER ? field->integer : fallback;
}

bool fields_bool(const struct fields *fields, const char *key, bool fallback)
{
    const struct field *field = fields_find(fields, key);
    return field && field->kind == FIELD_BOOL ? field->integer != 0 : fallback;
}

size_t fields_count(const struct fields *fields)
{
    return fields->count;
}

const struct field *fields_at(const struct fields *fields, size_t index)
{
    return &fields->entries[index].field;
}

// ---- error messages --------------------------------------------------------------------------

static bool write_error(json_t *error, char *out, size_t size)
{
    const char *field = "";
    if (json_is_object(error) && json_object_size(error)) {
        field = json_object_iter_key(json_object_iter(error));
        error = json_object_iter_value(json_object_iter(error));
    }
    if (json_is_array(error))
        error = json_array_get(error, 0);
    if (!json_is_string(error))
        return false;
    snprintf(out, size, "%s%s%s", field, *field ? ": " : "", json_string_value(error));
    return true;
}

bool fields_read_error(const char *bytes, size_t size, char *out, size_t out_size)
{
    json_t *tree;
    if (json_parse_object(bytes, size, &tree, NULL))
        return false;
    const bool found = write_error(json_object_get(tree, "error"), out, out_size);
    json_decref(tree);
    return found;
}
