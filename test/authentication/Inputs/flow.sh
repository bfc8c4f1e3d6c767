# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Functions of the tests with a device. The caller sets INPUTS (this folder), DATA (known), SDK and MFT,
# and works in a folder of its own; the state directory
# is state/mlx5_0. Owner key and UUIDs are those of the known answers.
KEY_UUID=11111111-2222-3333-4444-555555555555
CERT_UUID=aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee
export DPA_STATE=state

# key_tlvs KEY UUID [-pubin]: the three TLVs of a public key, computed from the output of openssl.
key_tlvs() {
  local modulus
  modulus=$(openssl rsa ${3:-} -in "$1" -noout -modulus | sed 's/Modulus=//')
  echo "<nv_ls_nv_public_key_0 ovr_en='0' rd_en='1' writer_id='0'><public_key_exp>65537</public_key_exp><keypair_uuid>$2</keypair_uuid></nv_ls_nv_public_key_0>"
  echo "<nv_ls_nv_public_key_1 ovr_en='0' rd_en='1' writer_id='0'><key>${modulus:0:512}</key></nv_ls_nv_public_key_1>"
  echo "<nv_ls_nv_public_key_2 ovr_en='0' rd_en='1' writer_id='0'><key>${modulus:512}</key></nv_ls_nv_public_key_2>"
}

# auth_tlv TRUE_OR_FALSE OVR_EN
auth_tlv() {
  echo "<nv_dpa_auth ovr_en='$2' rd_en='1' writer_id='0'><dpa_auth_en>$1</dpa_auth_en></nv_dpa_auth>"
}

# xml KEEP_SAME TLVS [PSID]: a configuration file as XML.
xml() {
  cat <<END
<?xml version="1.0" encoding="UTF-8"?>
<config xmlns="http://www.mellanox.com/config">
<file_applicable_to ovr_en='0' rd_en='1' writer_id='0'><psid> ${3:-MT_0000000911}</psid><psid_branch> </psid_branch></file_applicable_to>
<nv_file_id_vendor ovr_en='0' rd_en='1' writer_id='0'>
<disable_override>False</disable_override><keep_same_priority>$1</keep_same_priority>
<per_tlv_priority>False</per_tlv_priority><erase_lower_priority>False</erase_lower_priority>
<file_version>0</file_version><day>17</day><month>7</month><year>7e7</year><seconds>1</seconds><minutes>e</minutes><hour>15</hour>
</nv_file_id_vendor>
$2
</config>
END
}

# owner_file NAME KEEP_SAME TLVS [KEY UUID]: a signed file NAME.
owner_file() {
  xml "$2" "$3" > "$1.xml"
  dpa-config -p "${4:-$DATA/owner-key.pem}" -u "${5:-$KEY_UUID}" create_conf "$1.xml" "$1" > /dev/null
}

# vendor_file NAME KEEP_SAME TLVS: the same with the vendor's signature.
vendor_file() {
  xml "$2" "$3" > "$1.xml"
  dpa-config create_conf "$1.xml" "$1.unsigned" > /dev/null
  dpa-state sign-nvconfig state/mlx5_0 "$1.unsigned" -o "$1"
}

apply() { dpa-config -d state/mlx5_0 apply "$1" | tail -n 1; }
burn() { dpa-flint -d state/mlx5_0 -i "$1" burn | tail -n 1; }
show() { dpa-state show state/mlx5_0; }

# claim: a new device whose owner is the key of the known answers.
claim() {
  rm -rf state && mkdir state
  dpa-state create state/mlx5_0 "$@"
  vendor_file claim.conf True "$(key_tlvs "$DATA/owner-key.pem" $KEY_UUID)"
  apply claim.conf
}

# link_program LIBRARY OUTPUT: the host program with a library of dpacc.
link_program() {
  gcc -DFLEXIO_ALLOW_EXPERIMENTAL_API -I"$SDK/include" "$INPUTS/host.c" "$1" -o "$2" -L"$SDK/lib" -Wl,-rpath,"$SDK/lib" -lflexio -libverbs
}

# build_program: program and program.signed.
build_program() {
  dpacc "$INPUTS/app.c" -o app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=signed_app -devicecc-options="-DFLEXIO_DEV_ALLOW_EXPERIMENTAL_API"
  link_program app.a program
  dpa-sign -e program -c "$DATA/chain.der" -p "$DATA/leaf-key.pem" -o program.signed sign_dpa_apps 2> /dev/null
}
