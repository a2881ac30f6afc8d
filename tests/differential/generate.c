/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Random partitions.conf files, built along OpenSM's grammar. */
#include "tests/differential/generate.h"

#include <inttypes.h>
#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))
#define PICK(generator, table)                                                 \
	((table)[random_below(&(generator)->random, COUNT(table))])

uint64_t random_next(struct random *random)
{
	uint64_t value = random->state += 0x9e3779b97f4a7c15ULL;

	value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9ULL;
	value = (value ^ value >> 27) * 0x94d049bb133111ebULL;
	return value ^ value >> 31;
}

size_t random_below(struct random *random, size_t limit)
{
	return (size_t)(random_next(random) % limit);
}

bool random_once_in(struct random *random, size_t times)
{
	return random_below(random, times) == 0;
}

static bool once_in(struct generator *generator, size_t times)
{
	return random_once_in(&generator->random, times);
}

static void add(struct strbuf *out, const char *text)
{
	strbuf_addstr(out, text);
}

/* What people put between tokens; a definition may be spread over lines only
 * after its ":". */
static void add_space(struct generator *generator, struct strbuf *out,
		      bool in_body)
{
	static const char *const spaces[] = {"", "", "", " ", " ", "  ", "\t"};
	static const char *const odd[] = {"\r", "\v", "\f", " \t \t"};
	static const char *const breaks[] = {
		"\n",           "\n\n",
		"\n\t",         " \n ",
		" # comment\n", "# mtu=5, rate=6\n",
		"#\n",          "# a ; b : c = d, e\n\t",
	};

	add(out, PICK(generator, spaces));
	if (in_body && once_in(generator, 6)) {
		add(out, PICK(generator, breaks));
	}
	if (once_in(generator, 600)) {
		add(out, PICK(generator, odd));
	}
}

static void add_guid(struct generator *generator, struct strbuf *out)
{
	static const char *const odd[] = {
		"0x0",    "0",
		"-1",     "+0x1234",
		"0xZZ",   "0x",
		"08",     "017",
		"123456", "0x12345678901234567",
		"0x1 2",  "guid",
		"0x1g",   "18446744073709551616",
		"host01", "-0x5",
		"1e5",    "\"0x1234\"",
	};
	uint64_t guid = generator->guids[random_below(&generator->random,
						      generator->guid_count)];

	switch (random_below(&generator->random, 40)) {
	case 0:
		strbuf_addf(out, "0x%" PRIX64, guid);
		break;
	case 1:
		strbuf_addf(out, "0X%" PRIx64, guid);
		break;
	case 2:
		strbuf_addf(out, "%" PRIu64, guid);
		break;
	case 3:
		strbuf_addf(out, "0%" PRIo64, guid);
		break;
	case 4:
		strbuf_addf(out, "0x%" PRIx64, guid + 0x77);
		break;
	case 5:
		strbuf_addf(out, "-%" PRIu64, 0 - guid);
		break;
	case 6:
		add(out,
		    once_in(generator, 5) ? PICK(generator, odd) : "0x4711");
		break;
	default:
		strbuf_addf(out, "0x%016" PRIx64, guid);
		break;
	}
}

/* A word, or a prefix of it, or with another case, or with a tail. */
static void add_word(struct generator *generator, struct strbuf *out,
		     const char *word)
{
	size_t length = strlen(word);

	switch (random_below(&generator->random, 80)) {
	case 0:
	case 1:
	case 2:
	case 3:
		strbuf_add(out, word,
			   1 + random_below(&generator->random, length));
		break;
	case 4:
		strbuf_addf(out, "%c%s", word[0] ^ 0x20, word + 1);
		break;
	case 5:
		strbuf_addf(out, "%sx", word);
		break;
	default:
		add(out, word);
		break;
	}
}

