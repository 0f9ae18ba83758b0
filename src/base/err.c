/* SPDX-License-Identifier: MIT */
#include "rookery/err.h"

static const struct {
    const char *text;
    rk_err_class class;
} rows[] = {
#define ROW(err, class, text) [err] = {(text), (class)},
#include "rookery/errors.def"
};

const char *rk_err_text(rk_err err)
{
    return rows[err].text;
}

rk_err_class rk_err_class_of(rk_err err)
{
    return rows[err].class;
}
