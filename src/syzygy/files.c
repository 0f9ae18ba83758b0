/* SPDX-License-Identifier: MIT */
#include "syzygy/files.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mapped_file.h"
#include "rules/bits.h"

enum { TAIL_SIZE = 16 };

/* A file. Once `loaded` is set, `table` is there or the file is missing or corrupt. */
struct table_source {
    char *path; /* NULL if there is no file */
    atomic_bool loaded;
    struct mapped_file *file; /* NULL if it could not be mapped */
    struct table *table;
    uint8_t tail[TAIL_SIZE];         /* the last bytes when it was loaded: the checksum */
    char problem[RK_FAULT_TEXT_MAX]; /* why `table` is missing; empty if it is there */
};

struct table_file {
    uint64_t key;
    struct signature signature;
    struct table_source sources[TABLE_TYPES];
};

struct files {
    struct table_file *list; /* sorted by key after the scan */
    size_t count, capacity;
    char **misnamed; /* paths of files that could be tables, but of no endgame */
    size_t misnamed_count;
    struct index_tables tables;
    pthread_mutex_t mutex; /* held while a file is loaded */
};

// ---- scanning folders ------------------------------------------------------------------------

static struct table_file *add_signature(struct files *files, const struct signature *signature)
{
    const uint64_t key = signature_key(signature->of);
    for (size_t i = 0; i < files->count; i++)
        if (files->list[i].key == key)
            return &files->list[i];
    if (files->count == files->capacity) {
        const size_t capacity = files->capacity ? 2 * files->capacity : 256;
        struct table_file *list = realloc(files->list, capacity * sizeof *list);
        if (!list)
            return NULL;
        files->list = list;
        files->capacity = capacity;
    }
    struct table_file *file = &files->list[files->count++];
    memset(file, 0, sizeof *file);
    file->key = key;
    file->signature = *signature;
    return file;
}

static bool find_type(const char *suffix, enum table_type *out)
{
    static const char *const suffixes[TABLE_TYPES] = {[TABLE_WDL] = ".rtbw", [TABLE_DTZ] = ".rtbz"};
    for (int type = 0; type < TABLE_TYPES; type++)
        if (!strcmp(suffix, suffixes[type])) {
            *out = (enum table_type)type;
            return true;
        }
    return false;
}

/* Returns "FOLDER/NAME", which the caller frees; NULL if memory ran out. */
static char *join_path(const char *folder, const char *name)
{
    const size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%s", folder, name);
    return path;
}

static bool add_misnamed(struct files *files, const char *folder, const char *name)
{
    char **list = realloc(files->misnamed, (files->misnamed_count + 1) * sizeof *list);
    if (!list)
        return false;
    files->misnamed = list;
    list[files->misnamed_count] = join_path(folder, name);
    return list[files->misnamed_count++];
}

/* Adds a file if it is a table. The first of several files with the same name counts. */
static bool add_file(struct files *files, const char *folder, const char *name)
{
    enum table_type type;
    struct signature signature;
    const char *dot = strrchr(name, '.');
    if (!dot || !find_type(dot, &type))
        return true;
    if (!signature_parse(name, (size_t)(dot - name), &signature))
        return add_misnamed(files, folder, name);
    struct table_file *file = add_signature(files, &signature);
    if (!file)
        return false;
    // KRvKQ and KQvKR have the same key: only the order that came first is used.
    const bool same = !memcmp(file->signature.of, signature.of, sizeof signature.of);
    if (!same || file->sources[type].path)
        return true;
    file->sources[type].path = join_path(folder, name);
    return file->sources[type].path;
}

static rk_err set_fault(rk_fault *fault, rk_err err, const char *folder, const char *why)
{
    if (fault) {
        *fault = (rk_fault){.err = err};
        snprintf(fault->text, sizeof fault->text, "%.90s: %s", folder, why);
    }
    return err;
}

static rk_err scan_folder(struct files *files, const char *folder, rk_fault *fault)
{
    DIR *names = opendir(folder);
    if (!names)
        return set_fault(fault, RK_CANNOT_OPEN, folder, strerror(errno));
    bool added = true;
    for (struct dirent *entry; added && (entry = readdir(names));)
        added = add_file(files, folder, entry->d_name);
    closedir(names);
    return added ? RK_OK : set_fault(fault, RK_NO_MEMORY, folder, rk_err_text(RK_NO_MEMORY));
}

static rk_err scan_folders(struct files *files, const char *folders, rk_fault *fault)
{
    rk_err err = RK_OK;
    while (!err && *folders) {
        const size_t size = strcspn(folders, ":");
        char *folder = strndup(folders, size);
        if (!folder)
            return set_fault(fault, RK_NO_MEMORY, "tables", rk_err_text(RK_NO_MEMORY));
        if (size)
            err = scan_folder(files, folder, fault);
        free(folder);
        folders += size + (folders[size] == ':');
    }
    return err;
}

