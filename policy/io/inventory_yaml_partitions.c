/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* partitions: with members, IPoIB and groups. */
#include "policy/io/inventory_fields.h"

#include <arpa/inet.h>
#include <string.h>

static const struct ipoib_group nothing_said = {
	.sl = -1,
	.scope = -1,
	.tclass = -1,
	.qkey = -1,
	.flow_label = -1,
};

static void read_mgid(struct inventory_reader *reader,
		      const struct yaml_value *value, void *target)
{
	const char **mgid = target;
	unsigned char bytes[16];

	if (value->kind != YAML_IS_SCALAR ||
	    inet_pton(AF_INET6, value->text, bytes) != 1) {
		fields_expected(reader, value, "an MGID such as ff12:401b::16");
	} else if (bytes[0] != 0xff) {
		fields_error(reader, value, "multicast GIDs begin with ff",
			     "%s is no multicast GID",
			     fields_quote(reader, value->text));
	} else {
		*mgid = value->text;
	}
}

#define GROUP_FIELDS                                                           \
	{"mtu", read_mtu, offsetof(struct ipoib_group, mtu), 0},               \
		{"rate", read_rate, offsetof(struct ipoib_group, rate), 0},    \
		{"sl", read_level, offsetof(struct ipoib_group, sl), 0},       \
		{"scope", read_level, offsetof(struct ipoib_group, scope), 0}, \
		{"qkey", read_qkey, offsetof(struct ipoib_group, qkey), 0},    \
		{"tclass", read_tclass, offsetof(struct ipoib_group, tclass),  \
		 0},                                                           \
	{                                                                      \
		"flow_label", read_flow_label,                                 \
			offsetof(struct ipoib_group, flow_label), 0            \
	}

static const struct field ipoib_fields[] = {
	GROUP_FIELDS,
	{NULL},
};

static const struct field group_fields[] = {
	{"mgid", read_mgid, offsetof(struct ipoib_group, mgid), FIELD_REQUIRED},
	GROUP_FIELDS,
	{NULL},
};

/* ipoib: true | {mtu: 4096, rate: 200} */
static void read_ipoib(struct inventory_reader *reader,
		       const struct yaml_value *value, void *target)
{
	struct inventory_partition *partition = target;

	partition->ipoib = nothing_said;
	partition->ipoib.pos = value->pos;
	if (value->kind == YAML_IS_SCALAR) {
		if (strcmp(value->text, "true") == 0 ||
		    strcmp(value->text, "false") == 0) {
			read_bool(reader, value, &partition->has_ipoib);
		} else {
			fields_expected(reader, value,
					"true or a map (mtu, rate, ...)");
		}
		return;
	}
	partition->has_ipoib = fields_read(reader, value, "ipoib", ipoib_fields,
					   &partition->ipoib);
}

static void read_group(struct inventory_reader *reader,
		       const struct yaml_value *item, void *target)
{
	struct inventory_partition *partition = target;
	struct ipoib_group group = nothing_said;

	group.pos = item->pos;
	fields_read(reader, item, "a group", group_fields, &group);
	if (group.mgid) {
		partition->groups[partition->group_count++] = group;
	}
}

static void read_groups(struct inventory_reader *reader,
			const struct yaml_value *value, void *target)
{
	struct inventory_partition *partition = target;

	partition->groups =
		fields_array(reader, value->count, sizeof(*partition->groups));
	if (partition->groups) {
		fields_each_item(reader, value, "groups", read_group,
				 partition);
	}
}

/* members: {"gpu[001-002]/mlx5_1/1": full} */
static void read_member(struct inventory_reader *reader,
			const struct yaml_value *key,
			const struct yaml_value *value, void *target)
{
	struct inventory_partition *partition = target;
	struct inventory_member member = {
		.selector = {.text = key->text, .pos = key->pos},
	};

	read_membership(reader, value, &member.membership);
	if (member.membership) {
		partition->members[partition->member_count++] = member;
	}
}

static void read_members(struct inventory_reader *reader,
			 const struct yaml_value *value, void *target)
{
	struct inventory_partition *partition = target;

	partition->members =
		fields_array(reader, value->count, sizeof(*partition->members));
	if (partition->members) {
		fields_each_pair(reader, value,
				 "members (selector: full or limited)",
				 read_member, partition);
	}
}

static void read_partition_pkey(struct inventory_reader *reader,
				const struct yaml_value *value, void *target)
{
	struct inventory_partition *partition = target;

	read_pkey(reader, value, &partition->pkey);
	partition->pkey_pos = value->pos;
}

static const struct field partition_fields[] = {
	{"pkey", read_partition_pkey, 0, FIELD_REQUIRED},
	{"members", read_members, 0, 0},
	{"protected", read_bool,
	 offsetof(struct inventory_partition, is_protected), 0},
	{"index0", read_bool, offsetof(struct inventory_partition, index0), 0},
	{"sl", read_level, offsetof(struct inventory_partition, sl), 0},
	{"ipoib", read_ipoib, 0, 0},
	{"groups", read_groups, 0, 0},
	{NULL},
};

static void read_partition(struct inventory_reader *reader,
			   const struct yaml_value *key,
			   const struct yaml_value *value, void *target)
{
	struct inventory *inventory = reader->inventory;
	struct inventory_partition *partition;

	(void)target;
	if (!name_is_valid(reader, key, "the name of a partition",
			   PARTITION_NAME_LIMIT)) {
		return;
	}
	partition =
		fields_append(reader, &inventory->partitions,
			      &inventory->partition_count,
			      &reader->partition_capacity, sizeof(*partition));
	if (partition) {
		partition->name = key->text;
		partition->pos = key->pos;
		partition->sl = -1;
		fields_read(reader, value, "a partition", partition_fields,
			    partition);
	}
}

void read_partitions(struct inventory_reader *reader,
		     const struct yaml_value *value, void *target)
{
	struct inventory *inventory = reader->inventory;

	if (!inventory->has_partitions) {
		inventory->has_partitions = true;
		inventory->partitions_pos = value->pos;
	}
	fields_each_pair(reader, value, "partitions", read_partition, target);
}
