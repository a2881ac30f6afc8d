/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Multicast groups as OpenSM makes them of a partitions.conf. */
#include "tests/unit/unit.h"

#include "tests/unit/conf_view.h"

#define IPOIB    "ff12401b8011000000000000ffffffff"
#define DEFAULTS " mtu=2048 rate=10 sl=0 q=b1b t=0 f=0"
#define PLAIN    IPOIB DEFAULTS
#define LOCAL_1  "ff120000000000000000000000000001"

struct row {
	const char *text, *groups; /* of 0x0011 */
	const char *says;          /* at line 1; NULL: not looked at */
};

static void check_rows(const struct row *rows, size_t count, bool qos)
{
	struct partitions_conf_options options = {.qos = qos};
	size_t i;

	for (i = 0; i < count; i++) {
		struct partitions_conf *conf =
			view_read(rows[i].text, strlen(rows[i].text), &options);

		view_expect_groups(conf, 0x11, rows[i].groups, rows[i].text);
		if (rows[i].says) {
			view_expect_says(conf, 1, rows[i].says, rows[i].text);
		}
		partitions_conf_free(conf);
	}
}

static void test_ipoib(void **state)
{
	static const struct row rows[] = {
		{"A=0x11 : ALL ;", "none", NULL},
		{"A=0x11,ipoib : ALL ;", PLAIN, NULL},
		{"A=0x11,ip : ALL ;", PLAIN, "\"ip\" as ipoib"},
		{"A=0x11,IPoIB : ALL ;", "none", "unknown flag"},
		{"A=0x11,ipoib,mtu=5,rate=16 : ALL ;",
		 IPOIB " mtu=4096 rate=100 sl=0 q=b1b t=0 f=0", NULL},
		{"A=0x11,ipoib,mtu=2048 : ALL ;", "none", "its mtu is no code"},
		{"A=0x11,ipoib,mtu=abc : ALL ;", "none", "mtu=abc as 0"},
		{"A=0x11,ipoib,mtu= : ALL ;", "none", "its mtu is no code"},
		{"A=0x11,ipoib,mtu : ALL ;", PLAIN, "skips mtu"},
		{"A=0x11,ipoib,mtu=4x : ALL ;", PLAIN, "mtu=4x as 4"},
		{"A=0x11,ipoib,mtu=260 : ALL ;", PLAIN, NULL}, /* 8 bits */
		{"A=0x11,ipoib,mtu=68 : ALL ;",
		 IPOIB " mtu=0 rate=10 sl=0 q=b1b t=0 f=0",
		 "smallest MTU of all adapter and router ports"},
		{"A=0x11,ipoib,rate=64 : ALL ;",
		 IPOIB " mtu=2048 rate=0 sl=0 q=b1b t=0 f=0",
		 "adapter or router port that is slowest when it is made"},
		{"A=0x11,ipoib,rate=0xffff : ALL ;",
		 IPOIB " mtu=2048 rate=0 sl=0 q=b1b t=0 f=0", NULL},
		{"A=0x11,ipoib,rate=23 : ALL ;", "none", "its rate is no code"},
		{"A=0x11,ipoib,=5 : ALL ;",
		 IPOIB " mtu=4096 rate=10 sl=0 q=b1b t=0 f=0", "as mtu"},
		{"A=0x11,ipoib,scope=5 : ALL ;", PLAIN, "scope does not apply"},
		{"A=0x11,ipoib,sl=3 : ALL ;", PLAIN, "ignores sl=3"},
		{"A=0x11,ipoib,Q_Key=0x80010000 : ALL ;",
		 IPOIB " mtu=2048 rate=10 sl=0 q=80010000 t=0 f=0", NULL},
		{"A=0x11,ipoib,q_key=5 : ALL ;", PLAIN, "unknown flag"},
		{"A=0x11,ipoib,TClass=300,FlowLabel=9 : ALL ;",
		 IPOIB " mtu=2048 rate=10 sl=0 q=b1b t=44 f=9", "TClass=300"},
		{"A=0x11,ipoib,FlowLabel=0x100000 : ALL ;", PLAIN,
		 "skips FlowLabel"},
		/* The first definition counts. */
		{"A=0x11,ipoib : ALL ; A=0x11,ipoib,mtu=5 : ALL ;", PLAIN,
		 "exists since line 1"},
		{"A=0x11 : ALL ; A=0x11,ipoib,mtu=5 : ;",
		 IPOIB " mtu=4096 rate=10 sl=0 q=b1b t=0 f=0", NULL},
	};
	static const struct row with_qos[] = {
		{"A=0x11,ipoib,sl=3 : ALL ;",
		 IPOIB " mtu=2048 rate=10 sl=3 q=b1b t=0 f=0", NULL},
		{"A=0x11,ipoib,sl=16 : ALL ;", PLAIN, "skips sl"},
	};

	(void)state;
	check_rows(rows, COUNT(rows), false);
	check_rows(with_qos, COUNT(with_qos), true);
}

