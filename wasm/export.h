/* SPDX-License-Identifier: MIT */
#ifndef WASM_EXPORT_H
#define WASM_EXPORT_H

/* A function that JavaScript can call, and one of JavaScript that C can call. */
#define EXPORT(name) __attribute__((export_name(#name))) name
#define IMPORT(name) __attribute__((import_module("js"), import_name(#name))) name

#endif
