# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# shellcheck shell=sh disable=SC2034
# Sourced by the other scripts: what building and testing needs, and a way to
# have it. The only place that names packages.

build_packages='gcc make autoconf automake libtool autoconf-archive pkg-config
libc6-dev libyaml-dev libjansson-dev libopensm-dev opensm libibumad-dev
libibmad-dev libibnetdisc-dev'
lab_packages='ibsim-utils infiniband-diags jq'
test_packages='libcmocka-dev mandoc shellcheck clang clang-format cppcheck
libasan8 libubsan1 procps prometheus chromium
fonts-dejavu-core'

# missing_packages PACKAGE...: those that are not installed.
missing_packages() {
	for package in "$@"; do
		case $(dpkg-query -W -f '${db:Status-Abbrev}' "$package" \
			2>/dev/null) in
		ii*) ;;
		*) printf '%s ' "$package" ;;
		esac
	done
}

# need_packages PACKAGE...: installs what is missing; as an ordinary user says
# the one line to run and ends the script.
need_packages() {
	if ! command -v apt-get >/dev/null 2>&1; then
		echo "$0: no apt-get here. Install the equivalents of:" "$@" >&2
		exit 2
	fi
	missing=$(missing_packages "$@")
	[ -z "$missing" ] && return 0
	if [ "$(id -u)" -ne 0 ]; then
		cat >&2 <<-TEXT
		$0: these packages are missing. Run this line, then again:

		    sudo apt-get update && sudo apt-get install --no-install-recommends -y $missing
		TEXT
		exit 2
	fi
	echo "==> installing: $missing"
	# A machine without package lists yet gets them; a machine that has
	# them keeps working when a mirror is away for a moment.
	apt-get update -qq || echo "$0: apt-get update failed, going on" >&2
	# shellcheck disable=SC2086 # one word per package is meant
	DEBIAN_FRONTEND=noninteractive apt-get install -qq -y \
		--no-install-recommends $missing >/dev/null ||
		{ echo "$0: apt-get could not install: $missing" >&2; exit 2; }
}

# The scripts build below build/, which make cannot do while the source folder
# itself is configured.
refuse_configured_source() {
	[ -f "$1/config.status" ] || return 0
	cat >&2 <<-TEXT
	$0: the source folder is configured for a build of its own. Run

	    make -C $1 distclean

	first, or use a fresh clone.
	TEXT
	exit 2
}
