/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Sheets of expected cabling. */
#include "policy/io/cabling_csv.h"

#include "policy/io/csv_reader.h"
#include "policy/io/read_file.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMN_COUNT = 4 };

static const char *const column_names[COLUMN_COUNT] = {"StartDevice",
						       "StartPort", "EndDevice",
						       "EndPort"};

static const char all_columns[] =
	"the columns are StartDevice,StartPort,EndDevice,EndPort";

struct sheet {
	struct cabling *cabling;
	struct diag_list *diags;
	struct source_pos pos;        /* of the record at hand */
	size_t columns[COLUMN_COUNT]; /* 1 and on; 0: not there */
	bool has_columns;
	size_t rows;
	bool failed; /* out of memory */
};

/* "#Start Device" is StartDevice. */
static bool is_column(const char *field, const char *name)
{
	for (;; field++) {
		if (*field && strchr(" \t#_-", *field)) {
			continue;
		}
		if ((*field | 0x20) != (*name | 0x20)) {
			return false;
		}
		if (!*name) {
			return true;
		}
		name++;
	}
}

static size_t find_columns(const struct csv_record *record,
			   size_t columns[COLUMN_COUNT])
{
	size_t found = 0, i, j;

	for (i = 0; i < COLUMN_COUNT; i++) {
		columns[i] = 0;
		for (j = 0; j < record->count && !columns[i]; j++) {
			if (is_column(record->fields[j], column_names[i])) {
				columns[i] = j + 1;
				found++;
			}
		}
	}
	return found;
}

static void say_missing_columns(struct sheet *sheet,
				const size_t columns[COLUMN_COUNT])
{
	size_t i;

	for (i = 0; i < COLUMN_COUNT; i++) {
		if (!columns[i]) {
			diag_add(sheet->diags, DIAG_ERROR, sheet->pos,
				 all_columns, "there is no column %s",
				 column_names[i]);
		}
	}
}

static const char *field_of(const struct csv_record *record, size_t column)
{
	return column <= record->count ? record->fields[column - 1] : "";
}

/* Blank where it counts, or a comment. */
static bool says_nothing(const struct sheet *sheet,
			 const struct csv_record *record)
{
	size_t i;

	if (record->count && record->fields[0][0] == '#') {
		return true;
	}
	for (i = 0; i < COLUMN_COUNT; i++) {
		if (*field_of(record, sheet->columns[i])) {
			return false;
		}
	}
	return true;
}

static bool has_empty_cell(struct sheet *sheet, const struct csv_record *record)
{
	bool empty = false;
	size_t i;

	for (i = 0; i < COLUMN_COUNT; i++) {
		if (!*field_of(record, sheet->columns[i])) {
			diag_add(sheet->diags, DIAG_ERROR, sheet->pos,
				 "fill it in, or delete the row", "%s is empty",
				 column_names[i]);
			empty = true;
		}
	}
	return empty;
}

static bool parse_end(struct sheet *sheet, const struct csv_record *record,
		      size_t first, struct cabling_end *end)
{
	struct arena *arena = sheet->cabling->arena;
	int status;

	*end = (struct cabling_end){
		.device = arena_strdup(arena,
				       field_of(record, sheet->columns[first])),
		.port = arena_strdup(arena,
				     field_of(record,
					      sheet->columns[first + 1])),
	};
	status = end->device && end->port ? cabling_end_parse(end, arena) : -1;
	if (status < 0) {
		sheet->failed = true;
	} else if (!status) {
		diag_add(sheet->diags, DIAG_ERROR, sheet->pos,
			 "a port is written as \"Port 20\", \"20\", "
			 "\"Blade 16_Port 2/20\", or by its adapter, "
			 "\"mlx5_0\", \"mlx5_0/1\"",
			 "%s %s names no port", column_names[first + 1],
			 diag_quote(sheet->diags, end->port));
	}
	return status == 1;
}

static void add_row(struct sheet *sheet, const struct csv_record *record)
{
	struct cabling *cabling = sheet->cabling;
	struct cabling_row row = {.pos = sheet->pos};
	void *items = cabling->rows;
	bool start, end;

	if (has_empty_cell(sheet, record)) {
		return;
	}
	start = parse_end(sheet, record, 0, &row.ends[0]);
	end = parse_end(sheet, record, 2, &row.ends[1]);
	if (!start || !end) {
		return;
	}
	if (arena_grow(cabling->arena, &items, cabling->row_count,
		       &cabling->row_capacity, sizeof(row))) {
		sheet->failed = true;
		return;
	}
	cabling->rows = items;
	cabling->rows[cabling->row_count++] = row;
}

