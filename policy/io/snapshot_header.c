/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A snapshot's first line -> what the fabric has beside nodes. */
#include "policy/io/snapshot_header.h"

#include "policy/time_text.h"

#include <arpa/inet.h>
#include <string.h>

static void parse_sms(struct snapshot_fields *fields, struct subnet *subnet,
		      json_t *header)
{
	json_t *array, *item;
	size_t i;

	array = snapshot_fields_array(fields, header, "sms");
	if (!array) {
		return;
	}
	subnet->sms = arena_array(subnet->arena, json_array_size(array),
				  sizeof(*subnet->sms));
	if (!subnet->sms) {
		fields->failed = true;
		return;
	}
	subnet->sms_known = true;
	json_array_foreach(array, i, item)
	{
		struct subnet_sm *sm = &subnet->sms[subnet->sm_count];

		snapshot_fields_at(fields, "SM in place", (int)i + 1);
		if (!snapshot_fields_object(fields, item)) {
			continue;
		}
		sm->port_guid = snapshot_fields_required_guid(fields, item,
							      "port_guid");
		sm->priority =
			snapshot_fields_number(fields, item, "priority", 0, 15);
		sm->state = (enum ib_sm_state)
			snapshot_fields_word(fields, item, SNAPSHOT_SM_STATE);
		sm->local = snapshot_fields_flag(fields, item, "local");
		subnet->sm_count++;
	}
}

static void parse_group(struct snapshot_fields *fields, json_t *object,
			struct subnet_group *group)
{
	const char *mgid =
		snapshot_fields_text(fields, object, "mgid", INET6_ADDRSTRLEN);

	if (mgid && inet_pton(AF_INET6, mgid, group->mgid) != 1) {
		snapshot_fields_complain(fields, "\"mgid\" is not an MGID in "
						 "IPv6 notation");
	}
	group->pkey =
		(uint16_t)snapshot_fields_hex(fields, object, "pkey", 0x7fff);
	group->mtu = snapshot_fields_mtu(fields, object, "mtu");
	group->rate =
		snapshot_fields_number(fields, object, "rate", 1, UINT16_MAX);
	group->qkey = snapshot_fields_hex(fields, object, "qkey", UINT32_MAX);
	group->sl = snapshot_fields_number(fields, object, "sl", 0, 15);
	group->member_count =
		snapshot_fields_number(fields, object, "members", 0, INT32_MAX);
	group->from_config =
		snapshot_fields_flag(fields, object, "from_config");
}

static void parse_groups(struct snapshot_fields *fields, struct subnet *subnet,
			 json_t *header)
{
	json_t *array, *item;
	size_t i;

	array = snapshot_fields_array(fields, header, "groups");
	if (!array) {
		return;
	}
	subnet->groups = arena_array(subnet->arena, json_array_size(array),
				     sizeof(*subnet->groups));
	if (!subnet->groups) {
		fields->failed = true;
		return;
	}
	subnet->groups_known = true;
	json_array_foreach(array, i, item)
	{
		snapshot_fields_at(fields, "group in place", (int)i + 1);
		if (snapshot_fields_object(fields, item)) {
			parse_group(fields, item,
				    &subnet->groups[subnet->group_count++]);
		}
	}
}

static void parse_options(struct snapshot_fields *fields, struct subnet *subnet,
			  json_t *header)
{
	struct subnet_options *options = &subnet->options;
	json_t *object = json_object_get(header, "options");

	if (!object) {
		return;
	}
	snapshot_fields_at(fields, "options", -1);
	if (!snapshot_fields_object(fields, object)) {
		return;
	}
	options->known = true;
	options->allow_both_pkeys =
		snapshot_fields_flag(fields, object, "allow_both_pkeys");
	options->enforce_off =
		snapshot_fields_flag(fields, object, "enforce_off");
	options->m_key_unset =
		snapshot_fields_flag(fields, object, "m_key_unset");
	options->sm_key_default =
		snapshot_fields_flag(fields, object, "sm_key_default");
}

static bool check_format(struct snapshot_fields *fields, json_t *header)
{
	const char *format;
	unsigned int version;

	snapshot_fields_at(fields, "header", -1);
	format = snapshot_fields_text(fields, header, "format", 64);
	if (!format || strcmp(format, "ibpolicy-snapshot") != 0) {
		snapshot_fields_complain(
			fields, "\"format\" is not \"ibpolicy-snapshot\": this "
				"is no snapshot");
		return false;
	}
	version =
		snapshot_fields_number(fields, header, "version", 1, INT32_MAX);
	if (version != 1) {
		snapshot_fields_complain(fields,
					 "\"version\" is %u, this ibpolicy "
					 "reads 1: use a newer one",
					 version);
		return false;
	}
	return true;
}

void snapshot_header_parse(struct snapshot_fields *fields,
			   struct subnet *subnet, json_t *header)
{
	const char *text;

	if (!check_format(fields, header)) {
		return;
	}
	text = snapshot_fields_text(fields, header, "taken_at", TIME_TEXT);
	if (text && !time_parse(text, &subnet->taken_at)) {
		snapshot_fields_complain(fields,
					 "\"taken_at\" is not a time like "
					 "\"2026-11-30T03:12:40Z\"");
	}
	text = snapshot_fields_text(fields, header, "source", 64);
	subnet->source = text ? subnet_source_parse(text) : 0;
	if (!subnet->source) {
		subnet->source = SUBNET_FROM_SNAPSHOT;
	}
	subnet->errors = snapshot_fields_flag(fields, header, "errors");
	parse_sms(fields, subnet, header);
	parse_groups(fields, subnet, header);
	parse_options(fields, subnet, header);
}
