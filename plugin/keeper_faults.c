/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What is wrong with the tool itself: log line, finding, status. */
#include "plugin/keeper_state.h"

#include "policy/rule.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct {
	const char *check;
	const char *attribute; /* sets apart two faults of one check */
} fault_table[FAULT_COUNT] = {
	[FAULT_INVENTORY] = {"inventory.invalid", NULL},
	[FAULT_REFUSED] = {"self.option", "refused"},
	[FAULT_FOREIGN] = {"self.foreign", NULL},
	[FAULT_OPTION] = {"self.option", NULL},
	[FAULT_PUBLISH] = {"self.late", "publish"},
	[FAULT_HELD] = {"self.held", NULL},
	[FAULT_LATE] = {"self.late", NULL},
	[FAULT_WAITING] = {"self.late", "waiting"},
	[FAULT_NOT_IN_FORCE] = {"self.not_in_force", NULL},
	[FAULT_REPORT] = {"self.stale", "report"},
	[FAULT_HISTORY] = {"self.stale", "history"},
	[FAULT_DROPPED] = {"self.dropped", NULL},
};

static enum severity fault_severity(const struct keeper *keeper,
				    enum keeper_fault kind)
{
	const struct rule *rule = rule_find(fault_table[kind].check);
	enum severity severity = rule ? rule->severity : SEVERITY_WARNING;
	struct check_override override;

	if (kind == FAULT_WAITING) {
		/* Nothing is wrong: the edit takes its ordinary way. */
		severity = SEVERITY_INFO;
	}
	if (keeper->edition) {
		override = inventory_check_for(keeper->edition->inventory,
					       fault_table[kind].check, NULL,
					       NULL);
		if (override.severity != SEVERITY_UNSET) {
			severity = override.severity;
		}
	}
	return severity;
}

void keeper_log(const struct keeper *keeper, bool is_error, const char *format,
		...)
{
	const struct keeper_host *host = &keeper->config.host;
	struct strbuf line = STRBUF_INIT;
	va_list args;

	va_start(args, format);
	strbuf_vaddf(&line, format, args);
	va_end(args);
	host->log(host->context, is_error, strbuf_text(&line));
	strbuf_free(&line);
}

static void fault_log(const struct keeper *keeper, enum keeper_fault kind)
{
	const struct fault *fault = &keeper->faults[kind];
	struct strbuf place = STRBUF_INIT;

	if (fault->pos.file) {
		diag_format_pos(&place, fault->pos);
		strbuf_addstr(&place, ": ");
	}
	keeper_log(keeper, fault_severity(keeper, kind) > SEVERITY_INFO,
		   "%s: %s%s%s%s%s", fault_table[kind].check,
		   strbuf_text(&place), fault->message,
		   fault->hint[0] ? " (" : "", fault->hint,
		   fault->hint[0] ? ")" : "");
	strbuf_free(&place);
}

void fault_set(struct keeper *keeper, enum keeper_fault kind, int64_t now,
	       const char *hint, const char *format, ...)
{
	struct fault *fault = &keeper->faults[kind];
	char message[sizeof(fault->message)];
	va_list args;

	va_start(args, format);
	vsnprintf(message, sizeof(message), format, args);
	va_end(args);
	memset(&fault->pos, 0, sizeof(fault->pos));
	if (kind == FAULT_INVENTORY && keeper->rejected) {
		/* Its text goes when the edition goes. */
		fault->pos = keeper->rejected->fault_pos;
	}
	if (fault->present && strcmp(fault->message, message) == 0) {
		return;
	}
	if (!fault->present) {
		fault->since = now;
	}
	fault->present = true;
	strcpy(fault->message, message);
	snprintf(fault->hint, sizeof(fault->hint), "%s", hint ? hint : "");
	fault_log(keeper, kind);
}

void fault_clear(struct keeper *keeper, enum keeper_fault kind)
{
	memset(&keeper->faults[kind], 0, sizeof(keeper->faults[kind]));
}

static void describe(const struct keeper *keeper, enum keeper_fault kind,
		     struct finding *finding)
{
	const struct fault *fault = &keeper->faults[kind];

	memset(finding, 0, sizeof(*finding));
	finding->check = fault_table[kind].check;
	finding->attribute = fault_table[kind].attribute;
	finding->severity = fault_severity(keeper, kind);
	finding->first_seen = fault->since;
	finding->subject.port = -1;
	if (kind == FAULT_INVENTORY) {
		finding->subject.kind = SUBJECT_INVENTORY;
		finding->subject.name = keeper->config.options->inventory;
	} else {
		finding->subject.kind = SUBJECT_SELF;
		finding->subject.name = "ibpolicy";
	}
	finding->message = fault->message;
	finding->hint = fault->hint[0] ? fault->hint : NULL;
	finding->source = fault->pos;
	finding_set_id(finding);
}

size_t fault_findings(const struct keeper *keeper, struct finding *findings)
{
	size_t count = 0;
	int kind;

	for (kind = 0; kind < FAULT_COUNT; kind++) {
		if (keeper->faults[kind].present &&
		    fault_severity(keeper, kind) != SEVERITY_NONE) {
			describe(keeper, kind, &findings[count++]);
		}
	}
	return count;
}

size_t fault_status(const struct keeper *keeper, struct status_fault *faults)
{
	size_t count = 0;
	int kind;

	for (kind = 0; kind < FAULT_COUNT; kind++) {
		const struct fault *fault = &keeper->faults[kind];

		if (fault->present) {
			faults[count].check = fault_table[kind].check;
			faults[count].message = fault->message;
			faults[count].since = fault->since;
			count++;
		}
	}
	return count;
}
