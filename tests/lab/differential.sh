#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# Random partitions.conf files: what our reader says they do against what a real
# OpenSM makes of them, at three depths: its parser alone, with the P_Key tables
# it sets, and from end to end with SIGHUP and what the ports then answer.
#
# "make differential N=1000000" runs any amount; DIFFERENTIAL="FILES SETS SWEEPS"
# and DIFFERENTIAL_SEED are the same by hand.
# shellcheck source=tests/lab/lab.sh
. "$(dirname "$0")/lab.sh"

read -r files sets sweeps <<<"${DIFFERENTIAL:-5000 600 16}"
seed=${DIFFERENTIAL_SEED:-20261130}
patience=$((120 + files / 500 + sets / 100 + sweeps * 2))
LAB_PATIENCE=$patience
tests=$IBPOLICY_BUILDDIR/tests/differential

[ -e "$IBPOLICY_BUILDDIR/.libs/libibpolicydifferential.so" ] ||
	skip_all "built without the plugin"
lab_begin $((patience * 4))
sim_start "$FABRICS/mixed.topo"

# The ports of fabrics/mixed.topo: GUID, kind, direct route, port number. The
# SM's comes first.
ports="
0x0c42a10300b00011 ca 0 1
0x0c42a10300a10001 ca 0,1,1 1
0x0c42a10300a10002 ca 0,1,2 2
0x0c42a10300a20001 ca 0,1,4,1 1
0x0c42a10300c00001 ca 0,1,4,3 1
0x0c42a10300d00001 router 0,1,4,2 1
0x248a070300f00001 switch 0,1 0
0x248a070300f00002 switch 0,1,4 0
"

sm_conf() { # NAME
	cat <<EOF
partition_config_file $LAB/partitions.conf
force_log_flush TRUE
allow_both_pkeys ${both:-FALSE}
keep_pkey_indexes ${keep:-TRUE}
qos FALSE
${plugin:+event_plugin_name $plugin}
EOF
}

# --- In OpenSM's process -----------------------------------------------------

inside() { # NAME FILES SETS BOTH
	local dir=$LAB/$1 lines
	plugin=ibpolicydifferential both=$4
	SM_ENV="DIFFERENTIAL_DIR=$dir DIFFERENTIAL_SEED=$seed \
		DIFFERENTIAL_FILES=$2 DIFFERENTIAL_SETS=$3"
	sm_start "$1" "$SM_A"
	ok "OpenSM ends its run ($1)" \
		wait_for "$patience" test -e "$dir/report.txt"
	sm_stop "$1"
	lines=$(grep '^depth' "$dir/report.txt")
	note "$lines"
	[ "$(grep -c '; 0 disagreements' <<<"$lines")" -eq \
		"$(grep -c . <<<"$lines")" ] && [ -n "$lines" ]
	tap_result $? "no disagreement ($1)" || {
		note "$(head -n 60 "$dir/report.txt")"
		for file in "$dir"/disagreement-*; do
			note "$file:" "$(cat -A "$file" | cut -c 1-400)"
		done
	}
}

# A group whose MTU or rate is out of range gets that of the slowest end port, as
# the SM sees it when it makes the group: "MTU RATE", codes. Here that is the
# router: ibsim gives it 4x SDR, which the first of all SMs raises to QDR. (Not
# from OpenSM's log: what it writes there at level verbose can end it.)
slowest() { # NAME
	plugin=ibpolicydifferential both=FALSE
	SM_ENV="DIFFERENTIAL_DIR=$LAB/$1"
	sm_start "$1" "$SM_A"
	wait_for "$patience" test -e "$LAB/$1/report.txt"
	sm_stop "$1"
	sed -n 's/^slowest end ports: MTU \(.*\), rate \(.*\)/\1 \2/p' \
		"$LAB/$1/report.txt"
}

inside parser "$files" 0 FALSE
inside tables 0 $((sets - sets / 4)) FALSE
inside tables-both 0 $((sets / 4)) TRUE

# --- From end to end ---------------------------------------------------------

tables() {
	local guid _ route number
	while read -r guid _ route number; do
		[ -n "$guid" ] || continue
		on "$SM_A" smpquery -D pkeys "$route" "$number" | awk -v guid="$guid" '
			/^ *[0-9]+:/ {
				for (i = 2; i <= NF; i++)
					if ($i != "0x0000")
						keys = keys " " $i
			}
			END { print guid keys }'
	done <<<"$ports"
}

# The SA shows a group to whom it shares a P_Key with: every host asks.
askers="H-0c42a10300b00010 H-0c42a10300a10000 H-0c42a10300a20000
	H-0c42a10300c00000"