static int compare_keys(const void *a, const void *b)
{
    const struct table_file *one = a, *two = b;
    return (one->key > two->key) - (one->key < two->key);
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

rk_err files_open(const char *folders, struct files **out, rk_fault *fault)
{
    struct files *files = calloc(1, sizeof *files);
    if (!files || pthread_mutex_init(&files->mutex, NULL)) {
        free(files);
        return set_fault(fault, RK_NO_MEMORY, "tables", rk_err_text(RK_NO_MEMORY));
    }
    index_tables_init(&files->tables);
    const rk_err err = scan_folders(files, folders, fault);
    if (err) {
        files_close(files);
        return err;
    }
    if (files->count)
        qsort(files->list, files->count, sizeof *files->list, compare_keys);
    if (files->misnamed_count)
        qsort(files->misnamed, files->misnamed_count, sizeof *files->misnamed, compare_paths);
    *out = files;
    return RK_OK;
}

void files_close(struct files *files)
{
    for (size_t i = 0; files && i < files->count; i++)
        for (int type = 0; type < TABLE_TYPES; type++) {
            struct table_source *table_source = &files->list[i].sources[type];
            table_destroy(table_source->table);
            mapped_file_close(table_source->file);
            free(table_source->path);
        }
    for (size_t i = 0; files && i < files->misnamed_count; i++)
        free(files->misnamed[i]);
    if (files) {
        pthread_mutex_destroy(&files->mutex);
        free(files->misnamed);
        free(files->list);
    }
    free(files);
}

size_t files_misnamed_count(const struct files *files)
{
    return files->misnamed_count;
}

const char *files_misnamed(const struct files *files, size_t index)
{
    return files->misnamed[index];
}

size_t files_count(const struct files *files)
{
    size_t count = 0;
    for (size_t i = 0; i < files->count; i++)
        count += files->list[i].sources[TABLE_WDL].path != NULL;
    return count;
}

unsigned files_max_pieces(const struct files *files)
{
    unsigned max = 0;
    for (size_t i = 0; i < files->count; i++)
        if (files->list[i].sources[TABLE_WDL].path && files->list[i].signature.piece_count > max)
            max = files->list[i].signature.piece_count;
    return max;
}

// ---- loading ---------------------------------------------------------------------------------

static void set_problem(struct table_source *table_source, const char *problem)
{
    snprintf(table_source->problem, sizeof table_source->problem, "%s", problem);
}

/* The tail of the file as it is now. */
static const uint8_t *tail_of(const struct table_source *table_source)
{
    const struct mapped_file *file = table_source->file;
    return mapped_file_bytes(file) + mapped_file_size(file) - TAIL_SIZE;
}

/* Whether the file is as it was loaded. What a truncated file has lost reads as zeros, so its tail
 * tells, without a system call for each probe. */
static bool is_intact(const struct table_source *table_source)
{
    return !memcmp(table_source->tail, tail_of(table_source), TAIL_SIZE);
}

static void open_table(struct files *files, struct table_file *file, enum table_type type)
{
    struct table_source *table_source = &file->sources[type];
    const char *problem = NULL;
    rk_fault fault;
    if (mapped_file_open(table_source->path, &table_source->file, &fault)) {
        set_problem(table_source, fault.text);
        return;
    }
    const size_t size = mapped_file_size(table_source->file);
    table_source->table = table_create(&files->tables, &file->signature, type,
                                       mapped_file_bytes(table_source->file), size, &problem);
    if (table_source->table)
        memcpy(table_source->tail, tail_of(table_source), TAIL_SIZE);
    else
        set_problem(table_source, problem);
    mapped_file_drop_descriptor(table_source->file); // there may be thousands of tables
}

static void load_table(struct files *files, struct table_file *file, enum table_type type)
{
    struct table_source *table_source = &file->sources[type];
    pthread_mutex_lock(&files->mutex);
    if (!atomic_load_explicit(&table_source->loaded, memory_order_relaxed)) {
        open_table(files, file, type);
        atomic_store_explicit(&table_source->loaded, true, memory_order_release);
    }
    pthread_mutex_unlock(&files->mutex);
}

static struct table_file *find_file(struct files *files, uint64_t key)
{
    size_t low = 0, high = files->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (files->list[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < files->count && files->list[low].key == key ? &files->list[low] : NULL;
}

bool files_inspect(struct files *files, const uint8_t of[2][RK_KING], enum table_type type,
                   struct file_state *out)
{
    struct table_file *file = find_file(files, signature_key(of));
    if (!file || !file->sources[type].path)
        return false;
    struct table_source *table_source = &file->sources[type];
    load_table(files, file, type);
    const char *problem = *table_source->problem ? table_source->problem : NULL;
    if (table_source->table && !is_intact(table_source))
        problem = "the file was changed while it was in use";
    *out =
        (struct file_state){.path = table_source->path,
                            .size = table_source->file ? mapped_file_size(table_source->file) : 0,
                            .problem = problem};
    return true;
}

enum table_result files_probe(struct files *files, const rk_position *pos, enum table_type type,
                              int wdl, int *out)
{
    uint8_t of[2][RK_KING];
    for (int side = 0; side < 2; side++)
        for (int kind = RK_PAWN; kind < RK_KING; kind++)
            of[side][kind] = (uint8_t)popcount(pos->of[kind] & pos->by[side]);
    struct table_file *file = find_file(files, signature_key((const uint8_t(*)[RK_KING])of));
    if (!file || !file->sources[type].path)
        return TABLE_MISSING;
    const struct table_source *table_source = &file->sources[type];
    if (!atomic_load_explicit(&table_source->loaded, memory_order_acquire))
        load_table(files, file, type);
    if (!table_source->table)
        return TABLE_CORRUPT;
    const enum table_result result =
        table_probe(&files->tables, table_source->table, pos, wdl, out);
    atomic_thread_fence(memory_order_acquire); // look at the tail after everything else
    return is_intact(table_source) ? result : TABLE_CORRUPT;
}
