/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The field's own values: GUIDs, P_Keys, MTUs, rates, speeds, widths. */
#include "policy/io/inventory_fields.h"

#include "policy/suggest.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Words shorter than this all look alike: the list of them helps more. */
enum { GUESS_LENGTH = 6 };

static bool is_decimal(const char *text)
{
	return text[0] != '\0' && text[strspn(text, "0123456789")] == '\0' &&
	       strlen(text) <= 19;
}

/* "0c42:a103:00a1:b2c3" as ibv_devinfo prints it, or without the 0x. */
static const char *guid_hint(struct inventory_reader *reader, const char *text)
{
	char digits[17];
	size_t count = 0;

	if (is_decimal(text) && strlen(text) != 16) {
		return fields_hint(reader, "as a GUID that is 0x%016" PRIx64,
				   (uint64_t)strtoull(text, NULL, 10));
	}
	if (strncasecmp(text, "0x", 2) == 0) {
		text += 2;
	}
	for (; *text; text++) {
		if (strchr(":.-", *text)) {
			continue;
		}
		if (!strchr("0123456789abcdefABCDEF", *text) || count == 16) {
			return "0x and 1 to 16 hex digits";
		}
		digits[count++] = *text;
	}
	digits[count] = '\0';
	return count == 16 ? fields_hint(reader, "write 0x%s", digits)
			   : "0x and 1 to 16 hex digits";
}

void read_guid(struct inventory_reader *reader, const struct yaml_value *value,
	       void *target)
{
	uint64_t *guid = target, found;

	if (value->kind != YAML_IS_SCALAR) {
		fields_expected(reader, value, "a GUID");
	} else if (!ib_guid_parse(value->text, &found)) {
		fields_error(reader, value, guid_hint(reader, value->text),
			     "expected a GUID, found %s",
			     fields_describe(reader, value));
	} else if (found == 0 || found == UINT64_MAX) {
		fields_error(reader, value, NULL, "%s is nobody's GUID",
			     fields_quote(reader, value->text));
	} else {
		*guid = found;
	}
}

static const char *pkey_range_hint(struct inventory_reader *reader,
				   uint64_t pkey)
{
	if (pkey > 0x8000 && pkey <= 0xffff) {
		return fields_hint(
			reader,
			"bit 15 is full membership: write pkey: "
			"0x%04x here and say \"full\" at the members",
			(unsigned int)pkey & 0x7fff);
	}
	return "a P_Key is a number from 0x0001 to 0x7fff";
}

void read_pkey(struct inventory_reader *reader, const struct yaml_value *value,
	       void *target)
{
	uint16_t *pkey = target;
	uint64_t number = 0;

	if (value->kind != YAML_IS_SCALAR) {
		fields_expected(reader, value, "a P_Key");
	} else if (is_decimal(value->text)) {
		number = strtoull(value->text, NULL, 10);
		fields_error(reader, value,
			     number >= 1 && number <= 0x7fff
				     ? fields_hint(reader,
						   "decimal %s is 0x%04x: "
						   "write what you mean in hex",
						   value->text,
						   (unsigned int)number)
				     : "write it in hex, from 0x0001 to 0x7fff",
			     "expected a P_Key in hex, found %s",
			     fields_quote(reader, value->text));
	} else if (!ib_guid_parse(value->text, &number)) {
		fields_error(reader, value, "0x and 1 to 4 hex digits",
			     "expected a P_Key, found %s",
			     fields_describe(reader, value));
	} else if (number < 1 || number > 0x7fff) {
		fields_error(reader, value, pkey_range_hint(reader, number),
			     "P_Key %s is out of range",
			     fields_quote(reader, value->text));
	} else {
		*pkey = (uint16_t)number;
	}
}

/* VendorID and DeviceID of NodeInfo. */
static bool read_id(struct inventory_reader *reader,
		    const struct yaml_value *value, const char *what,
		    uint64_t least, uint64_t most, uint64_t *id)
{
	uint64_t number;

	if (value->kind == YAML_IS_SCALAR && is_decimal(value->text)) {
		fields_error(reader, value,
			     fields_hint(reader, "decimal %s is 0x%04" PRIx64,
					 value->text,
					 (uint64_t)strtoull(value->text, NULL,
							    10)),
			     "expected %s in hex, found %s", what,
			     fields_quote(reader, value->text));
		return false;
	}
	if (value->kind != YAML_IS_SCALAR ||
	    !ib_guid_parse(value->text, &number)) {
		fields_expected(reader, value, what);
		return false;
	}
	if (number < least || number > most) {
		fields_error(reader, value, NULL,
			     "%s is out of range: 0x%" PRIx64 " to 0x%" PRIx64,
			     fields_quote(reader, value->text), least, most);
		return false;
	}
	*id = number;
	return true;
}

void read_vendor(struct inventory_reader *reader,
		 const struct yaml_value *value, void *target)
{
	uint64_t id;

	if (read_id(reader, value, "a vendor id", 1, 0xffffff, &id)) {
		*(uint32_t *)target = (uint32_t)id;
	}
}

void read_device(struct inventory_reader *reader,
		 const struct yaml_value *value, void *target)
{
	uint64_t id;

	if (read_id(reader, value, "a device id", 0, 0xffff, &id)) {
		*(int32_t *)target = (int32_t)id;
	}
}

