/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Tables of keys, and the readers of the values they hold; for
 * inventory_yaml*.c alone. */
#ifndef IBPOLICY_IO_INVENTORY_FIELDS_H
#define IBPOLICY_IO_INVENTORY_FIELDS_H

#include "policy/inventory.h"
#include "policy/io/yaml_reader.h"

#include <stdbool.h>
#include <stddef.h>

struct inventory_reader {
	struct inventory *inventory;
	struct diag_list *diags;
	bool is_root;    /* the file being read is the root file */
	bool failed;     /* out of memory */
	bool unreadable; /* some file could not be read as a whole */
	const struct yaml_value *include; /* of the root file */
	size_t file_capacity;
	size_t role_capacity, partition_capacity, sm_capacity, host_capacity,
		switch_capacity, link_capacity, state_capacity, check_capacity,
		waiver_capacity, ignore_capacity, assert_capacity;
};

/* Reads value into what target + offset points at. Faults become diagnostics
 * and leave the target as it was. */
struct field {
	const char *key; /* NULL ends a table */
	void (*read)(struct inventory_reader *reader,
		     const struct yaml_value *value, void *target);
	size_t offset;
	unsigned int flags;
};

enum { FIELD_REQUIRED = 1, FIELD_ROOT_ONLY = 2 };

/* Reads a map by a table: unknown keys, keys that are not for an included file
 * and missing ones are reported. what names the thing in messages ("a host").
 * Returns false when value is no map. */
bool fields_read(struct inventory_reader *reader,
		 const struct yaml_value *value, const char *what,
		 const struct field *table, void *target);

/* Calls read for each entry of a map, key and value; entry for each item of a
 * list. What else stands there is reported. */
void fields_each_pair(struct inventory_reader *reader,
		      const struct yaml_value *value, const char *what,
		      void (*read)(struct inventory_reader *reader,
				   const struct yaml_value *key,
				   const struct yaml_value *value,
				   void *target),
		      void *target);
void fields_each_item(struct inventory_reader *reader,
		      const struct yaml_value *value, const char *what,
		      void (*read)(struct inventory_reader *reader,
				   const struct yaml_value *item, void *target),
		      void *target);

