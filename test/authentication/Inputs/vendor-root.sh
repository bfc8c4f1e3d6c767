# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -u
. "$INPUTS/flow.sh"
VENDOR_CERT=bbbbbbbb-bbbb-cccc-dddd-eeeeeeeeeeee
OTHER_CERT=cccccccc-bbbb-cccc-dddd-eeeeeeeeeeee

# The vendor's DPA root is another pair than its key; those of the known answers serve for both.
openssl req -x509 -key "$DATA/vendor-key.pem" -outform der -out vendor-root.der -sha256 -subj /O=Vendor/CN=root -days 3650
openssl req -new -key "$DATA/intermediate-key.pem" -out leaf.csr -subj /O=Vendor/CN=leaf
printf 'subjectKeyIdentifier=hash\n' > leaf.ext
openssl x509 -inform der -in vendor-root.der -out vendor-root.pem
openssl x509 -req -sha512 -in leaf.csr -CA vendor-root.pem -CAkey "$DATA/vendor-key.pem" -CAcreateserial -extfile leaf.ext -days 3650 \
  -outform der -out vendor-leaf.der 2> /dev/null

# box NAME OPTIONS...: a container; the vendor signs it as NAME.signed.
box() {
  local name=$1
  shift
  dpa-sign "$@" -o "$name" create_cert_container > /dev/null
  dpa-state sign-container state/mlx5_0 "$name" -o "$name.signed"
}
run() {
  echo "-- vendor's program, owner's program"
  dpa-run -- ./program.vendor 2>&1 | sed 's/.*AUTH/AUTH/'
  dpa-run -- ./program.signed 2>&1 | sed 's/.*AUTH/AUTH/'
}

build_program
dpa-sign -e program -c vendor-leaf.der -p "$DATA/intermediate-key.pem" -o program.vendor sign_dpa_apps > /dev/null 2>&1
mkdir state && dpa-state create state/mlx5_0
box vendor --cert_container_type add -c vendor-root.der --cert_uuid $VENDOR_CERT --life_cycle_priority Nvidia
box away --cert_container_type remove --cert_uuid $VENDOR_CERT --life_cycle_priority Nvidia
box oem --cert_container_type add -c vendor-root.der --cert_uuid $OTHER_CERT --nvidia_signed_oem
dpa-sign --cert_container vendor -p "$DATA/owner-key.pem" --keypair_uuid $KEY_UUID --cert_uuid $VENDOR_CERT --life_cycle_priority Nvidia \
  -o by-owner sign_cert_container > /dev/null

echo "== no owner: the root can be loaded, authentication is off"
burn vendor.signed
run
echo "== owner, authentication on"
vendor_file claim.conf True "$(key_tlvs "$DATA/owner-key.pem" $KEY_UUID)"
apply claim.conf
owner_file on.conf True "$(auth_tlv True 0)"
apply on.conf
dpa-flint -d state/mlx5_0 --component_type digital_cacert query_components | grep Priority
run
echo "== with the owner's root"
burn "$DATA/container-add.signed"
run
echo "== without the vendor's root"
burn away.signed
run
echo "== the vendor's root in the owner's name"
burn by-owner
run
echo "== the root of a container with the vendor's signature"
burn oem.signed
dpa-flint -d state/mlx5_0 --component_type digital_cacert query_components | grep Priority
run
echo "== the owner removes all roots"
burn vendor.signed
burn "$DATA/container-remove-all.signed"
run