void read_mtu(struct inventory_reader *reader, const struct yaml_value *value,
	      void *target)
{
	unsigned int *mtu = target;
	const char *hint = "one of 256, 512, 1024, 2048, 4096";
	uint64_t number;

	if (!number_parse(value, &number)) {
		fields_error(reader, value, hint,
			     "expected an MTU in bytes, found %s",
			     fields_describe(reader, value));
	} else if (number > 4096 || !ib_mtu_code((unsigned int)number)) {
		if (number <= 5 && ib_mtu_bytes((unsigned int)number)) {
			hint = fields_hint(
				reader,
				"OpenSM's code %u is %u bytes: write %u",
				(unsigned int)number,
				ib_mtu_bytes((unsigned int)number),
				ib_mtu_bytes((unsigned int)number));
		}
		fields_error(reader, value, hint, "%s is no MTU in bytes",
			     fields_quote(reader, value->text));
	} else {
		*mtu = (unsigned int)number;
	}
}

static const char *rate_hint(struct inventory_reader *reader, uint64_t number)
{
	unsigned int rate =
		number < 64 ? ib_rate_gbps((unsigned int)number) : 0;

	if (rate) {
		return fields_hint(reader,
				   "OpenSM's code %u is %u Gb/s: write %u",
				   (unsigned int)number, rate, rate);
	}
	return "4x HDR is 200, 2x HDR and 4x EDR are 100, 4x FDR is 56, 4x QDR "
	       "is 40";
}

void read_rate(struct inventory_reader *reader, const struct yaml_value *value,
	       void *target)
{
	unsigned int *rate = target;
	uint64_t number;

	if (value->kind == YAML_IS_SCALAR && strcmp(value->text, "2.5") == 0) {
		*rate = 2;
	} else if (!number_parse(value, &number)) {
		fields_error(reader, value, rate_hint(reader, UINT64_MAX),
			     "expected a rate in Gb/s, found %s",
			     fields_describe(reader, value));
	} else if (number > 100000 || !ib_rate_code((unsigned int)number)) {
		fields_error(reader, value, rate_hint(reader, number),
			     "%s is no rate in Gb/s",
			     fields_quote(reader, value->text));
	} else {
		*rate = (unsigned int)number;
	}
}

/* The word that text begins with, letter case aside; NULL: none. */
static const char *word_before(const char *const words[], const char *text)
{
	size_t i;

	for (i = 0; words[i]; i++) {
		if (strncasecmp(words[i], text, strlen(words[i])) == 0) {
			return words[i];
		}
	}
	return NULL;
}

unsigned int fields_word(struct inventory_reader *reader,
			 const struct yaml_value *value, const char *what,
			 const char *const words[], const char *known)
{
	struct suggestion near;
	unsigned int i;

	if (value->kind != YAML_IS_SCALAR) {
		fields_expected(reader, value, what);
		return 0;
	}
	near = suggest_for(value->text);
	for (i = 0; words[i]; i++) {
		if (strcmp(words[i], value->text) == 0) {
			return i + 1;
		}
		suggest_offer(&near, words[i]);
	}
	if (near.nearest && near.distance == 0) {
		known = fields_hint(reader, "write %s", near.nearest);
	} else if (near.nearest && strlen(near.nearest) >= GUESS_LENGTH) {
		known = fields_hint(reader, "did you mean %s?", near.nearest);
	}
	fields_error(reader, value, known, "expected %s, found %s", what,
		     fields_describe(reader, value));
	return 0;
}

void read_speed(struct inventory_reader *reader, const struct yaml_value *value,
		void *target)
{
	static const char *const words[] = {"SDR", "DDR", "QDR", "FDR10", "FDR",
					    "EDR", "HDR", "NDR", "XDR",   NULL};
	static const char *const half[] = {"HDR100", "NDR200", "HDR200",
					   "NDR400", "XDR800", NULL};
	unsigned int word;
	const char *near = value->kind == YAML_IS_SCALAR
				   ? word_before(half, value->text)
				   : NULL;

	if (near) {
		fields_error(reader, value,
			     fields_hint(reader,
					 "speed is the lane's: write speed: "
					 "%.3s, width: %s",
					 near,
					 near == half[0] || near == half[1]
						 ? "2x"
						 : "4x"),
			     "expected a speed, found %s",
			     fields_quote(reader, value->text));
		return;
	}
	word = fields_word(reader, value, "a speed", words,
			   "one of SDR, DDR, QDR, FDR10, FDR, EDR, HDR, NDR, "
			   "XDR");
	if (word) {
		*(enum ib_speed *)target = ib_speed_parse(words[word - 1]);
	}
}

void read_width(struct inventory_reader *reader, const struct yaml_value *value,
		void *target)
{
	static const char *const words[] = {"1x", "2x",  "4x",
					    "8x", "12x", NULL};
	unsigned int word;

	if (value->kind == YAML_IS_SCALAR && is_decimal(value->text)) {
		fields_error(reader, value,
			     "one of 1x, 2x, 4x, 8x, 12x (codes are not used)",
			     "expected a width, found %s",
			     fields_quote(reader, value->text));
		return;
	}
	word = fields_word(reader, value, "a width", words,
			   "one of 1x, 2x, 4x, 8x, 12x");
	if (word) {
		*(enum ib_width *)target = ib_width_parse(words[word - 1]);
	}
}

void read_membership(struct inventory_reader *reader,
		     const struct yaml_value *value, void *target)
{
	static const char *const words[] = {"limited", "full", "both", NULL};
	unsigned int word;

	word = fields_word(reader, value, "a membership", words,
			   "one of full, limited, both");
	if (word) {
		*(enum ib_membership *)target =
			ib_membership_parse(words[word - 1]);
	}
}
