/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What may stand on a role, host, port or link. */
#include "policy/io/inventory_fields.h"

void read_role_name(struct inventory_reader *reader,
		    const struct yaml_value *value, void *target)
{
	struct attributes *attributes = target;

	if (name_is_valid(reader, value, "the name of a role", NAME_LIMIT)) {
		attributes->role_name = value->text;
		attributes->role_pos = value->pos;
	}
}

void read_expected_speed(struct inventory_reader *reader,
			 const struct yaml_value *value, void *target)
{
	struct attributes *attributes = target;

	read_speed(reader, value, &attributes->speed);
	attributes->speed_pos = value->pos;
}

void read_expected_width(struct inventory_reader *reader,
			 const struct yaml_value *value, void *target)
{
	struct attributes *attributes = target;

	read_width(reader, value, &attributes->width);
	attributes->width_pos = value->pos;
}

void read_expected_mtu(struct inventory_reader *reader,
		       const struct yaml_value *value, void *target)
{
	struct attributes *attributes = target;

	read_mtu(reader, value, &attributes->mtu);
	attributes->mtu_pos = value->pos;
}

/* partitions: {compute: full} */
static void read_grant(struct inventory_reader *reader,
		       const struct yaml_value *key,
		       const struct yaml_value *value, void *target)
{
	struct attributes *attributes = target;
	struct grant grant = {.name = key->text, .pos = key->pos};

	if (!name_is_valid(reader, key, "the name of a partition",
			   PARTITION_NAME_LIMIT)) {
		return;
	}
	read_membership(reader, value, &grant.membership);
	if (grant.membership) {
		attributes->partitions[attributes->partition_count++] = grant;
	}
}

void read_grants(struct inventory_reader *reader,
		 const struct yaml_value *value, void *target)
{
	struct attributes *attributes = target;

	attributes->has_partitions = true;
	attributes->partitions_pos = value->pos;
	attributes->partitions =
		fields_array(reader, value->count, sizeof(struct grant));
	if (!reader->failed) {
		fields_each_pair(reader, value,
				 "partitions (name: full or limited)",
				 read_grant, attributes);
	}
}
