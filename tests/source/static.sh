#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# A second compiler and a static analyser read the whole product.
top=${IBPOLICY_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}
cd "$top" || exit 99
# shellcheck source=tests/source/tap.sh
. tests/source/tap.sh

second_compiler() {
	for file in $sources; do
		clang -fsyntax-only -std=gnu11 -D_GNU_SOURCE -Wall -Wextra \
			-Wshadow -Wno-missing-field-initializers -I. \
			-I"$config" -I/usr/include/infiniband "$file" 2>&1
	done
}

config=${IBPOLICY_BUILDDIR:-$top}
sources=$(find policy plugin scan cli -name '*.c' | sort)
echo 1..2
if command -v clang >/dev/null 2>&1; then
	result 'clang has no warning' "$(second_compiler)"
else
	skip 'clang has no warning' clang
fi
# legacyUninitvar takes a designated initializer for a use, ctuuninitvar an out
# parameter.
if command -v cppcheck >/dev/null 2>&1; then
	# shellcheck disable=SC2086
	result 'cppcheck has no complaint' "$(cppcheck -q -I . \
		--enable=warning,portability,performance \
		--suppress=missingIncludeSystem --suppress=legacyUninitvar \
		--suppress=ctuuninitvar \
		--template='{file}:{line}: {message} [{id}]' $sources 2>&1)"
else
	skip 'cppcheck has no complaint' cppcheck
fi
