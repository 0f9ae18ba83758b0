/* SPDX-License-Identifier: MIT */
#include "syzygy/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rules/bits.h"

enum { PROBLEM_MAX = 96 };

/* A file. Once `loaded` is set, `table` is there or the file is missing or corrupt. */
struct table_source {
    char *path; /* NULL if there is no file */
    atomic_bool loaded;
    void *bytes;
    size_t size;
    struct table *table;
    char problem[PROBLEM_MAX]; /* why `table` is missing; empty if it is there */
};

struct table_file {
    uint64_t key;
    struct signature signature;
    struct table_source sources[TABLE_TYPES];
};

struct files {
    struct table_file *list; /* sorted by key after the scan */
    size_t count, capacity;
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

/* Adds a file if it is a table. The first of several files with the same name counts. */
static bool add_file(struct files *files, const char *folder, const char *name)
{
    enum table_type type;
    struct signature signature;
    const char *dot = strchr(name, '.');
    if (!dot || !find_type(dot, &type) || !signature_parse(name, (size_t)(dot - name), &signature))
        return true;
    struct table_file *file = add_signature(files, &signature);
    if (!file)
        return false;
    // KRvKQ and KQvKR have the same key: only the order that came first is used.
    const bool same = !memcmp(file->signature.of, signature.of, sizeof signature.of);
    if (!same || file->sources[type].path)
        return true;
    const size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    if (!path)
        return false;
    snprintf(path, size, "%s/%s", folder, name);
    file->sources[type].path = path;
    return true;
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
    *out = files;
    return RK_OK;
}

void files_close(struct files *files)
{
    for (size_t i = 0; files && i < files->count; i++)
        for (int type = 0; type < TABLE_TYPES; type++) {
            struct table_source *table_source = &files->list[i].sources[type];
            table_destroy(table_source->table);
            if (table_source->bytes)
                munmap(table_source->bytes, table_source->size);
            free(table_source->path);
        }
    if (files) {
        pthread_mutex_destroy(&files->mutex);
        free(files->list);
    }
    free(files);
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

static void map_file(struct table_source *table_source)
{
    const int fd = open(table_source->path, O_RDONLY | O_CLOEXEC);
    struct stat about;
    if (fd < 0 || fstat(fd, &about)) {
        set_problem(table_source, strerror(errno));
    } else if (!S_ISREG(about.st_mode) || about.st_size == 0) {
        set_problem(table_source, about.st_size ? "not a file" : "empty");
    } else {
        void *bytes = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_SHARED, fd, 0);
        if (bytes == MAP_FAILED)
            set_problem(table_source, strerror(errno));
        else
            table_source->bytes = bytes;
        table_source->size = (size_t)about.st_size;
    }
    if (fd >= 0)
        close(fd);
}

static void load_table(struct files *files, struct table_file *file, enum table_type type)
{
    struct table_source *table_source = &file->sources[type];
    pthread_mutex_lock(&files->mutex);
    if (!atomic_load_explicit(&table_source->loaded, memory_order_relaxed)) {
        map_file(table_source);
        const char *problem = NULL;
        if (table_source->bytes)
            table_source->table = table_create(&files->tables, &file->signature, type,
                                               table_source->bytes, table_source->size, &problem);
        if (problem)
            set_problem(table_source, problem);
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
    *out = (struct file_state){.path = table_source->path,
                               .size = table_source->size,
                               .problem = *table_source->problem ? table_source->problem : NULL};
    return true;
}

const struct table *files_find_table(struct files *files, const rk_position *pos,
                                     enum table_type type)
{
    uint8_t of[2][RK_KING];
    for (int side = 0; side < 2; side++)
        for (int kind = RK_PAWN; kind < RK_KING; kind++)
            of[side][kind] = (uint8_t)popcount(pos->of[kind] & pos->by[side]);
    struct table_file *file = find_file(files, signature_key((const uint8_t(*)[RK_KING])of));
    if (!file || !file->sources[type].path)
        return NULL;
    if (!atomic_load_explicit(&file->sources[type].loaded, memory_order_acquire))
        load_table(files, file, type);
    return file->sources[type].table;
}

const struct index_tables *files_index_tables(const struct files *files)
{
    return &files->tables;
}
