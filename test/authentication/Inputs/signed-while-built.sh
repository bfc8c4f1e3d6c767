# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# signed-while-built.sh ARCHIVE: runs the program with this device library where authentication is on.
set -eu
. "$INPUTS/flow.sh"
claim
burn "$DATA/container-add.signed"
owner_file on.conf True "$(auth_tlv True 0)"
apply on.conf
link_program "$1" program
dpa-run -- ./program
