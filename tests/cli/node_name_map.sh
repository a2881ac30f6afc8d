#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# Node name maps, as OpenSM's library reads them: builds without it have none.
top=${IBPOLICY_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}
ibpolicy=${IBPOLICY_BUILDDIR:-$top}/ibpolicy
fabric=$top/examples/small/fabric.topo
now=--now=2026-11-30T00:00:00Z
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99

cat >inventory.yaml <<'EOF'
version: 1
fabric: small
hosts:
  gpu004: {ports: {mlx5_0/1: {guid: 0x0c42a10300a10041}}}
EOF
printf '# names\n\n0x0c42a10300a10010 "login mlx5_0"  # moved\n' >map
printf '0x0c42a10300a10050\t"nas\033[31m"\n' >>map
printf '0x248a070300f00001 "leaf-a"\n0x1 "elsewhere"\n' >>map
printf 'gpu001 = 0x0c42a10300a10010\n' >not_a_map
printf 'StartDevice,StartPort,EndDevice,EndPort\n' >sheet.csv
printf 'login,mlx5_0,leaf-a,3\n' >>sheet.csv
number=0

# is SENTENCE: what was written to "found" is what stands in "expected".
is() {
	number=$((number + 1))
	if diff -u expected found >difference; then
		echo "ok $number - $1"
	else
		echo "not ok $number - $1"
		sed 's/^/# /' difference
	fi
}

unlisted() {
	"$ibpolicy" check inventory.yaml --fabric "$fabric" "$now" "$@" 2>&1 |
		sed -n 's/^  \(.*\)  port.unlisted$/\1/p' >found
}

echo 1..7
cat >expected <<'EOF'
login mlx5_0/1
"gpu002 mlx5_0"/1
"gpu003 mlx5_0"/1
nas\x1b[31m/1
"mgmt01 mlx5_0"/1
EOF
unlisted --node-name-map map
is 'nodes bear the names of the map, safe to print, the rest their own'

echo 'leaf-a/1' >expected
"$ibpolicy" check inventory.yaml --fabric "$fabric" "$now" --format json \
	--node-name-map map --only port.unlisted |
	sed -n 's/.*"name": "\(leaf-a[^"]*\)".*/\1/p' | sort -u | head -n 1 >found
is 'a peer bears its name as well'

cat >expected <<'EOF'
  leaf-a: {guid: 0x248a070300f00001}  # observed 2026-11-30
  login: {role: hosts-hdr, ports: {mlx5_0/1: {guid: 0x0c42a10300a10011, peer: leaf-a/2}}}  # observed 2026-11-30
EOF
"$ibpolicy" init --fabric "$fabric" "$now" --node-name-map map 2>stderr |
	grep -E '^  (login|leaf-a):' | sort >found
is 'init names what it writes by the map'

echo 'the sheet: login mlx5_0/1 leaf-a/3' >expected
"$ibpolicy" check inventory.yaml --fabric "$fabric" "$now" --cabling sheet.csv \
	--node-name-map map --only link.peer 2>&1 |
	sed -n 's/.*by the \(sheet\) \(.*\) should be cabled to \([^;]*\);.*/the \1: \2 \3/p' \
		>found
is 'cabling sheets go by the map'

printf 'leaf-a/2\n' >expected
"$ibpolicy" explain inventory.yaml login/mlx5_0 --fabric "$fabric" "$now" \
	--node-name-map map 2>&1 | sed -n 's/^  peer  *-  *//p' >found
is 'explain finds a port by it and names its peer'

cat >expected <<'EOF'
ibpolicy check: --node-name-map: not_a_map: a line is not a GUID, a blank and a name in quotation marks
exit status 2
EOF
"$ibpolicy" check inventory.yaml --fabric "$fabric" "$now" \
	--node-name-map not_a_map >found 2>&1
echo "exit status $?" >>found
is 'what is no map is refused'

cat >expected <<'EOF'
ibpolicy lint: --node-name-map: nowhere: No such file or directory
exit status 2
EOF
"$ibpolicy" lint inventory.yaml --fabric "$fabric" "$now" \
	--node-name-map nowhere >found 2>&1
echo "exit status $?" >>found
is 'a map that is not there is refused'
