/* SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only */
/* Times as text: RFC 3339 in UTC <-> seconds since 1970. */
#include "policy/time_text.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MINUTE = 60, HOUR = 3600, DAY = 86400 };

/* Proleptic Gregorian calendar in eras of 400 years that begin on 1 March
 * (so that the leap day is a year's last). */
enum { ERA_DAYS = 146097, DAYS_TO_1970 = 719468 };

struct civil {
	int64_t year;
	int month, day;
};

static int64_t days_from_civil(const struct civil *date)
{
	int64_t year = date->year - (date->month <= 2);
	int64_t era = (year >= 0 ? year : year - 399) / 400;
	int64_t year_of_era = year - era * 400;
	int64_t month = (date->month + 9) % 12;
	int64_t day_of_year = (153 * month + 2) / 5 + date->day - 1;

	return era * ERA_DAYS + year_of_era * 365 + year_of_era / 4 -
	       year_of_era / 100 + day_of_year - DAYS_TO_1970;
}

static struct civil civil_from_days(int64_t days)
{
	int64_t shifted = days + DAYS_TO_1970;
	int64_t era =
		(shifted >= 0 ? shifted : shifted - (ERA_DAYS - 1)) / ERA_DAYS;
	int64_t day_of_era = shifted - era * ERA_DAYS;
	int64_t year_of_era = (day_of_era - day_of_era / 1460 +
			       day_of_era / 36524 - day_of_era / 146096) /
			      365;
	int64_t day_of_year =
		day_of_era -
		(365 * year_of_era + year_of_era / 4 - year_of_era / 100);
	int64_t month = (5 * day_of_year + 2) / 153;
	struct civil date = {
		.year = era * 400 + year_of_era + (month >= 10),
		.month = (int)(month < 10 ? month + 3 : month - 9),
		.day = (int)(day_of_year - (153 * month + 2) / 5 + 1),
	};

	return date;
}

static int64_t floor_days(int64_t when)
{
	return when / DAY - (when % DAY < 0);
}

char *time_format(char buffer[TIME_TEXT], int64_t when)
{
	int64_t days = floor_days(when);
	struct civil date = civil_from_days(days);
	int rest = (int)(((when % DAY) + DAY) % DAY);

	snprintf(buffer, TIME_TEXT, "%04" PRId64 "-%02d-%02dT%02d:%02d:%02dZ",
		 date.year, date.month, date.day, rest / HOUR,
		 rest % HOUR / MINUTE, rest % MINUTE);
	return buffer;
}

char *date_format(char buffer[TIME_TEXT], int64_t when)
{
	struct civil date = civil_from_days(floor_days(when));

	snprintf(buffer, TIME_TEXT, "%04" PRId64 "-%02d-%02d", date.year,
		 date.month, date.day);
	return buffer;
}

char *age_format(char buffer[TIME_TEXT], int64_t age_sec)
{
	static const struct {
		int64_t size;
		const char *name;
	} units[] = {{DAY, "d"}, {HOUR, "h"}, {MINUTE, "min"}, {1, "s"}};
	size_t unit = 0;
	int64_t whole, part;

	if (age_sec < 0) {
		age_sec = 0;
	}
	while (unit < 3 && age_sec < units[unit].size) {
		unit++;
	}
	whole = age_sec / units[unit].size;
	part = unit < 2 ? age_sec % units[unit].size / units[unit + 1].size : 0;
	if (part) {
		snprintf(buffer, TIME_TEXT, "%" PRId64 " %s %" PRId64 " %s",
			 whole, units[unit].name, part, units[unit + 1].name);
	} else {
		snprintf(buffer, TIME_TEXT, "%" PRId64 " %s", whole,
			 units[unit].name);
	}
	return buffer;
}

/* Exactly count digits; moves *text on. */
static bool take_number(const char **text, int count, int low, int high,
			int *value)
{
	int number = 0;

	for (; count; count--, (*text)++) {
		if (!isdigit((unsigned char)**text)) {
			return false;
		}
		number = number * 10 + (**text - '0');
	}
	*value = number;
	return number >= low && number <= high;
}

static bool take_char(const char **text, const char *any)
{
	if (!**text || !strchr(any, **text)) {
		return false;
	}
	(*text)++;
	return true;
}

static int days_in_month(int year, int month)
{
	static const int days[] = {31, 28, 31, 30, 31, 30,
				   31, 31, 30, 31, 30, 31};
	bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

	return days[month - 1] + (month == 2 && leap);
}

static bool take_date(const char **text, int64_t *days)
{
	struct civil date;
	int year;

	if (!take_number(text, 4, 1970, 9999, &year) || !take_char(text, "-") ||
	    !take_number(text, 2, 1, 12, &date.month) ||
	    !take_char(text, "-") ||
	    !take_number(text, 2, 1, days_in_month(year, date.month),
			 &date.day)) {
		return false;
	}
	date.year = year;
	*days = days_from_civil(&date);
	return true;
}

static bool take_clock(const char **text, int64_t *seconds)
{
	int hour, minute, second;

	if (!take_number(text, 2, 0, 23, &hour) || !take_char(text, ":") ||
	    !take_number(text, 2, 0, 59, &minute) || !take_char(text, ":") ||
	    !take_number(text, 2, 0, 60, &second)) {
		return false;
	}
	if (take_char(text, ".")) {
		if (!isdigit((unsigned char)**text)) {
			return false;
		}
		*text += strspn(*text, "0123456789");
	}
	*seconds = hour * HOUR + minute * MINUTE + second;
	return true;
}

static bool take_offset(const char **text, int64_t *offset_sec)
{
	bool west = **text == '-';
	int hour, minute;

	if (take_char(text, "Zz")) {
		*offset_sec = 0;
		return true;
	}
	if (!take_char(text, "+-") || !take_number(text, 2, 0, 23, &hour) ||
	    !take_char(text, ":") || !take_number(text, 2, 0, 59, &minute)) {
		return false;
	}
	*offset_sec = (hour * HOUR + minute * MINUTE) * (west ? -1 : 1);
	return true;
}

bool time_parse(const char *text, int64_t *when)
{
	int64_t days, seconds, offset_sec;

	if (!take_date(&text, &days) || !take_char(&text, "Tt") ||
	    !take_clock(&text, &seconds) || !take_offset(&text, &offset_sec) ||
	    *text) {
		return false;
	}
	*when = days * DAY + seconds - offset_sec;
	return true;
}

bool date_parse(const char *text, int64_t *when)
{
	int64_t days;

	if (!take_date(&text, &days) || *text) {
		return false;
	}
	*when = days * DAY;
	return true;
}
