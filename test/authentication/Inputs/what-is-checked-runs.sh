# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -eu
. "$INPUTS/flow.sh"
build_program
python3 "$INPUTS/check-signed-program.py" program.signed signed_app parts
gcc -DFLEXIO_ALLOW_EXPERIMENTAL_API -I"$SDK/include" "$INPUTS/scribble.c" app.a -o scribble -L"$SDK/lib" -Wl,-rpath,"$SDK/lib" -lflexio \
  -libverbs -lpthread
claim
burn "$DATA/container-add.signed"
owner_file on.conf True "$(auth_tlv True 0)"
apply on.conf
dpa-run -- ./scribble parts/blob
