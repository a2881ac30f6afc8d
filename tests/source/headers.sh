#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# Every header compiles on its own, and the engine against libc alone.
top=${IBPOLICY_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}
cc=${CC:-gcc}
cd "$top" || exit 99

set -- policy/*.h policy/io/*.h
echo "1..$#"
number=0
for header in "$@"; do
	number=$((number + 1))
	if message=$($cc -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Werror -I. \
		-fsyntax-only -x c "$header" 2>&1); then
		echo "ok $number - $header"
	else
		echo "not ok $number - $header"
		echo "$message" | sed 's/^/# /'
	fi
done
