/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* From what a rule found to a finding: severity, states, waivers, names. */
#include "policy/policy_emit.h"

#include "policy/policy_waiver.h"

#include <string.h>

const char *policy_text(struct policy_context *context, const char *format, ...)
{
	const char *text;
	va_list args;

	va_start(args, format);
	text = arena_vprintf(context->arena, format, args);
	va_end(args);
	if (!text) {
		context->failed = true;
		return "";
	}
	return text;
}

const char *policy_safe(struct policy_context *context, const char *raw)
{
	struct strbuf text = STRBUF_INIT;
	const char *copy;

	strbuf_add_safe(&text, raw, strlen(raw));
	context->failed = context->failed || text.failed;
	copy = policy_text(context, "%s", strbuf_text(&text));
	strbuf_free(&text);
	return copy;
}

void policy_affect(struct policy_context *context, struct finding *finding,
		   size_t *capacity, const char *name)
{
	void *items = finding->affected;

	if (arena_grow(context->arena, &items, finding->affected_count,
		       capacity, sizeof(name))) {
		context->failed = true;
		return;
	}
	finding->affected = items;
	finding->affected[finding->affected_count++] = name;
}

/* "link", "link.*" and "link.speed" all mean link.speed. */
static bool covers(const char *pattern, const char *check)
{
	size_t length = strlen(pattern);

	if (length > 2 && strcmp(pattern + length - 2, ".*") == 0) {
		length -= 2;
	}
	return strncmp(pattern, check, length) == 0 &&
	       (check[length] == '\0' || check[length] == '.');
}

bool policy_wants(const struct policy_context *context, const char *check)
{
	const struct policy_input *input = context->input;
	size_t i;

	for (i = 0; i < input->only_count; i++) {
		if (covers(input->only[i], check)) {
			return true;
		}
	}
	return !input->only;
}

/* The nearest levels: of the port, of the link, of the switch. */
static struct check_override override_for(const struct policy_context *context,
					  const struct rule *rule,
					  const struct policy_draft *draft)
{
	if (draft->sw && !draft->port && !draft->link) {
		return inventory_check_for_switch(context->inventory, rule->id,
						  draft->sw);
	}
	return inventory_check_for(context->inventory, rule->id, draft->port,
				   draft->link);
}

bool policy_off(const struct policy_context *context, const struct rule *rule,
		const struct inventory_port *port,
		const struct inventory_link *link)
{
	return inventory_check_for(context->inventory, rule->id, port, link)
		       .severity == SEVERITY_NONE;
}

static enum severity bounded(const struct policy_draft *draft,
			     enum severity severity)
{
	if (draft->at_least && severity < draft->at_least) {
		severity = draft->at_least;
	}
	if (draft->at_most && severity > draft->at_most) {
		severity = draft->at_most;
	}
	return severity;
}

static void add(struct policy_context *context, const struct finding *finding)
{
	void *items = context->findings;

	if (arena_grow(context->arena, &items, context->finding_count,
		       &context->finding_capacity, sizeof(*finding))) {
		context->failed = true;
		return;
	}
	context->findings = items;
	context->findings[context->finding_count++] = *finding;
}

void policy_emit(struct policy_context *context, const struct rule *rule,
		 struct policy_draft *draft)
{
	struct finding *finding = &draft->finding;
	struct check_override override = override_for(context, rule, draft);
	enum severity severity;

	severity = override.severity == SEVERITY_UNSET ? rule->severity
						       : override.severity;
	if (severity == SEVERITY_NONE) {
		return;
	}
	finding->check = rule->id;
	finding->severity = bounded(draft, severity);
	finding->confirm_sec = override.confirm_sec < 0 ? rule->confirm_sec
							: override.confirm_sec;
	finding->window_sec = override.window_sec < 0 ? 0 : override.window_sec;
	finding_set_id(finding);
	policy_suppress(context, draft);
	add(context, finding);
}

const char *policy_reason(const struct subnet_port *port, const char *otherwise)
{
	if (port->unassessed) {
		return port->unassessed;
	}
	return port->node->unassessed ? port->node->unassessed : otherwise;
}

static struct unassessed_group *group_for(struct policy_context *context,
					  const char *check, const char *reason)
{
	struct unassessed_group *group;
	void *items = context->groups;
	size_t i;

	for (i = 0; i < context->group_count; i++) {
		group = &context->groups[i];
		if (strcmp(group->public.check, check) == 0 &&
		    strcmp(group->public.reason, reason) == 0) {
			return group;
		}
	}
	if (arena_grow(context->work, &items, context->group_count,
		       &context->group_capacity, sizeof(*group))) {
		context->failed = true;
		return NULL;
	}
	context->groups = items;
	group = &context->groups[context->group_count++];
	*group = (struct unassessed_group){
		.public = {.check = check, .reason = reason}};
	return group;
}

void policy_unassessed(struct policy_context *context, const struct rule *rule,
		       const struct inventory_port *port,
		       const struct inventory_link *link, const char *subject,
		       const char *reason)
{
	struct unassessed_group *group;
	void *items;

	if (policy_off(context, rule, port, link)) {
		return;
	}
	group = group_for(context, rule->id, reason);
	if (!group) {
		return;
	}
	items = group->public.subjects;
	if (arena_grow(context->arena, &items, group->public.count,
		       &group->capacity, sizeof(subject))) {
		context->failed = true;
		return;
	}
	group->public.subjects = items;
	group->public.subjects[group->public.count++] = subject;
}