/* Takes a line that names columns. False: it is none. */
static bool take_header(struct sheet *sheet, const struct csv_record *record)
{
	size_t columns[COLUMN_COUNT];
	size_t found = find_columns(record, columns);

	/* A device may be called like one column, hardly like all. */
	if (!found || (sheet->has_columns && found < COLUMN_COUNT)) {
		return false;
	}
	if (found < COLUMN_COUNT) {
		say_missing_columns(sheet, columns);
	}
	memcpy(sheet->columns, columns, sizeof(columns));
	sheet->has_columns = true;
	return true;
}

/* Finds the line that names the columns, and by it the separator. */
static int read_header(struct sheet *sheet, struct csv_reader *reader,
		       struct csv_record *record)
{
	static const char separators[] = {',', ';', '\t'};
	struct csv_reader before;
	int status = 0;
	size_t i;

	do {
		before = *reader;
		for (i = 0; i < sizeof(separators); i++) {
			*reader = before;
			reader->separator = separators[i];
			status = csv_reader_next(reader, record);
			if (status <= 0) {
				return status;
			}
			sheet->pos.line = record->line;
			if (take_header(sheet, record)) {
				return 1;
			}
		}
	} while (status > 0);
	return status;
}

static void say_no_header(struct sheet *sheet)
{
	sheet->pos.line = 1;
	diag_add(sheet->diags, DIAG_ERROR, sheet->pos, all_columns,
		 "this is no cabling sheet: no line names its columns");
}

static void read_rows(struct sheet *sheet, struct csv_reader *reader)
{
	struct csv_record record;
	int status = read_header(sheet, reader, &record);

	if (status <= 0 || diag_has_errors(sheet->diags)) {
		if (!status) {
			say_no_header(sheet);
		}
		sheet->failed = sheet->failed || status < 0;
		return;
	}
	while ((status = csv_reader_next(reader, &record)) > 0) {
		sheet->pos.line = record.line;
		if (says_nothing(sheet, &record) ||
		    take_header(sheet, &record)) {
			continue;
		}
		sheet->rows++;
		if (record.open_quote) {
			diag_add(sheet->diags, DIAG_ERROR, sheet->pos,
				 "double a quotation mark inside a field",
				 "a quotation mark is never closed");
		} else {
			add_row(sheet, &record);
		}
	}
	sheet->failed = sheet->failed || status < 0;
	if (!sheet->rows) {
		diag_add(sheet->diags, DIAG_ERROR, sheet->pos, NULL,
			 "the sheet names its columns and has no rows");
	}
}

/* NULL, or why the bytes are no CSV. */
static const char *not_text(const char *bytes, size_t length)
{
	if (length >= 4 && !memcmp(bytes, "PK\x03\x04", 4)) {
		return "this is a workbook, not CSV";
	}
	return memchr(bytes, '\0', length) ? "this is binary or UTF-16, not CSV"
					   : NULL;
}

int cabling_csv_parse(const char *path, const char *bytes, size_t length,
		      struct cabling *cabling, struct diag_list *diags,
		      struct error *error)
{
	const char *why = not_text(bytes, length);
	struct sheet sheet = {.cabling = cabling, .diags = diags};
	struct csv_reader reader = {.at = bytes, .end = bytes + length};

	sheet.pos.file = arena_strdup(cabling->arena, path);
	reader.arena = arena_new();
	if (!sheet.pos.file || !reader.arena) {
		arena_free(reader.arena);
		return error_no_memory(error);
	}
	if (why) {
		diag_add(diags, DIAG_ERROR, sheet.pos,
			 "export the sheet as CSV in UTF-8", "%s", why);
	} else {
		read_rows(&sheet, &reader);
	}
	arena_free(reader.arena);
	return sheet.failed || diags->failed ? error_no_memory(error) : 0;
}

int cabling_csv_load(const char *path, struct cabling *cabling,
		     struct diag_list *diags, struct error *error)
{
	const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
	char *bytes = NULL;
	size_t length;
	int result;

	if (read_file(path, CABLING_CSV_LIMIT, &bytes, &length, error)) {
		return -1;
	}
	result = cabling_csv_parse(name, bytes, length, cabling, diags, error);
	free(bytes);
	return result;
}
