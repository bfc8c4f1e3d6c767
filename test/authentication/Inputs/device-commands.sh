# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -u
. "$INPUTS/flow.sh"
config() { "$MFT/mlxconfig" -d state/mlx5_0 "$@"; }
query() { config -e q DPA_AUTHENTICATION | grep DPA_; }
build_program
claim > /dev/null
owner_file open.conf True "$(auth_tlv True 1)"
owner_file on.conf True "$(auth_tlv True 0)"
echo "== users may change what the owner permits"
apply open.conf
query
config -y set DPA_AUTHENTICATION=0
query
config reset
query
echo "== and nothing else"
apply on.conf
config set DPA_AUTHENTICATION=False
echo "status $?"
config set LC_NV_PUB_KEY_EXP=3
config -j values.json q
cat values.json
config q 'LC_NV_PUB_KEY_UUID[0]' | grep LC_
config gen_tlvs_file tlvs.txt
grep dpa_auth tlvs.txt
echo "== roots"
burn "$DATA/container-add.signed"
"$MFT/flint" -d state/mlx5_0 --component_type digital_cacert query_components
"$MFT/flint" -d state/mlx5_0 --component_type digital_cacert query_components --cert_uuid $CERT_UUID root.der
cmp root.der "$DATA/root.der" && echo "the root is the same"
echo "== damaged"
cp -r state good
printf x >> state/mlx5_0/nv.current
dpa-run -- ./program
rm state/mlx5_0/nv.current && mkfifo state/mlx5_0/nv.current
dpa-run -- ./program
rm -r state/mlx5_0
dpa-run -- ./program
rm -rf state
echo "== next boot"
claim --auto-reset=0 > /dev/null
dpa-flint -d state/mlx5_0 reset
apply on.conf
show | grep authentication
"$MFT/mlxfwreset" -d state/mlx5_0 reset
show | grep authentication=
echo "== old firmware"
claim --fw-version=32.37.1306
burn "$DATA/container-add.signed"
echo "== factory reset"
rm -rf state && cp -r good state
dpa-state factory-reset state/mlx5_0
show | grep owner
stat -c 'vendor.key %a' state/mlx5_0/vendor.key