static void add_membership(struct generator *generator, struct strbuf *out)
{
	static const char *const words[] = {"full",    "full",    "full",
					    "limited", "limited", "both"};
	static const char *const odd[] = {"",      "=full", "full full",
					  "none",  "FULL",  "f",
					  "b",     "l",     "full\t",
					  "ipoib", "0"};

	add_space(generator, out, false);
	add(out, "=");
	add_space(generator, out, false);
	if (once_in(generator, 20)) {
		add(out, PICK(generator, odd));
	} else {
		add_word(generator, out, PICK(generator, words));
	}
}

static void add_member(struct generator *generator, struct strbuf *out)
{
	static const char *const keywords[] = {
		"ALL",  "ALL",          "ALL",         "ALL_CAS",
		"SELF", "ALL_SWITCHES", "ALL_ROUTERS", "NONE",
	};

	if (once_in(generator, 3)) {
		add_word(generator, out, PICK(generator, keywords));
	} else {
		add_guid(generator, out);
	}
	if (!once_in(generator, 4)) {
		add_membership(generator, out);
	}
}

static void add_number(struct generator *generator, struct strbuf *out)
{
	static const char *const numbers[] = {
		"1",          "2",       "3",        "4",      "5",
		"6",          "7",       "0",        "16",     "0x4",
		"010",        "-1",      "12",       "22",     "23",
		"64",         "68",      "255",      "256",    "260",
		"2048",       "4096",    "abc",      "4x",     "",
		" 5",         "0x",      "5 ",       "0xffff", "4294967300",
		"4294967296", "0xfffff", "0x100000", "\t3",    "200",
	};

	add(out, once_in(generator, 2)
			 ? PICK(generator, numbers)
			 : numbers[random_below(&generator->random, 6)]);
}

static void add_flag(struct generator *generator, struct strbuf *out,
		     bool of_group)
{
	static const char *const names[] = {
		"mtu",   "mtu", "rate",   "rate", "scope",
		"Q_Key", "sl",  "TClass", "sl",   "FlowLabel",
	};
	static const char *const odd[] = {"",      "ipoib",     "foo",  "indx0",
					  "q_key", "defmember", "full", "ALL"};

	add_space(generator, out, false);
	if (!of_group && once_in(generator, 3)) {
		add_word(generator, out, "ipoib");
		return;
	}
	if (!of_group && once_in(generator, 5)) {
		add_word(generator, out, "defmember");
		if (!once_in(generator, 10)) {
			add_membership(generator, out);
		}
		return;
	}
	if (!of_group && once_in(generator, 12)) {
		add_word(generator, out, "indx0");
		return;
	}
	if (once_in(generator, 12)) {
		add(out, PICK(generator, odd));
	} else {
		add_word(generator, out, PICK(generator, names));
	}
	if (!once_in(generator, 12)) {
		add(out, "=");
		add_number(generator, out);
	}
}

static void add_mgid(struct generator *generator, struct strbuf *out)
{
	static const char *const mgids[] = {
		"ff12:401b::0707",
		"ff12:401b::16",
		"ff12:601b::2",
		"ff12::1",
		"ff15::2",
		"ff15:401b::3",
		"ff12:401b:8011::4",
		"ff12:401b:8012::4",
		"ff12:401b:ffff::ffff:ffff",
		"ff12:401b::ffff:ffff",
		"ff15:401b::ffff:ffff",
		"ff12:601b::1:ff00:1",
		"ff12:a01b::1",
		"ff15:a01b::1",
		"ff22::1",
		"ff32:601b::1",
		"ff02:401b::ffff:ffff",
		"ff1e::beef",
		"fe80::1",
		"",
		"ff12:401b",
		"ff12::1::2",
		"ff12::1.2.3.4",
		"FF12::ABCD",
	};
	size_t flags = random_below(&generator->random, 4);

	add(out, once_in(generator, 30) ? "mgid = " : "mgid=");
	add(out, PICK(generator, mgids));
	if (once_in(generator, 10)) {
		add(out, ",");
	}
	while (flags-- > 0) {
		add(out, ",");
		add_flag(generator, out, true);
	}
}

