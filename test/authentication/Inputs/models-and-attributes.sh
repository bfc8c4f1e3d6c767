# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -u
. "$INPUTS/flow.sh"
cp "$INPUTS/attributes.txt" attributes.yaml
dpa-app-attributes2blob attributes.yaml attributes.blob
build() {
  dpacc "$INPUTS/app.c" -o app.a -mcpu=nv-dpa-bf3,nv-dpa-cx8 -hostcc=gcc -app-name=signed_app "$@" \
    -devicecc-options="-DFLEXIO_DEV_ALLOW_EXPERIMENTAL_API"
  link_program app.a program
}
sign() { dpa-sign -e "$1" -c "$DATA/chain.der" -p "$DATA/leaf-key.pem" -o "$2" --crypto-section "${3:-auto}" sign_dpa_apps > /dev/null 2>&1; }
enable() {
  claim "$@"
  burn "$DATA/container-add.signed"
  owner_file on.conf True "$(auth_tlv True 0)"
  apply on.conf
}
enable > /dev/null
build --dpa-proc-attr attributes.blob
sign program signed
echo "== list"
dpa-sign -e signed list_dpa_apps
echo "== run"
dpa-run -- ./signed
dpa-run --model=cx8 -- ./signed
echo "== other attributes"
python3 "$INPUTS/change-program.py" signed changed attributes
chmod +x changed && dpa-run -- ./changed
echo "== no attributes"
python3 "$INPUTS/change-program.py" signed changed rename
chmod +x changed && dpa-run -- ./changed
echo "== unsigned attributes"
cp program with-attributes
build
sign program without
python3 "$INPUTS/change-program.py" without changed move-signature with-attributes
chmod +x changed && dpa-run -- ./changed
echo "== signature of the other model"
python3 "$INPUTS/change-program.py" without changed swap
chmod +x changed && dpa-run -- ./changed
echo "== shared library"
gcc -shared -fPIC -o libapp.so -Wl,--whole-archive app.a -Wl,--no-whole-archive
sign libapp.so libsigned.so
link_program ./libsigned.so uses-library
dpa-run -- ./uses-library
