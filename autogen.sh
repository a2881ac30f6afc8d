#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause OR GPL-2.0-only
# Makes ./configure from a git checkout.
cd "$(dirname "$0")" && exec autoreconf --force --install
