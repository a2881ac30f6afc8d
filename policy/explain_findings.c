/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* What check finds on one port. */
#include "policy/explain_parts.h"

#include "policy/render_finding_text.h"

#include <string.h>

/* Whether a name in a report is the port, its host or its switch; or a cable
 * of it ("a - b"). */
static bool is_name(const struct explain_target *target, const char *name)
{
	const char *own = target->port ? target->port->name : NULL;
	const char *owner = target->port ? target->port->host->name
			    : target->sw ? target->sw->name
					 : NULL;
	size_t length = own ? strlen(own) : 0;

	if (!name) {
		return false;
	}
	if (length && !strncmp(name, own, length) &&
	    (!name[length] || name[length] == ' ')) {
		return true;
	}
	return owner && !strcmp(name, owner);
}

static bool is_subject(const struct explain_target *target,
		       const struct subject *subject)
{
	const struct subnet_port *seen = target->seen;

	if (target->port && subject->port_guid == target->port->guid) {
		return true;
	}
	if (target->sw && subject->node_guid == target->sw->guid &&
	    (subject->port < 0 || subject->port == (int)target->number)) {
		return true;
	}
	if (seen && subject->node_guid == seen->node->guid &&
	    (subject->port == (int)seen->number ||
	     (subject->port < 0 && !subject->port_guid))) {
		return true;
	}
	return is_name(target, subject->name);
}

static bool concerns(const struct explain_target *target,
		     const struct finding *finding)
{
	size_t i;

	if (is_subject(target, &finding->subject) ||
	    (finding->has_peer && is_subject(target, &finding->peer))) {
		return true;
	}
	for (i = 0; i < finding->affected_count; i++) {
		if (is_name(target, finding->affected[i])) {
			return true;
		}
	}
	return false;
}

static bool is_unassessed(const struct explain_target *target,
			  const struct unassessed *group)
{
	size_t i;

	for (i = 0; i < group->count; i++) {
		if (is_name(target, group->subjects[i])) {
			return true;
		}
	}
	return false;
}

static void write_unassessed(const struct explanation *explanation)
{
	const struct report *report = explanation->report;
	bool begun = false;
	size_t i;

	for (i = 0; i < report->unassessed_count; i++) {
		if (!is_unassessed(explanation->target,
				   &report->unassessed[i])) {
			continue;
		}
		if (!begun) {
			strbuf_addstr(explanation->out, "\n  NOT ASSESSED\n");
			begun = true;
		}
		strbuf_addf(explanation->out, "    %s: %s\n",
			    report->unassessed[i].check,
			    report->unassessed[i].reason);
	}
}

void explain_findings(const struct explanation *explanation)
{
	const struct report *report = explanation->report;
	size_t i, count = 0;

	if (!report->subnet) {
		return;
	}
	strbuf_addstr(explanation->out, "\n  FINDINGS\n");
	for (i = 0; i < report->finding_count; i++) {
		const struct finding *finding = &report->findings[i];

		if (!concerns(explanation->target, finding)) {
			continue;
		}
		strbuf_addf(explanation->out, "\n  %s%s\n",
			    severity_name(finding->severity),
			    finding->suppressed ? ", suppressed" : "");
		render_finding_text(report, finding, explanation->out);
		count++;
	}
	if (!count) {
		strbuf_addstr(explanation->out, "    none\n");
	}
	write_unassessed(explanation);
}
