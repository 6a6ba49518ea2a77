/* Answers of `tapete admin` as tables and sentences. Text from people is cleaned before it
 * reaches a terminal. */
#include "cli/admin.h"
#include "core/language.h"
#include "look/draw.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COLUMNS = 8, CELL = 160 };

/* ---- values ---- */

static void copy_text(const json_t *row, const char *name, char out[CELL]) {
    const char *text = json_string_value(json_object_get(row, name));
    snprintf(out, CELL, "%s", text != NULL ? text : "");
    text_clean(out);
}

static int64_t row_number(const json_t *row, const char *name) {
    return json_integer_value(json_object_get(row, name));
}

static bool row_truth(const json_t *row, const char *name) {
    return json_is_true(json_object_get(row, name));
}

/* A duration in the unit that fits: "90 s", "12 min", "3 h", "5 d". */
static void copy_duration(int64_t seconds, char out[CELL]) {
    long long value = (long long)seconds;
    if (value < 120) {
        snprintf(out, CELL, "%lld s", value);
    } else if (value < 7200) {
        snprintf(out, CELL, "%lld min", value / 60);
    } else if (value < 48 * 3600) {
        snprintf(out, CELL, "%lld h", value / 3600);
    } else {
        snprintf(out, CELL, "%lld d", value / 86400);
    }
}

static void copy_date(int64_t ms, char out[CELL]) {
    time_t seconds = (time_t)(ms / 1000);
    struct tm parts;
    if (ms == 0 || gmtime_r(&seconds, &parts) == NULL || strftime(out, CELL, "%Y-%m-%d %H:%M", &parts) == 0)
        out[0] = '\0';
}

static void copy_size(double bytes, char out[CELL]) {
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    size_t unit = 0;
    for (; bytes >= 1024 && unit + 1 < sizeof units / sizeof *units; unit++) bytes /= 1024;
    snprintf(out, CELL, unit == 0 ? "%.0f %s" : "%.1f %s", bytes, units[unit]);
}

/* ---- tables ---- */

typedef struct row {
    char cells[MOST_COLUMNS][CELL];
} row;

/* Headings, then the rows, in columns as wide as they need. */
static void print_rows(const char *const headings[], const row *rows, size_t count) {
    int widths[MOST_COLUMNS] = {0};
    int columns = 0;
    for (; columns < MOST_COLUMNS && headings[columns] != NULL; columns++) {
        widths[columns] = text_columns(headings[columns]);
        for (size_t i = 0; i < count; i++) {
            int width = text_columns(rows[i].cells[columns]);
            if (width > widths[columns]) widths[columns] = width;
        }
    }
    for (size_t i = 0; i <= count; i++) {
        for (int column = 0; column < columns; column++) {
            const char *cell = i == 0 ? headings[column] : rows[i - 1].cells[column];
            bool is_last = column == columns - 1;
            if (is_last) {
                puts(cell);
            } else {
                print_padded(stdout, cell, widths[column] + 2);
            }
        }
    }
}

/* Fill a row for each of a list, and print them; `none` is said if there are none. */
static void print_list(const json_t *list, const char *const headings[],
                       void (*fill)(const json_t *item, row *row), const char *none) {
    size_t count = json_array_size(list);
    if (count == 0) {
        puts(none);
        return;
    }
    row *rows = cli_allocate(count * sizeof *rows);
    for (size_t i = 0; i < count; i++) fill(json_array_get(list, i), &rows[i]);
    print_rows(headings, rows, count);
    free(rows);
}

/* ---- the server ---- */

static void print_pair(const char *name, const char *value) {
    print_padded(stdout, name, 22);
    puts(value);
}

static void print_number(const char *name, int64_t value) {
    char text[CELL];
    snprintf(text, sizeof text, "%lld", (long long)value);
    print_pair(name, text);
}

void show_status(const json_t *answer) {
    char text[CELL];
    const json_t *tables = json_object_get(answer, "tables");
    copy_text(answer, "version", text);
    print_pair(TR("version"), text);
    copy_text(answer, "failure", text);
    print_pair(TR("database"), row_truth(answer, "healthy") ? TR("accepts writes") : text);
    copy_duration(row_number(answer, "uptime_s"), text);
    print_pair(TR("running for"), text);
    print_number(TR("connections"), row_number(answer, "connections"));
    print_number(TR("people online"), row_number(answer, "people"));
    snprintf(text, sizeof text, TR("%lld open, %lld in play"), (long long)row_number(tables, "open"),
             (long long)row_number(tables, "playing") + (long long)row_number(tables, "commit"));
    print_pair(TR("tables"), text);
    print_number(TR("bans"), row_number(answer, "bans"));
    print_number(TR("mutes"), row_number(answer, "mutes"));
    print_number(TR("open reports"), row_number(answer, "reports"));
    copy_size(json_number_value(json_object_get(answer, "database_bytes")), text);
    print_pair(TR("database size"), text);
    copy_size(json_number_value(json_object_get(answer, "disk_free_bytes")), text);
    print_pair(TR("disk space left"), text);
    if (row_truth(answer, "disk_low")) puts(TR("The disk is nearly full."));
    size_t i;
    json_t *warning;
    json_array_foreach(json_object_get(answer, "warnings"), i, warning) puts(json_string_value(warning));
}

