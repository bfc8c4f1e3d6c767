# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -u
. "$INPUTS/flow.sh"
build_program

echo "== without a state directory"
env -u DPA_STATE dpa-run -- ./program
env -u DPA_STATE dpa-run -- ./program.signed
echo "== factory"
mkdir state && dpa-state create state/mlx5_0
dpa-run -- ./program
dpa-run -- ./program.signed
echo "== owner key before the claim"
owner_file enable.conf True "$(auth_tlv True 0)"
apply enable.conf
burn "$DATA/container-add.signed"
echo "== claim"
vendor_file claim.conf True "$(key_tlvs "$DATA/owner-key.pem" $KEY_UUID)"
"$MFT/mlxconfig" -d /dev/mst/mlx5_0 apply claim.conf
"$MFT/mlxconfig" -d state/mlx5_0 -e q LC_NV_PUB_KEY_EXP LC_NV_PUB_KEY_UUID LC_NV_PUB_KEY_0_255
echo "== enable without roots"
apply enable.conf
dpa-run -- ./program.signed
echo "== with the root"
"$MFT/flint" -d state/mlx5_0 -i "$DATA/container-add.signed" -y b
"$MFT/mlxconfig" -d state/mlx5_0 -e q DPA_AUTHENTICATION
dpa-run -- ./program.signed
dpa-run -- ./program
echo "== root removed"
burn "$DATA/container-remove.signed"
dpa-run -- ./program.signed
burn "$DATA/container-remove.signed"
echo "== off again"
owner_file disable.conf True "$(auth_tlv False 0)"
apply disable.conf
dpa-run -- ./program
