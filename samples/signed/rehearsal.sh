#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# All steps of signed programs with an emulated device: owner, vendor, signer, user, and a second owner.
#
# usage: rehearsal.sh [FOLDER]      (default: rehearsal, which must not exist)
set -euo pipefail

sources=$(cd "$(dirname "$0")" && pwd -P)
sdk=$(cd "$(dirname "$(command -v dpacc)")/.." && pwd -P)
folder=${1:-rehearsal}
mkdir "$folder"
cd "$folder"
# The original's names of the commands; on a real system they are those of NVIDIA's firmware tools.
PATH=$sdk/lib/dpa-mft:$PATH
export DPA_STATE=$PWD/state
device=mlx5_0
psid=MT_0000000911

part() { printf '\n== %s\n' "$*"; }
new_uuid() { cat /proc/sys/kernel/random/uuid; }

# ownership_tlvs KEY UUID: the TLVs of the public key.
ownership_tlvs() {
  local modulus
  modulus=$(openssl rsa -in "$1" -noout -modulus | sed 's/Modulus=//')
  cat <<END
<nv_ls_nv_public_key_0 ovr_en='0' rd_en='1' writer_id='0'>
  <public_key_exp>65537</public_key_exp>
  <keypair_uuid>$2</keypair_uuid>
</nv_ls_nv_public_key_0>
<nv_ls_nv_public_key_1 ovr_en='0' rd_en='1' writer_id='0'><key>${modulus:0:512}</key></nv_ls_nv_public_key_1>
<nv_ls_nv_public_key_2 ovr_en='0' rd_en='1' writer_id='0'><key>${modulus:512}</key></nv_ls_nv_public_key_2>
END
}

# authentication_tlv TRUE_OR_FALSE
authentication_tlv() {
  echo "<nv_dpa_auth ovr_en='0' rd_en='1' writer_id='0'><dpa_auth_en>$1</dpa_auth_en></nv_dpa_auth>"
}

# xml KEEP_SAME_PRIORITY TLVS: a configuration file.
xml() {
  cat <<END
<?xml version="1.0" encoding="UTF-8"?>
<config xmlns="http://www.mellanox.com/config">
<file_applicable_to ovr_en='0' rd_en='1' writer_id='0'>
  <psid>$psid</psid>
  <psid_branch></psid_branch>
</file_applicable_to>
<nv_file_id_vendor ovr_en='0' rd_en='1' writer_id='0'>
  <disable_override>False</disable_override>
  <keep_same_priority>$1</keep_same_priority>
  <per_tlv_priority>False</per_tlv_priority>
  <erase_lower_priority>False</erase_lower_priority>
  <file_version>0</file_version>
  <day>17</day>
  <month>7</month>
  <year>7e7</year>
  <seconds>1</seconds>
  <minutes>e</minutes>
  <hour>15</hour>
</nv_file_id_vendor>
$2
</config>
END
}

# authority NAME ISSUER: a certificate NAME.der that may issue others, for the new key NAME.pem.
authority() {
  openssl req -new -newkey rsa:4096 -keyout "$1.pem" -nodes -subj "/O=Firm A/CN=$1" -out "$1.csr" 2> /dev/null
  openssl x509 -req -sha512 -in "$1.csr" -CA "$2.der" -CAform der -CAkey "$2.pem" -CAcreateserial -days 3650 \
    -extfile <(echo "basicConstraints=critical,CA:$3") -outform der -out "$1.der" 2> /dev/null
}

part "owner: keys and certificates"
owner=$(new_uuid)
openssl genrsa -out "OEM.$owner.pem" 4096 2> /dev/null
openssl req -x509 -newkey rsa:4096 -keyout root.pem -outform der -out root.der -sha256 -nodes -subj "/O=Firm A/CN=root" -days 3650 \
  2> /dev/null
authority issuer root TRUE
authority leaf issuer FALSE
cat issuer.der leaf.der > chain.der
ls

part "user: a device from the factory"
mkdir state
dpa-state create "state/$device" --psid="$psid"
dpacc "$sources/device/signed.c" -o signed_app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=signed_app \
  -devicecc-options="-O2 -DFLEXIO_DEV_ALLOW_EXPERIMENTAL_API"
gcc "$sources/host/signed.c" signed_app.a -DFLEXIO_ALLOW_EXPERIMENTAL_API -I"$sdk/include" -L"$sdk/lib" -Wl,-rpath,"$sdk/lib" -lflexio \
  -libverbs -o program
dpa-run -- ./program

part "owner and vendor: the claim"
xml True "$(ownership_tlvs "OEM.$owner.pem" "$owner")" > claim.xml
mlxconfig create_conf claim.xml claim.unsigned
dpa-state sign-nvconfig "state/$device" claim.unsigned -o claim.bin
mlxconfig -d $device apply claim.bin

part "owner: the root certificate"
root=$(new_uuid)
mlxdpa --cert_container_type add -c root.der -o root.box --life_cycle_priority OEM create_cert_container
mlxdpa --cert_container root.box -p "OEM.$owner.pem" --keypair_uuid "$owner" --cert_uuid "$root" --life_cycle_priority OEM \
  -o root.signed sign_cert_container
flint -d $device -i root.signed burn

part "owner: authentication on"
xml True "$(authentication_tlv True)" > on.xml
mlxconfig -p "OEM.$owner.pem" -u "$owner" create_conf on.xml on.bin
mlxconfig -d $device apply on.bin
mlxconfig -d $device -e q DPA_AUTHENTICATION

part "signer: the program"
mlxdpa -e program -c chain.der -p leaf.pem -o program.signed sign_dpa_apps
dpa-sign -e program.signed --root root.der verify

part "user: the signed program runs, the other one is refused"
dpa-run -- ./program.signed
if dpa-run -- ./program; then
  echo "rehearsal.sh: error: the unsigned program has run" >&2
  exit 1
fi

part "owner: clean-up, then ownership to firm B"
mlxdpa --cert_container_type remove --remove_all_certs -o remove.box --life_cycle_priority OEM create_cert_container
mlxdpa --cert_container remove.box -p "OEM.$owner.pem" --keypair_uuid "$owner" --life_cycle_priority OEM -o remove.signed \
  sign_cert_container
flint -d $device -i remove.signed burn
other=$(new_uuid)
openssl genrsa -out "B.$other.pem" 4096 2> /dev/null
xml False "$(ownership_tlvs "B.$other.pem" "$other")" > transfer.xml
mlxconfig -p "OEM.$owner.pem" -u "$owner" create_conf transfer.xml transfer.bin
mlxconfig -d $device apply transfer.bin
if mlxconfig -d $device apply on.bin; then
  echo "rehearsal.sh: error: the old owner still changes the device" >&2
  exit 1
fi
dpa-state show "state/$device"
dpa-run -- ./program

part "done"
