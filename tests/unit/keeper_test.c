/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* The keeper's reports follow the SM's standing, not only what was found. */
#include "tests/unit/unit.h"

#include "plugin/keeper.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { T0 = 1796000000 };

static char directory[64];

static void quiet(void *context, bool is_error, const char *message)
{
	(void)context;
	(void)is_error;
	(void)message;
}

static bool always(void *context)
{
	(void)context;
	return true;
}

static void expect_in_report(const char *words)
{
	char path[128], text[8192] = "";
	FILE *file;

	snprintf(path, sizeof(path), "%s/drift.json", directory);
	file = fopen(path, "r");
	assert_non_null(file);
	text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
	fclose(file);
	if (!strstr(text, words)) {
		fail_msg("\"%s\" is not there:\n%s", words, text);
	}
}

static void stands(struct keeper *keeper, enum ib_sm_state state, int64_t now)
{
	const struct subnet_sm own = {.port_guid = 0x0c42a10300b00020,
				      .state = state};

	keeper_set_sm(keeper, &own, now);
	keeper_beat(keeper, now);
}

static void masters(struct keeper *keeper, uint64_t guid)
{
	const struct subnet_sm other = {.port_guid = guid,
					.state = IB_SM_MASTER};

	keeper_set_others(keeper, &other, 1);
}

/* A standby that lost sight of its master looks for it and is standby again;
 * or another one has become master. Each time its report says so. */
static void test_standing(void **state)
{
	struct plugin_options options = {.heartbeat_sec = 30};
	struct keeper_config config = {
		.options = &options,
		.partition_config_file = "/nonexistent/partitions.conf",
		.opensm_built_for = "OpenSM 3.3.23",
		.opensm_running = "OpenSM 3.3.23",
		.host = {.log = quiet, .may_publish = always},
	};
	char inventory[128];
	struct keeper *keeper;
	FILE *file;

	(void)state;
	snprintf(inventory, sizeof(inventory), "%s/inventory.yaml", directory);
	file = fopen(inventory, "w");
	assert_non_null(file);
	fputs("version: 1\nfabric: pod7\nsubnet_managers:\n"
	      "  sm-a: {guid: 0x0c42a10300b00010}\n"
	      "  sm-b: {guid: 0x0c42a10300b00020}\n"
	      "  sm-c: {guid: 0x0c42a10300b00030}\n",
	      file);
	fclose(file);
	strcpy(options.inventory, inventory);
	strcpy(options.output, directory);
	keeper = keeper_new(&config, T0);
	assert_non_null(keeper);
	masters(keeper, 0x0c42a10300b00010);
	stands(keeper, IB_SM_STANDBY, T0 + 30);
	expect_in_report("\"state\": \"standby\"");
	expect_in_report("\"name\": \"sm-a\"");
	stands(keeper, IB_SM_DISCOVERING, T0 + 60);
	expect_in_report("\"state\": \"discovering\"");
	stands(keeper, IB_SM_STANDBY, T0 + 90);
	expect_in_report("\"state\": \"standby\"");
	masters(keeper, 0x0c42a10300b00030);
	stands(keeper, IB_SM_STANDBY, T0 + 120);
	expect_in_report("\"name\": \"sm-c\"");
	keeper_free(keeper);
}

static int setup(void **state)
{
	(void)state;
	strcpy(directory, "/tmp/ibpolicy-keeper.XXXXXX");
	return mkdtemp(directory) && chmod(directory, 0755) == 0 ? 0 : -1;
}

static int teardown(void **state)
{
	char command[128];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf %s", directory);
	return system(command);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_standing, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