void show_reset(const json_t *answer) {
    char until[CELL];
    const char *link = json_string_value(json_object_get(answer, "link"));
    copy_text(answer, "until", until);
    puts(link != NULL ? link : "");
    printf(
        TR("Anyone with this link can set the password once, until %s. All devices are then signed out.\n"),
        until);
}

void show_backup(const json_t *answer) {
    char path[CELL];
    copy_text(answer, "backup", path);
    printf(TR("A backup to %s was requested; the log says when it is done.\n"), path);
}

void show_log(const json_t *answer) {
    size_t i;
    json_t *line;
    const json_t *lines = json_object_get(answer, "lines");
    if (json_array_size(lines) == 0) puts(TR("The security log is empty."));
    json_array_foreach(lines, i, line) {
        char *text = json_dumps(line, JSON_COMPACT | JSON_ENSURE_ASCII);
        if (text != NULL) puts(text);
        free(text);
    }
}

/* ---- tables ---- */

static void fill_table(const json_t *item, row *row) {
    copy_text(item, "table", row->cells[0]);
    copy_text(item, "game", row->cells[1]);
    copy_text(item, "phase", row->cells[2]);
    snprintf(row->cells[3], CELL, "%s", row_truth(item, "public") ? TR("public") : TR("private"));
    copy_duration(row_number(item, "idle_s"), row->cells[4]);
    size_t i;
    json_t *seat;
    json_array_foreach(json_object_get(item, "seats"), i, seat) {
        char name[CELL];
        copy_text(seat, "name", name);
        text_append(row->cells[5], CELL, "%s%s", i > 0 ? ", " : "", name[0] != '\0' ? name : "-");
    }
}

void show_tables(const json_t *answer) {
    const char *const headings[] = {TR_IN("heading of a column", "table"),
                                    TR_IN("heading of a column", "game"),
                                    TR_IN("heading of a column", "phase"),
                                    "",
                                    TR_IN("heading of a column", "idle"),
                                    TR_IN("heading of a column", "seats"),
                                    NULL};
    const json_t *list = json_object_get(answer, "tables");
    print_list(list, headings, fill_table, TR("No tables."));
    int64_t more = row_number(answer, "all") - (int64_t)json_array_size(list);
    if (more > 0) printf(TR("%lld more; use --most to show them.\n"), (long long)more);
}

void show_closed(const json_t *answer) {
    char table[CELL];
    copy_text(answer, "closed", table);
    printf(TR("Table %s is closed.\n"), table);
}

/* ---- people ---- */

static void fill_person(const json_t *item, row *row) {
    copy_text(item, "id", row->cells[0]);
    copy_text(item, "name", row->cells[1]);
    copy_text(item, "login", row->cells[2]);
    copy_date(row_number(item, "seen_ms"), row->cells[3]);
    if (row_number(item, "connections") > 0) text_append(row->cells[4], CELL, "%s ", TR("here"));
    if (row_truth(item, "banned")) text_append(row->cells[4], CELL, "%s ", TR("banned"));
    if (row_truth(item, "muted")) text_append(row->cells[4], CELL, "%s", TR("muted"));
}

void show_people(const json_t *answer) {
    const char *const headings[] = {TR_IN("heading of a column", "person"),
                                    TR_IN("heading of a column", "name"),
                                    TR_IN("heading of a column", "login"),
                                    TR_IN("heading of a column", "last seen"),
                                    "",
                                    NULL};
    print_list(json_object_get(answer, "people"), headings, fill_person, TR("There is no such person."));
}

static void fill_session(const json_t *item, row *row) {
    copy_text(item, "person", row->cells[0]);
    copy_text(item, "name", row->cells[1]);
    copy_text(item, "address", row->cells[2]);
    copy_text(item, "language", row->cells[3]);
    snprintf(row->cells[4], CELL, "%lld", (long long)row_number(item, "tables"));
}

static void fill_device(const json_t *item, row *row) {
    copy_text(item, "device", row->cells[0]);
    copy_date(row_number(item, "seen_ms"), row->cells[1]);
}

void show_sessions(const json_t *answer) {
    const char *const device_headings[] = {TR_IN("heading of a column", "device"),
                                           TR_IN("heading of a column", "last seen"), NULL};
    const json_t *devices = json_object_get(answer, "devices");
    const char *const headings[] = {
        TR_IN("heading of a column", "person"),  TR_IN("heading of a column", "name"),
        TR_IN("heading of a column", "address"), TR_IN("heading of a column", "language"),
        TR_IN("heading of a column", "tables"),  NULL};
    print_list(json_object_get(answer, "sessions"), headings, fill_session, TR("Nobody is connected."));
    if (json_array_size(devices) == 0) return;
    printf("\n");
    print_list(devices, device_headings, fill_device, "");
}

