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

/* A file on its way into memory: the table is there when it is `seen`, unless the file is missing
 * or damaged. */
struct source {
    char *path; /* NULL: there is none */
    atomic_bool seen;
    void *bytes;
    size_t size;
    struct endtable *table;
};

struct endfile {
    uint64_t key;
    struct ending ending;
    struct source sources[SORT_COUNT];
};

struct endfiles {
    struct endfile *list; /* sorted by key when all are found */
    size_t count, room;
    struct numbering numbering;
    pthread_mutex_t mutex; /* for whoever brings a file in */
};

// ---- finding them ----------------------------------------------------------------------------

static struct endfile *add_ending(struct endfiles *files, const struct ending *ending)
{
    const uint64_t key = ending_key(ending->of);
    for (size_t i = 0; i < files->count; i++)
        if (files->list[i].key == key)
            return &files->list[i];
    if (files->count == files->room) {
        const size_t room = files->room ? 2 * files->room : 256;
        struct endfile *list = realloc(files->list, room * sizeof *list);
        if (!list)
            return NULL;
        files->list = list;
        files->room = room;
    }
    struct endfile *file = &files->list[files->count++];
    memset(file, 0, sizeof *file);
    file->key = key;
    file->ending = *ending;
    return file;
}

static bool find_sort(const char *suffix, enum endtable_sort *out)
{
    static const char *const suffixes[SORT_COUNT] = {[RESULTS] = ".rtbw", [DISTANCES] = ".rtbz"};
    for (int sort = 0; sort < SORT_COUNT; sort++)
        if (!strcmp(suffix, suffixes[sort])) {
            *out = (enum endtable_sort)sort;
            return true;
        }
    return false;
}

/* Takes note of a file if it is a table; the first of several for an ending counts. */
static bool note_file(struct endfiles *files, const char *folder, const char *name)
{
    enum endtable_sort sort;
    struct ending ending;
    const char *dot = strchr(name, '.');
    if (!dot || !find_sort(dot, &sort) || !ending_read(name, (size_t)(dot - name), &ending))
        return true;
    struct endfile *file = add_ending(files, &ending);
    if (!file)
        return false;
    // A table of the ending with its sides exchanged would be another ending's.
    const bool same = !memcmp(file->ending.of, ending.of, sizeof ending.of);
    if (!same || file->sources[sort].path)
        return true;
    const size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    if (!path)
        return false;
    snprintf(path, size, "%s/%s", folder, name);
    file->sources[sort].path = path;
    return true;
}

static rk_err refuse(rk_fault *fault, rk_err err, const char *folder, const char *why)
{
    if (fault) {
        *fault = (rk_fault){.err = err};
        snprintf(fault->text, sizeof fault->text, "%.90s: %s", folder, why);
    }
    return err;
}

static rk_err scan_folder(struct endfiles *files, const char *folder, rk_fault *fault)
{
    DIR *names = opendir(folder);
    if (!names)
        return refuse(fault, RK_CANNOT_OPEN, folder, strerror(errno));
    bool noted = true;
    for (struct dirent *entry; noted && (entry = readdir(names));)
        noted = note_file(files, folder, entry->d_name);
    closedir(names);
    return noted ? RK_OK : refuse(fault, RK_NO_MEMORY, folder, rk_err_text(RK_NO_MEMORY));
}

static rk_err scan_folders(struct endfiles *files, const char *folders, rk_fault *fault)
{
    rk_err err = RK_OK;
    while (!err && *folders) {
        const size_t size = strcspn(folders, ":");
        char *folder = strndup(folders, size);
        if (!folder)
            return refuse(fault, RK_NO_MEMORY, "tables", rk_err_text(RK_NO_MEMORY));
        if (size)
            err = scan_folder(files, folder, fault);
        free(folder);
        folders += size + (folders[size] == ':');
    }
    return err;
}

static int compare_keys(const void *a, const void *b)
{
    const struct endfile *one = a, *two = b;
    return (one->key > two->key) - (one->key < two->key);
}

rk_err endfiles_open(const char *folders, struct endfiles **out, rk_fault *fault)
{
    struct endfiles *files = calloc(1, sizeof *files);
    if (!files || pthread_mutex_init(&files->mutex, NULL)) {
        free(files);
        return refuse(fault, RK_NO_MEMORY, "tables", rk_err_text(RK_NO_MEMORY));
    }
    numbering_make(&files->numbering);
    const rk_err err = scan_folders(files, folders, fault);
    if (err) {
        endfiles_close(files);
        return err;
    }
    if (files->count)
        qsort(files->list, files->count, sizeof *files->list, compare_keys);
    *out = files;
    return RK_OK;
}

void endfiles_close(struct endfiles *files)
{
    for (size_t i = 0; files && i < files->count; i++)
        for (int sort = 0; sort < SORT_COUNT; sort++) {
            struct source *source = &files->list[i].sources[sort];
            endtable_destroy(source->table);
            if (source->bytes)
                munmap(source->bytes, source->size);
            free(source->path);
        }
    if (files) {
        pthread_mutex_destroy(&files->mutex);
        free(files->list);
    }
    free(files);
}

size_t endfiles_count(const struct endfiles *files)
{
    size_t count = 0;
    for (size_t i = 0; i < files->count; i++)
        count += files->list[i].sources[RESULTS].path != NULL;
    return count;
}

unsigned endfiles_men(const struct endfiles *files)
{
    unsigned most = 0;
    for (size_t i = 0; i < files->count; i++)
        if (files->list[i].sources[RESULTS].path && files->list[i].ending.men > most)
            most = files->list[i].ending.men;
    return most;
}

// ---- bringing them in ------------------------------------------------------------------------

static void map_file(struct source *source)
{
    const int fd = open(source->path, O_RDONLY | O_CLOEXEC);
    struct stat about;
    if (fd < 0)
        return;
    if (!fstat(fd, &about) && S_ISREG(about.st_mode) && about.st_size > 0) {
        void *bytes = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_SHARED, fd, 0);
        if (bytes != MAP_FAILED) {
            source->bytes = bytes;
            source->size = (size_t)about.st_size;
        }
    }
    close(fd);
}

static void bring_in(struct endfiles *files, struct endfile *file, enum endtable_sort sort)
{
    struct source *source = &file->sources[sort];
    pthread_mutex_lock(&files->mutex);
    if (!atomic_load_explicit(&source->seen, memory_order_relaxed)) {
        map_file(source);
        if (source->bytes)
            source->table = endtable_create(&files->numbering, &file->ending, sort, source->bytes,
                                            source->size);
        atomic_store_explicit(&source->seen, true, memory_order_release);
    }
    pthread_mutex_unlock(&files->mutex);
}

static struct endfile *find_file(struct endfiles *files, uint64_t key)
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

const struct endtable *endfiles_table(struct endfiles *files, const rk_position *pos,
                                      enum endtable_sort sort)
{
    uint8_t of[2][RK_KING];
    for (int side = 0; side < 2; side++)
        for (int kind = RK_PAWN; kind < RK_KING; kind++)
            of[side][kind] = (uint8_t)count(pos->of[kind] & pos->by[side]);
    struct endfile *file = find_file(files, ending_key((const uint8_t(*)[RK_KING])of));
    if (!file || !file->sources[sort].path)
        return NULL;
    if (!atomic_load_explicit(&file->sources[sort].seen, memory_order_acquire))
        bring_in(files, file, sort);
    return file->sources[sort].table;
}

const struct numbering *endfiles_numbering(const struct endfiles *files)
{
    return &files->numbering;
}