records() {
	awk -F '[.][.]+' '
		/MGID/ { line = "G " $2 }
		/qkey|mtu|TClass|pkey|rate|SL|FlowLabel/ { line = line " " $2 }
		/Scope/ { print line " " $2 }'
}

# All of them and, because ibsim loses what does not fit one packet of the
# answer (three groups), each of the expected ones by name.
groups() { # EXPECTED
	local asker mgid found
	{
		for asker in $askers; do
			on "$asker" saquery MCMR | records
		done
		awk '$1 == "G" { print $2 }' "$1" | while read -r mgid; do
			for asker in $askers; do
				found=$(on "$asker" saquery --mgid "$mgid" \
					MCMR </dev/null | records)
				[ -z "$found" ] || break
			done
			echo "$found"
		done
	} | grep . | sort -u
}

# The expected groups that one of the askers can see: field 6 is the P_Key,
# with bit 15 set; a limited member of its partition sees it too.
visible() { # EXPECTED
	awk '
		FNR == NR {
			if ($1 ~ /^0x0c42a10300(b00011|a10001|a20001|c00001)$/)
				for (i = 2; i <= NF; i++)
					seen[$i] = 1
			next
		}
		$1 != "G" { print; next }
		{
			key = substr($6, 3)
			first = substr(key, 1, 1)
			low = index("89abcdef", first) - 1
			if (seen["0x" key] || seen["0x" low substr(key, 2)])
				print
		}' "$1" "$1"
}

# Key order and index do not count here: the tables are sets.
sorted() {
	awk '{
		n = split($0, words, " ")
		if (words[1] == "G") { print; next }
		for (i = 2; i <= n; i++)
			for (j = i; j > 2 && words[j] < words[j - 1]; j--) {
				swap = words[j]; words[j] = words[j - 1]
				words[j - 1] = swap
			}
		line = words[1]
		for (i = 2; i <= n; i++) line = line " " words[i]
		print line
	}' | sort
}

# A switch's own port has 8 entries in ibsim, one of them kept for index 0. What
# does not fit is dropped, and with keep_pkey_indexes old keys take room too.
unfit() { # EXPECTED
	if [ "$keep" = TRUE ]; then
		echo 0x248a
	else
		awk '$1 ~ /^0x248a/ && NF > 7 { print $1 }' "$1"
		echo "^G" # without it OpenSM's SA forgets P_Keys that stay
	fi
}

compare() { # FILE
	local expected=${1%.conf}.expected
	unfit "$expected" >"$LAB/unfit"
	visible "$expected" | sorted | grep -vf "$LAB/unfit" >"$LAB/wanted"
	{
		tables
		[ "$keep" = FALSE ] || groups "$LAB/wanted"
	} | sorted | grep -vf "$LAB/unfit" >"$LAB/found"
	cmp -s "$LAB/found" "$LAB/wanted" && return
	note "$1:" "$(cat -A "$1" | cut -c 1-400)" \
		"$(diff "$LAB/wanted" "$LAB/found")"
	return 1
}

install_file() { # FILE
	cp "$1" "$LAB/partitions.new"
	mv "$LAB/partitions.new" "$LAB/partitions.conf"
}

# One SM's life: each file after the one before it.
life() { # NAME KEEP COUNT SEED
	local file swept=0 unswept=0 wrong=0
	plugin='' both=FALSE keep=$2 SM_ENV=''
	mkdir "$LAB/$1-files"
	# shellcheck disable=SC2086 # two numbers
	awk 'NF { print $1, $2 }' <<<"$ports" |
		"$tests/files" "$4" "$3" "$LAB/$1-files" $slowest || exit 1
	for file in "$LAB/$1-files"/*.conf; do
		install_file "$file"
		if [ "$swept" -eq 0 ]; then
			sm_start "$1" "$SM_A"
			sm_up "$1" || unswept=$((unswept + 1))
		else
			sm_sweep "$1" || unswept=$((unswept + 1))
		fi
		swept=$((swept + 1))
		compare "$file" || wrong=$((wrong + 1))
	done
	sm_stop "$1"
	note "depth 3: $swept files, $wrong disagreements"
	is "every file was swept ($1)" "$unswept" 0
	is "no disagreement ($1)" "$wrong" 0
}

slowest=$(slowest before)
life groups TRUE $((sweeps - sweeps / 2)) "$seed"
life switches FALSE $((sweeps / 2)) $((seed + 1))
is "the slowest end ports stayed the same" "$(slowest after)" "$slowest"
lab_end