void show_renamed(const json_t *answer) {
    char person[CELL], name[CELL];
    copy_text(answer, "person", person);
    copy_text(answer, "name", name);
    printf(TR("%s is now called \"%s\".\n"), person, name);
}

void show_deleted(const json_t *answer) {
    char person[CELL];
    copy_text(answer, "deleted", person);
    printf(TR("%s is deleted.\n"), person);
}

/* ---- bans ---- */

void show_sanction(const json_t *answer) {
    char who[CELL], until[CELL], what[CELL];
    copy_text(answer, "who", who);
    copy_text(answer, "until", until);
    copy_text(answer, "is", what);
    bool is_ban = strcmp(what, "ban") == 0;
    if (until[0] != '\0') {
        printf(is_ban ? TR("%s is banned until %s.\n") : TR("%s is muted until %s.\n"), who, until);
    } else {
        printf(is_ban ? TR("%s is banned.\n") : TR("%s is muted.\n"), who);
    }
}

void show_lifted(const json_t *answer) {
    char who[CELL], what[CELL];
    copy_text(answer, "who", who);
    copy_text(answer, "is", what);
    printf(strcmp(what, "ban") == 0 ? TR("%s is no longer banned.\n") : TR("%s is no longer muted.\n"), who);
}

static void fill_ban(const json_t *item, row *row) {
    char what[CELL];
    copy_text(item, "is", what);
    snprintf(row->cells[0], CELL, "%s", strcmp(what, "ban") == 0 ? TR("banned") : TR("muted"));
    copy_text(item, "who", row->cells[1]);
    copy_text(item, "until", row->cells[2]);
    if (row->cells[2][0] == '\0') snprintf(row->cells[2], CELL, "%s", TR("until it is lifted"));
    copy_text(item, "why", row->cells[3]);
}

void show_bans(const json_t *answer) {
    const char *const headings[] = {"", TR_IN("heading of a column", "who"),
                                    TR_IN("heading of a column", "until"),
                                    TR_IN("heading of a column", "reason"), NULL};
    print_list(json_object_get(answer, "bans"), headings, fill_ban, TR("Nobody is banned or muted."));
}

/* ---- reports ---- */

static void fill_report(const json_t *item, row *row) {
    copy_text(item, "report", row->cells[0]);
    copy_date(row_number(item, "made_ms"), row->cells[1]);
    copy_text(item, "about", row->cells[2]);
    copy_text(item, "name", row->cells[3]);
    copy_text(item, "table", row->cells[4]);
    copy_text(item, "text", row->cells[5]);
}

void show_reports(const json_t *answer) {
    const char *const headings[] = {TR_IN("heading of a column", "report"),
                                    TR_IN("heading of a column", "made"),
                                    TR_IN("heading of a column", "person"),
                                    TR_IN("heading of a column", "name"),
                                    TR_IN("heading of a column", "table"),
                                    TR_IN("heading of a column", "text"),
                                    NULL};
    print_list(json_object_get(answer, "reports"), headings, fill_report, TR("There are no open reports."));
}

static void print_chat(const json_t *lines) {
    size_t i;
    json_t *line;
    json_array_foreach(lines, i, line) {
        char name[CELL], said[1400];
        const char *text = json_string_value(json_object_get(line, "said"));
        copy_text(line, "name", name);
        snprintf(said, sizeof said, "%s", text != NULL ? text : "");
        text_clean(said);
        printf("  %s: %s\n", name, said);
    }
}

void show_report(const json_t *answer) {
    char text[CELL], id[CELL];
    copy_text(answer, "report", text);
    print_pair(TR("report"), text);
    copy_date(row_number(answer, "made_ms"), text);
    print_pair(TR("made"), text);
    copy_text(answer, "about", id);
    copy_text(answer, "name", text);
    text_append(text, sizeof text, " (%s)", id);
    print_pair(TR("about"), text);
    copy_text(answer, "by", text);
    print_pair(TR("by"), text);
    copy_text(answer, "table", text);
    print_pair(TR("at table"), text);
    copy_text(answer, "text", text);
    print_pair(TR("text"), text);
    copy_text(answer, "resolution", text);
    if (text[0] != '\0') print_pair(TR("resolved"), text);
    puts(TR("What the person said:"));
    print_chat(json_object_get(answer, "chat"));
    if (json_object_get(answer, "around") == NULL) return;
    puts(TR("The chat of the table now:"));
    print_chat(json_object_get(answer, "around"));
}

void show_resolved(const json_t *answer) {
    char report[CELL];
    copy_text(answer, "resolved", report);
    printf(TR("Report %s is resolved.\n"), report);
}
