/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The table of checks: complete, in order, documented. */
#include "policy/rule.h"
#include "policy/strbuf.h"
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct promise {
	const char *id;
	enum severity severity;
	int confirm_sec;
};

/* As the contract has them, in its order. */
static const struct promise promises[] = {
	{"switch.missing", SEVERITY_CRITICAL, 0},
	{"switch.unlisted", SEVERITY_WARNING, 0},
	{"port.missing", SEVERITY_WARNING, 120},
	{"port.replaced", SEVERITY_CRITICAL, 0},
	{"port.unlisted", SEVERITY_WARNING, 0},
	{"port.state", SEVERITY_CRITICAL, 120},
	{"port.duplicate", SEVERITY_CRITICAL, 0},
	{"link.missing", SEVERITY_CRITICAL, 120},
	{"link.unlisted", SEVERITY_WARNING, 120},
	{"link.peer", SEVERITY_CRITICAL, 120},
	{"link.swapped", SEVERITY_CRITICAL, 120},
	{"link.speed", SEVERITY_WARNING, 120},
	{"link.width", SEVERITY_WARNING, 120},
	{"link.mtu", SEVERITY_WARNING, 120},
	{"link.degraded", SEVERITY_WARNING, 120},
	{"link.flapping", SEVERITY_WARNING, 120},
	{"partition.missing", SEVERITY_CRITICAL, 0},
	{"partition.unexpected", SEVERITY_CRITICAL, 0},
	{"partition.unknown", SEVERITY_CRITICAL, 0},
	{"partition.membership", SEVERITY_CRITICAL, 0},
	{"partition.fallback", SEVERITY_CRITICAL, 0},
	{"partition.enforcement", SEVERITY_WARNING, 0},
	{"partition.capacity", SEVERITY_CRITICAL, 0},
	{"ipoib.rate", SEVERITY_WARNING, 0},
	{"ipoib.mtu", SEVERITY_WARNING, 0},
	{"sm.missing", SEVERITY_WARNING, 0},
	{"sm.unlisted", SEVERITY_CRITICAL, 0},
	{"sm.priority", SEVERITY_WARNING, 0},
	{"sm.tie", SEVERITY_WARNING, 0},
	{"sm.master", SEVERITY_CRITICAL, 0},
	{"node.name", SEVERITY_INFO, 0},
	{"trap.pkey", SEVERITY_WARNING, 0},
	{"trap.security", SEVERITY_WARNING, 0},
	{"security.default_full", SEVERITY_WARNING, 0},
	{"security.m_key", SEVERITY_INFO, 0},
	{"security.sm_key", SEVERITY_INFO, 0},
	{"inventory.invalid", SEVERITY_CRITICAL, 0},
	{"self.held", SEVERITY_WARNING, 0},
	{"self.late", SEVERITY_WARNING, 0},
	{"self.foreign", SEVERITY_CRITICAL, 0},
	{"self.not_in_force", SEVERITY_INFO, 0},
	{"self.option", SEVERITY_WARNING, 0},
	{"self.expired", SEVERITY_WARNING, 0},
	{"self.stale", SEVERITY_WARNING, 0},
	{"self.dropped", SEVERITY_WARNING, 0},
};

static void test_promises(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(promises); i++) {
		assert_non_null(rule_table[i]);
		assert_string_equal(rule_table[i]->id, promises[i].id);
		assert_int_equal(rule_table[i]->severity, promises[i].severity);
		assert_int_equal(rule_table[i]->confirm_sec,
				 promises[i].confirm_sec);
	}
	assert_null(rule_table[i]);
}

static void test_find(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; rule_table[i]; i++) {
		assert_ptr_equal(rule_find(rule_table[i]->id), rule_table[i]);
	}
	assert_null(rule_find("port"));
	assert_null(rule_find("port.missin"));
	assert_null(rule_find(""));
}

static void is_sentence(const char *id, const char *text)
{
	size_t length = text ? strlen(text) : 0;

	if (length < 10 || text[length - 1] != '.' || strstr(text, "  ")) {
		fail_msg("%s: \"%s\" is no text for a person", id,
			 text ? text : "(nothing)");
	}
}

static void test_texts(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; rule_table[i]; i++) {
		is_sentence(rule_table[i]->id, rule_table[i]->summary);
		is_sentence(rule_table[i]->id, rule_table[i]->causes);
		is_sentence(rule_table[i]->id, rule_table[i]->remedy);
	}
}

/* The manual page as running text: no requests but the list's items, no
 * escapes, one blank between words. */
static void read_manual(struct strbuf *text)
{
	const char *folder = getenv("IBPOLICY_SRCDIR");
	char line[512], *at;
	struct strbuf path = STRBUF_INIT;
	FILE *file;

	strbuf_addf(&path, "%s/doc/ibpolicy-checks.7", folder ? folder : ".");
	file = fopen(strbuf_text(&path), "r");
	if (!file) {
		fail_msg("%s cannot be read", strbuf_text(&path));
		abort();
	}
	while (fgets(line, sizeof(line), file)) {
		line[strcspn(line, "\n")] = '\0';
		if (line[0] == '.' && strncmp(line, ".It ", 4) != 0) {
			continue;
		}
		for (at = line; *at; at++) {
			if (at[0] == '\\' && at[1] == '&') {
				at++;
			} else if (at[0] != '\\') {
				strbuf_addch(text, *at);
			}
		}
		strbuf_addch(text, ' ');
	}
	fclose(file);
	strbuf_free(&path);
	assert_false(text->failed);
}

static void test_manual(void **state)
{
	struct strbuf manual = STRBUF_INIT, want = STRBUF_INIT;
	const struct rule *rule;
	const char *at, *found;
	size_t i;

	(void)state;
	read_manual(&manual);
	at = strbuf_text(&manual);
	for (i = 0; rule_table[i]; i++) {
		rule = rule_table[i];
		strbuf_free(&want);
		strbuf_addf(&want, ".It Ic %s Pq %s %s %s %s ", rule->id,
			    severity_name(rule->severity), rule->summary,
			    rule->causes, rule->remedy);
		found = strstr(at, strbuf_text(&want));
		if (!found) {
			fail_msg("the manual page lacks, or has elsewhere: %s",
				 strbuf_text(&want));
		}
		at = found ? found : at;
	}
	strbuf_free(&want);
	strbuf_free(&manual);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_promises),
		cmocka_unit_test(test_find),
		cmocka_unit_test(test_texts),
		cmocka_unit_test(test_manual),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
