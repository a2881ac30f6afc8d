/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The tool about itself; all but self.expired are reported by the shells. */
#include "policy/policy_emit.h"
#include "policy/time_text.h"

const struct rule rule_self_held = {
	.id = "self.held",
	.severity = SEVERITY_WARNING,
	.summary = "A new partition plan is held back by the guard; the old "
		   "one stays in force.",
	.causes = "The edit takes away or lowers more memberships than the "
		  "guard allows, adds or raises an ALL keyword, shrinks a "
		  "protected partition, or lets two partitions reach each "
		  "other; or an assertion of the inventory fails.",
	.remedy = "Read the diff in drift.txt. If it is meant, release it "
		  "with \"ibpolicy approve\" and the hash shown, on each SM "
		  "host; if not, correct the inventory. A failed assertion "
		  "cannot be approved.",
};

const struct rule rule_self_late = {
	.id = "self.late",
	.severity = SEVERITY_WARNING,
	.summary = "The new partition plan was not on disk when OpenSM read "
		   "its partition file.",
	.causes = "The inventory is very large, or the disk or the machine "
		  "is slow; the plugin waits two seconds at most.",
	.remedy = "Nothing, once: the plugin asks OpenSM for one more heavy "
		  "sweep. If it comes back, look at the load of the SM host "
		  "and at the file system of the output directory.",
};

const struct rule rule_self_foreign = {
	.id = "self.foreign",
	.severity = SEVERITY_CRITICAL,
	.summary = "The partition file that OpenSM is configured to read is "
		   "missing, not made by ibpolicy, or edited by hand; nothing "
		   "is written over it.",
	.causes = "ibpolicy was never handed the file; somebody edited or "
		  "restored it; it was removed (OpenSM then makes every port "
		  "a full member of the default partition without a word).",
	.remedy = "Compare with \"ibpolicy diff FILE INVENTORY\"; carry what "
		  "is wanted into the inventory, then put the file in place "
		  "with \"ibpolicy render -o DIR\".",
};

const struct rule rule_self_not_in_force = {
	.id = "self.not_in_force",
	.severity = SEVERITY_INFO,
	.summary = "OpenSM reads another partition file than the one that "
		   "ibpolicy writes.",
	.causes = "partition_config_file in opensm.conf does not name the "
		  "output directory's partitions.conf: ibpolicy only watches.",
	.remedy = "To hand over the partitions, set partition_config_file to "
		  "that file once \"ibpolicy diff\" shows no change that you "
		  "do not want, and restart OpenSM.",
};

const struct rule rule_self_option = {
	.id = "self.option",
	.severity = SEVERITY_WARNING,
	.summary = "OpenSM runs with an option that does not fit the "
		   "inventory; no new plan is published.",
	.causes = "The inventory says opensm: {allow_both_pkeys: true} and "
		  "opensm.conf does not, or the reverse.",
	.remedy = "Make allow_both_pkeys the same in opensm.conf and in the "
		  "inventory, and restart OpenSM if it was changed there.",
};

const struct rule rule_self_stale = {
	.id = "self.stale",
	.severity = SEVERITY_WARNING,
	.summary = "The report is older than it looks: a sweep began and did "
		   "not end, or the plugin's heartbeat is missing.",
	.causes = "OpenSM hangs or is busy with a very large fabric, was "
		  "stopped, or no longer loads the plugin (its version must "
		  "be exactly the one the plugin was built for).",
	.remedy = "Look whether opensm runs and what its log says last; "
		  "\"ibpolicy status\" tells which of these it is.",
};

const struct rule rule_self_dropped = {
	.id = "self.dropped",
	.severity = SEVERITY_WARNING,
	.summary = "Events came faster than they could be kept; some traps "
		   "were counted and dropped.",
	.causes = "A storm of traps, usually one flapping link or one host "
		  "that keeps using a wrong key.",
	.remedy = "Deal with the source of the storm: the trap and flapping "
		  "findings name it.",
};

/* --- self.expired ------------------------------------------------------ */

static void report_expired(struct policy_context *context,
			   const struct rule *rule, const char *what,
			   const char *subject, const char *owner,
			   int64_t until, struct source_pos pos)
{
	struct policy_draft draft = {0};
	struct finding *finding = &draft.finding;
	char date[TIME_TEXT];

	finding->subject = (struct subject){
		.kind = SUBJECT_INVENTORY,
		.name = policy_safe(context, subject),
		.port = -1,
	};
	finding->attribute =
		policy_text(context, "%s of %s", what, finding->subject.name);
	finding->expected = "in force";
	finding->found =
		policy_text(context, "until %s", date_format(date, until));
	finding->message =
		policy_text(context, "the %s ended on %s: it is judged again",
			    finding->attribute, date);
	finding->hint = policy_text(context, "Extend it, or remove it%s%s.",
				    owner ? "; its owner is " : "",
				    owner ? policy_safe(context, owner) : "");
	finding->source = pos;
	policy_emit(context, rule, &draft);
}

static int check_expired(struct policy_context *context,
			 const struct rule *rule)
{
	const struct inventory *inventory = context->inventory;
	const struct inventory_state *state;
	const struct inventory_waiver *waiver;
	size_t i;

	for (i = 0; i < inventory->state_count; i++) {
		state = &inventory->states[i];
		if (inventory_state_expired(state, context->input->now)) {
			report_expired(context, rule,
				       service_state_name(state->state),
				       state->subject, state->owner,
				       state->until, state->pos);
		}
	}
	for (i = 0; i < inventory->waiver_count; i++) {
		waiver = &inventory->waivers[i];
		if (waiver->until < context->input->now) {
			report_expired(context, rule,
				       policy_text(context, "waiver of %s",
						   policy_safe(context,
							       waiver->check)),
				       waiver->subject, waiver->owner,
				       waiver->until, waiver->pos);
		}
	}
	return context->failed ? -1 : 0;
}

const struct rule rule_self_expired = {
	.id = "self.expired",
	.severity = SEVERITY_WARNING,
	.summary = "A state or a waiver of the inventory has run out; what it "
		   "covered is judged again.",
	.causes = "Its until: has passed.",
	.remedy = "Extend it if it is still needed, with a reason, or remove "
		  "it.",
	.check = check_expired,
};
