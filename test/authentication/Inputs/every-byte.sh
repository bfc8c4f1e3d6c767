# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -eu
. "$INPUTS/flow.sh"
build_program
dpacc "$INPUTS/app.c" -o signed.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=signed_app \
  -devicecc-options="-DFLEXIO_DEV_ALLOW_EXPERIMENTAL_API" --sign-key "$DATA/leaf-key.pem" --sign-cert "$DATA/chain.der"
python3 "$INPUTS/check-signed-program.py" program.signed signed_app parts > script
gcc -DFLEXIO_ALLOW_EXPERIMENTAL_API -I"$SDK/include" "$INPUTS/every-byte.c" signed.a -o every-byte -L"$SDK/lib" -Wl,-rpath,"$SDK/lib" \
  -lflexio -libverbs
claim
burn "$DATA/container-add.signed"
owner_file on.conf True "$(auth_tlv True 0)"
apply on.conf
cp -a state before
dpa-run -- ./every-byte parts/blob 2> refusals
grep -c "AUTH_.*(syndrome 0x8f333)" refusals
diff -r state before && echo "the store is unchanged"

echo "== the length of the signature in the host file"
for byte in 0 1 2 3 4 5 6 7; do
  python3 "$INPUTS/change-program.py" program.signed changed length $byte
  chmod +x changed
  code=0
  dpa-run -- ./changed > output 2>&1 || code=$?
  echo "byte $byte: exit code $code, with authentication off: $(env -u DPA_STATE dpa-run -- ./changed 2> output)"
done