/* One error at a value. */
void fields_error(struct inventory_reader *reader,
		  const struct yaml_value *value, const char *hint,
		  const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* 'expected a map, found a list': what was expected, and what stands there. */
void fields_expected(struct inventory_reader *reader,
		     const struct yaml_value *value, const char *expected);

/* False when so many faults have been found that nobody would read a further
 * suggestion. */
bool fields_suggests(const struct inventory_reader *reader);

/* What stands there, for messages: 'the text "x"', "a map". */
const char *fields_describe(struct inventory_reader *reader,
			    const struct yaml_value *value);

const char *fields_quote(struct inventory_reader *reader, const char *text);

/* Memory of the inventory, zeroed; NULL and reader->failed when there is
 * none. */
void *fields_array(struct inventory_reader *reader, size_t count, size_t size);

/* Room for one more element at the end of *items, zeroed. */
void *fields_append(struct inventory_reader *reader, void *items, size_t *count,
		    size_t *capacity, size_t size);

/* Room for more elements at once: what a map's count already tells. */
void fields_reserve(struct inventory_reader *reader, void *items, size_t count,
		    size_t *capacity, size_t size, size_t more);

/* A hint in the inventory's arena; NULL when memory is out. */
const char *fields_hint(struct inventory_reader *reader, const char *format,
			...) __attribute__((format(printf, 2, 3)));

/* inventory_scalars.c: values of one kind each. target: what it says. */
void read_text(struct inventory_reader *, const struct yaml_value *,
	       void *target); /* const char *: one line, not empty */
void read_bool(struct inventory_reader *, const struct yaml_value *,
	       void *target); /* bool */
void read_name(struct inventory_reader *, const struct yaml_value *,
	       void *target); /* const char *: a name, of anything */
void read_date(struct inventory_reader *, const struct yaml_value *,
	       void *target); /* int64_t: the last second of the day */
void read_duration(struct inventory_reader *, const struct yaml_value *,
		   void *target); /* int: seconds */
void read_count(struct inventory_reader *, const struct yaml_value *,
		void *target); /* int, at least 1 */
void read_priority(struct inventory_reader *, const struct yaml_value *,
		   void *target); /* int, 0 to 15 */
void read_level(struct inventory_reader *, const struct yaml_value *,
		void *target); /* SL and scope: int, 0 to 15 */
void read_tclass(struct inventory_reader *, const struct yaml_value *,
		 void *target); /* int, 0 to 255 */
void read_flow_label(struct inventory_reader *, const struct yaml_value *,
		     void *target); /* int64_t, 20 bits */
void read_qkey(struct inventory_reader *, const struct yaml_value *,
	       void *target); /* int64_t, 32 bits */

/* inventory_fabric_values.c: the field's own values. */
void read_guid(struct inventory_reader *, const struct yaml_value *,
	       void *target); /* uint64_t */
void read_pkey(struct inventory_reader *, const struct yaml_value *,
	       void *target); /* uint16_t, 15 bits */
void read_vendor(struct inventory_reader *, const struct yaml_value *,
		 void *target); /* uint32_t, 24 bits */
void read_device(struct inventory_reader *, const struct yaml_value *,
		 void *target); /* int32_t, 16 bits */
void read_mtu(struct inventory_reader *, const struct yaml_value *,
	      void *target); /* unsigned int, bytes */
void read_rate(struct inventory_reader *, const struct yaml_value *,
	       void *target); /* unsigned int, Gb/s */
void read_speed(struct inventory_reader *, const struct yaml_value *,
		void *target); /* enum ib_speed */
void read_width(struct inventory_reader *, const struct yaml_value *,
		void *target); /* enum ib_width */
void read_membership(struct inventory_reader *, const struct yaml_value *,
		     void *target); /* enum ib_membership */

/* The place of the value among words (NULL last) from 1 on; 0, and a
 * diagnostic with the nearest word or else the hint known, for others. */
unsigned int fields_word(struct inventory_reader *reader,
			 const struct yaml_value *value, const char *what,
			 const char *const words[], const char *known);

/* True when text may be a name of that length: [A-Za-z0-9][A-Za-z0-9._-]*, no
 * selector keyword, no number in hex. Reports it otherwise. */
bool name_is_valid(struct inventory_reader *reader,
		   const struct yaml_value *value, const char *what,
		   size_t limit);

/* A plain scalar that is a whole decimal or 0x hex number. */
bool number_parse(const struct yaml_value *value, uint64_t *number);

enum { NAME_LIMIT = 63, PARTITION_NAME_LIMIT = 31 };

/* inventory_yaml_hosts.c */
void read_roles(struct inventory_reader *, const struct yaml_value *, void *);
void read_hosts(struct inventory_reader *, const struct yaml_value *, void *);
/* inventory_yaml_switches.c */
void read_switches(struct inventory_reader *, const struct yaml_value *,
		   void *);
void read_sms(struct inventory_reader *, const struct yaml_value *, void *);
void read_links(struct inventory_reader *, const struct yaml_value *, void *);
/* inventory_yaml_partitions.c */
void read_partitions(struct inventory_reader *, const struct yaml_value *,
		     void *);
/* inventory_yaml_policy.c */
void read_states(struct inventory_reader *, const struct yaml_value *, void *);
void read_waivers(struct inventory_reader *, const struct yaml_value *, void *);
void read_ignore(struct inventory_reader *, const struct yaml_value *, void *);
void read_asserts(struct inventory_reader *, const struct yaml_value *, void *);
void read_guard(struct inventory_reader *, const struct yaml_value *, void *);
void read_strict(struct inventory_reader *, const struct yaml_value *, void *);
void read_opensm(struct inventory_reader *, const struct yaml_value *, void *);
/* inventory_yaml_checks.c: target is the inventory, or struct attributes. */
void read_root_checks(struct inventory_reader *, const struct yaml_value *,
		      void *);
void read_checks(struct inventory_reader *, const struct yaml_value *,
		 void *target);
/* True when the value, a glob over check ids, fits one; reports it
 * otherwise. */
bool check_glob_is_known(struct inventory_reader *reader,
			 const struct yaml_value *value);

/* inventory_yaml_attributes.c: target is struct attributes. */
void read_role_name(struct inventory_reader *, const struct yaml_value *,
		    void *target);
void read_expected_speed(struct inventory_reader *, const struct yaml_value *,
			 void *target);
void read_expected_width(struct inventory_reader *, const struct yaml_value *,
			 void *target);
void read_expected_mtu(struct inventory_reader *, const struct yaml_value *,
		       void *target);
void read_grants(struct inventory_reader *, const struct yaml_value *,
		 void *target);

/* The keys that stand on a role, host, port or link; on a role without the
 * first. */
#define ATTRIBUTE_FIELDS(type)                                                 \
	{"role", read_role_name, offsetof(struct type, attributes), 0},        \
		ROLE_FIELDS(type)
#define ROLE_FIELDS(type)                                                      \
	{"speed", read_expected_speed, offsetof(struct type, attributes), 0},  \
		{"width", read_expected_width,                                 \
		 offsetof(struct type, attributes), 0},                        \
		{"mtu", read_expected_mtu, offsetof(struct type, attributes),  \
		 0},                                                           \
		{"partitions", read_grants, offsetof(struct type, attributes), \
		 0},                                                           \
	{                                                                      \
		"checks", read_checks, offsetof(struct type, attributes), 0    \
	}

#endif