static void test_mgid(void **state)
{
	static const struct row rows[] = {
		/* What a group inherits: mtu, rate, Q_Key, FlowLabel, scope;
		 * never TClass. Only IP groups get IPoIB's Q_Key. */
		{"A=0x11 : mgid=ff12::1, sl=2\nALL ;",
		 LOCAL_1 " mtu=2048 rate=10 sl=2 q=0 t=0 f=0", NULL},
		{"A=0x11,mtu=3,rate=6,Q_Key=7,TClass=4,FlowLabel=8 : "
		 "mgid=ff12::1,\nALL ;",
		 LOCAL_1 " mtu=1024 rate=20 sl=0 q=7 t=0 f=8", NULL},
		{"A=0x11 : mgid=ff12::1,mtu=5,rate=7\nALL ;",
		 LOCAL_1 " mtu=4096 rate=40 sl=0 q=0 t=0 f=0", NULL},
		{"A=0x11,ipoib : mgid=ff12:401b::16,\nALL ;",
		 PLAIN "; ff12401b801100000000000000000016" DEFAULTS, NULL},
		/* The MGID's scope gives way to scope=, or to link-local. */
		{"A=0x11 : mgid=ff15::1,\nALL ;",
		 LOCAL_1 " mtu=2048 rate=10 sl=0 q=0 t=0 f=0",
		 "link-local: without scope="},
		{"A=0x11 : mgid=ff12::1,scope=5\nALL ;",
		 "ff150000000000000000000000000001 mtu=2048 rate=10 sl=0 q=0 "
		 "t=0 f=0",
		 NULL},
		{"A=0x11,scope=5 : mgid=ff12::1,scope=8\nALL ;",
		 "ff150000000000000000000000000001 mtu=2048 rate=10 sl=0 q=0 "
		 "t=0 f=0; ff180000000000000000000000000001 mtu=2048 rate=10 "
		 "sl=0 q=0 t=0 f=0",
		 NULL},
		/* IP groups have to fit their partition. */
		{"A=0x11 : mgid=ff12:401b::16,\nALL ;", "none",
		 "no broadcast group"},
		{"A=0x11,ipoib : mgid=ff12:401b:8012::16,\nALL ;", PLAIN,
		 "carries P_Key 0x8012"},
		{"A=0x11,ipoib : mgid=ff12:401b:8011::16,\nALL ;",
		 PLAIN "; ff12401b801100000000000000000016" DEFAULTS, NULL},
		{"A=0x11,ipoib : mgid=ff12:601b::16,rate=6\nALL ;", PLAIN,
		 "its rate differs"},
		{"A=0x11,ipoib : mgid=ff12:601b::16,mtu=5\nALL ;", PLAIN,
		 "its mtu differs"},
		{"A=0x11 : mgid=ff12:401b:ffff::ffff:ffff,\nALL ;", PLAIN,
		 NULL},
		{"A=0x11,ipoib : mgid=ff15:401b::16,scope=5\nALL ;", PLAIN,
		 "no broadcast group of that scope"},
	};

	(void)state;
	check_rows(rows, COUNT(rows), false);
}

/* MGIDs that make no group, and flags that are not where they seem to be. */
static void test_mgid_refused(void **state)
{
	static const struct row rows[] = {
		{"A=0x11 : mgid=fe80::1,mtu=5\nALL ;", "none",
		 "no multicast GID"},
		{"A=0x11 : mgid=,\nALL ;", "none", "no multicast GID"},
		{"A=0x11 : mgid=ff22::1,\nALL ;", "none", "reserved flags"},
		{"A=0x11 : mgid=ff12:a01b::1,\nALL ;", "none",
		 "signature a01b"},
		{"A=0x11 : mgid=ff12:a01b::1,scope=5\nALL ;",
		 "ff15a01b000000000000000000000001 mtu=2048 rate=10 sl=0 q=0 "
		 "t=0 f=0",
		 NULL},
		/* An mgid consumes its line. */
		{"A=0x11 : mgid=ff12::1,ALL=full\n0x101 ;",
		 LOCAL_1 " mtu=2048 rate=10 sl=0 q=0 t=0 f=0",
		 "\"ALL\" as a flag of the group"},
		/* Without a comma the comment is where its flags stand. */
		{"A=0x11 : mgid=ff12::1 # rate=7, mtu=5\nALL ;",
		 LOCAL_1 " mtu=4096 rate=40 sl=0 q=0 t=0 f=0",
		 "in what comes next: \"rate=7, mtu=5\""},
	};

	(void)state;
	check_rows(rows, COUNT(rows), false);
}

static void test_shared_group(void **state)
{
	struct partitions_conf *conf =
		view_text("A=0x11 : mgid=ff12::1,\nALL ;\n"
			  "B=0x12 : mgid=ff15::1,\nALL ;\n");

	(void)state;
	assert_true(conf->shared_group);
	view_expect_says(conf, 3, "in partition 0x0011 already", "shared");
	partitions_conf_free(conf);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ipoib),
		cmocka_unit_test(test_mgid),
		cmocka_unit_test(test_mgid_refused),
		cmocka_unit_test(test_shared_group),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
