/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* A fabric's cables against a cabling sheet. */
#ifndef IBPOLICY_POLICY_CABLING_H
#define IBPOLICY_POLICY_CABLING_H

#include "policy/policy_context.h"

/* Adds link.peer, link.swapped, link.missing and link.unlisted for what the
 * input's sheet says, if it has one; call after the rules. What a rule has
 * found already, or judges by the inventory in the same words, is left to it.
 * A sheet that has no cable between switches (to a host) finds none of these
 * unlisted. Failure shows in context->failed. */
void policy_cabling(struct policy_context *context);

#endif
