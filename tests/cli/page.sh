#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# drift.html in a real browser: it renders, asks for nothing, complains of
# nothing, and fits the window of a phone.
top=${IBPOLICY_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}
build=${IBPOLICY_BUILDDIR:-$top}
if ! command -v chromium >/dev/null 2>&1; then
	echo '1..0 # SKIP no chromium here'
	exit 0
fi
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
number=0
failed=0

ok() { # SENTENCE COMMAND...
	sentence=$1
	shift
	number=$((number + 1))
	if "$@"; then
		echo "ok $number - $sentence"
	else
		echo "not ok $number - $sentence"
		sed 's/^/# /' "$work/log" | tail -n 20
		failed=1
	fi
}

browse() { # OPTION...: what it prints, its log in $work/log
	timeout 60 chromium --headless --no-sandbox --disable-gpu \
		--disable-quic --no-first-run --disable-background-networking \
		--disable-component-update --disable-sync \
		--disable-dev-shm-usage --user-data-dir="$work/profile" \
		--enable-logging=stderr "$@" 2>"$work/log"
}

no_console() {
	! grep -E 'CONSOLE|Refused to|net::ERR' "$work/log"
}

small=$top/examples/small
"$build/ibpolicy" check "$small/inventory.yaml" --fabric "$small/faults.jsonl" \
	--now 2026-11-30T03:12:52Z --format html >"$work/drift.html"

# A frame as wide as a phone says how wide the page wants to be.
cat >"$work/phone.html" <<'TEXT'
<iframe id="frame" src="drift.html" width="390" height="800"></iframe>
<script>document.getElementById('frame').onload = function () {
	var d = this.contentDocument.documentElement;
	document.title = 'width ' + (d.scrollWidth <= d.clientWidth);
};</script>
TEXT

echo 1..4
browse --dump-dom "file://$work/drift.html" >"$work/dom"
ok 'the browser shows the verdict' grep -q 'small: drift</h1>' "$work/dom"
ok 'and has nothing to complain of' no_console
browse --allow-file-access-from-files --dump-dom "file://$work/phone.html" \
	>"$work/dom"
ok 'a phone need not scroll sideways' \
	grep -q '<title>width true</title>' "$work/dom"
browse --print-to-pdf="$work/page.pdf" "file://$work/drift.html" >/dev/null
ok 'it prints' test -s "$work/page.pdf"
exit $failed
