# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# bad-certificates.sh ROOT_KEY: tries roots and chains, each of which breaks one rule.
key=$1
self() { openssl req -x509 -outform der -out bad.der -nodes -subj /CN=root -days 30 "$@" 2> errors; }
try() {
  echo "== $1"
  dpa-sign --cert_container_type add -c bad.der -o out --life_cycle_priority OEM create_cert_container
  dpa-sign -e program -c bad.der -p "$key" -o out sign_dpa_apps
}
self -newkey rsa:2048 -keyout new.pem && try "2048 bits"
openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:4096 -pkeyopt rsa_keygen_pubexp:3 -out three.pem 2> errors
self -key three.pem && try "exponent 3"
self -newkey ec -pkeyopt ec_paramgen_curve:P-256 -keyout new.pem && try "elliptic curve"
self -key "$key" -sha384 && try "SHA-384"
self -key "$key" -sha256 -sigopt rsa_padding_mode:pss && try "PSS"
self -key "$key" -addext "nsComment=$(printf '%0700d' 0)" && try "too large"
openssl req -new -key "$key" -subj /CN=root -out bad.csr
openssl x509 -req -in bad.csr -signkey "$key" -outform der -out bad.der 2> errors && try "version 1"
self -key "$key" && printf '\0' >> bad.der && try "a byte more"
