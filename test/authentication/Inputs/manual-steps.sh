# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The documented steps with uuidgen, openssl and printf only, also where tools of the SDK could do them.
set -eu
. "$INPUTS/flow.sh"
PATH=$MFT:$PATH
DEVICE=mlx5_0

owner=$(uuidgen -t)
root=$(uuidgen -t)
openssl genrsa -out "OEM.$owner.pem" 4096 2> errors
openssl rsa -in "OEM.$owner.pem" -out "OEM.$owner.public" -pubout -outform PEM 2> errors
openssl req -x509 -newkey rsa:4096 -keyout root.pem -outform der -out root.crt -sha256 -nodes \
  -subj "/C=XX/ST=OEMStateName/L=OEMCityName/O=OEMCompanyName/OU=OEMCompanySectionName/CN=OEMCommonName" -days 3650 2> errors

# sign FILE: FILE.sig.
sign() { openssl dgst -sha512 -sign "OEM.$owner.pem" -out "$1.sig" "$1"; }
# id UUID: its 16 bytes.
id() { printf %s "$1" | xxd -r -p; }

echo "== claim with the public half of the key"
mkdir state && dpa-state create "state/$DEVICE"
vendor_file claim.conf True "$(key_tlvs "OEM.$owner.public" "$owner" -pubin)"
mlxconfig -d "$DEVICE" apply claim.conf
mlxconfig -d "$DEVICE" -e q LC_NV_PUB_KEY_UUID | grep -ci "$(printf %s "$owner" | tr -d -)"

echo "== container"
mlxdpa --cert_container_type add -c root.crt -o box --life_cycle_priority OEM --keypair_uuid "$owner" --cert_uuid "$root" \
  create_cert_container
sign box
printf '\x90\x01\x02\x0c\x10\0\0\0\0\0\0\0' | cat box - box.sig > box.signed
mlxdpa --cert_container box -p "OEM.$owner.pem" --keypair_uuid "$owner" --cert_uuid "$root" --life_cycle_priority OEM -o box.tool \
  sign_cert_container
cmp box.signed box.tool
flint -d "$DEVICE" -i box.signed burn
python3 -c 'import sys; d = bytearray(open("box.sig", "rb").read()); d[100] ^= 1; open("other.sig", "wb").write(d)'
printf '\x90\x01\x02\x0c\x10\0\0\0\0\0\0\0' | cat box - other.sig > box.bad
flint -d "$DEVICE" -i box.bad burn || echo "exit code $?"

echo "== configuration file"
xml True "$(auth_tlv True 0)" > on.xml
mlxconfig create_conf on.xml on
sign on
signature=$(uuidgen -r)
{
  cat on
  printf '\x03\0\x01\x20\x06\0\0\x0b\0\0\0\0'
  id "$signature"
  id "$owner"
  head -c 256 on.sig
  printf '\x03\0\x01\x20\x06\0\0\x0c\0\0\0\0'
  id "$signature"
  id "$owner"
  tail -c 256 on.sig
} > on.bin
mlxconfig -d "$DEVICE" apply on.bin
mlxconfig -d "$DEVICE" -e q DPA_AUTHENTICATION