static void add_members(struct generator *generator, struct strbuf *out)
{
	size_t count = random_below(&generator->random, 6);

	if (once_in(generator, 200)) {
		count = 200 + random_below(&generator->random, 100);
	}
	add_space(generator, out, count > 0 || once_in(generator, 8));
	while (count-- > 0) {
		if (once_in(generator, 12)) {
			add_mgid(generator, out);
			if (count == 0) {
				add(out, ", # last\nNONE");
			} else if (!once_in(generator, 12)) {
				add(out, "\n");
			}
		} else {
			add_member(generator, out);
			add_space(generator, out, true);
			if (count > 0 || once_in(generator, 10)) {
				add(out, ",");
			}
		}
		add_space(generator, out, count > 0 || once_in(generator, 8));
	}
}

static void add_name(struct generator *generator, struct strbuf *out)
{
	static const char *const names[] = {
		"Default", "Default", "A", "B", "C", "X", "Y", "tenant",
	};
	static const char *const odd[] = {
		"",
		"ALL",
		"SELF",
		"NONE",
		"mgid",
		"0x11",
		"17",
		"0x7fff",
		"10g",
		"two words",
		"caf\xc3\xa9",
		"0001",
		"0011",
		"a23456789012345678901234567890",
		"a234567890123456789012345678901",
		"a2345678901234567890123456789012",
		"a23456789012345678901234567890123456",
		"default",
		"\xff\xfe",
	};

	add(out, once_in(generator, 8) ? PICK(generator, odd)
				       : PICK(generator, names));
}

static void add_key(struct generator *generator, struct strbuf *out)
{
	static const char *const keys[] = {
		"0x7fff", "0x7fff", "0x11",   "0x12",   "0x13",   "0x0100",
		"0x8011", "0x8012", "0x0001", "0x0002", "0x1100",
	};
	static const char *const odd[] = {
		"0xffff",
		"0x0",
		"0x8000",
		"0x18011",
		"17",
		"021",
		"-1",
		"0x",
		"0xZZ",
		"08",
		"",
		"0x11 0x12",
		"+0x11",
		"0x7ffe",
		"65553",
		"0x10000",
		"99999999999999999999",
		"0x11\r",
		"0x11x",
		"0xFFFF",
		"0x0003",
	};

	add_space(generator, out, false);
	add(out, "=");
	add_space(generator, out, false);
	add(out, once_in(generator, 20) ? PICK(generator, odd)
					: PICK(generator, keys));
}

static void add_definition(struct generator *generator, struct strbuf *out)
{
	size_t flags = random_below(&generator->random, 4);

	add_name(generator, out);
	if (!once_in(generator, 6)) {
		add_key(generator, out);
	}
	if (once_in(generator, 2)) {
		flags = 0;
	}
	while (flags-- > 0) {
		add(out, ",");
		add_flag(generator, out, false);
	}
	add_space(generator, out, false);
	add(out, once_in(generator, 250) ? "" : ":");
	add_members(generator, out);
	if (!once_in(generator, 150)) {
		add(out, ";");
	}
	if (once_in(generator, 200)) {
		add(out, ";");
	}
}

void generate_file(struct generator *generator, struct strbuf *out)
{
	static const char *const ends[] = {"\n",       "\n",          "\n",
					   "\n",       " ",           "",
					   " # end\n", "\n\n# more\n"};
	size_t count = 1 + random_below(&generator->random, 5);

	out->length = 0;
	if (once_in(generator, 50)) {
		count = 10 + random_below(&generator->random, 30);
	} else if (once_in(generator, 100)) {
		count = 0;
	}
	if (once_in(generator, 2)) {
		add(out, "Default=0x7fff : ALL=limited, SELF=full ;\n");
	}
	while (count-- > 0) {
		add_definition(generator, out);
		add(out, PICK(generator, ends));
	}
	if (once_in(generator, 4)) {
		generate_damage(generator, out);
	}
}
