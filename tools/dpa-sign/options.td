// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options of dpa-sign, beside the common ones. The names with underscores are those of mlxdpa.
include "tools/command-line/common.td"

defm e : Letter<"e", "Host file with device programs: an executable, shared library, object or archive", "<file>">;
defm host_elf : Spelling<"host_elf", e>;
defm c : Letter<"c", "Certificates from the top down, the leaf last: DER back to back, or PEM; of a container the root", "<file>">;
defm certificate : Spelling<"certificate", c>;
defm cert_chain : Spelling<"cert_chain", c>;
defm p : Letter<"p", "Private key that signs: a PEM file without a password, or a PKCS#11 URI (pkcs11:...)", "<key>">;
defm private_key : Spelling<"private_key", p>;
defm o : Letter<"o", "Where the result goes; of create_signing_input a folder", "<file>">;
defm output_file : Spelling<"output_file", o>;
defm key_uuid : Value<"key_uuid", "Sign with the key <key_folder>/*<uuid>*.pem", "<uuid>">;
defm key_folder : Value<"key_folder", "Folder of the keys that --key_uuid names (default: the current folder)", "<folder>">;
defm cert_chain_count : Value<"cert_chain_count", "Number of certificates, hexadecimal; an error if -c has another number", "<n>">;
defm hash_list : Value<"hash_list", "Form of the hash list: long (documented; default without process attributes) or short", "<form>">;
defm hash_list_dash : Spelling<"hash-list", hash_list_EQ>;
defm compat : Value<"compat", "mft: compute the CRC of the certificate chain as the openly licensed tool does", "<tool>">;
defm crypto_section : Value<"crypto_section", "Whether the documented section is added to the file: auto (executables; default), always or never", "<when>">;
defm crypto_section_dash : Spelling<"crypto-section", crypto_section_EQ>;
defm signatures : Value<"signatures", "Folder with the signatures (<name>.sig) of what create_signing_input wrote (<name>.tbs)", "<folder>">;
defm root : Value<"root", "Root certificate that the chain must end in, DER or PEM", "<file>">;
defm cert_container : Value<"cert_container", "Container to sign", "<file>">;
defm cert_container_type : Value<"cert_container_type", "What the container does: add or remove", "<type>">;
def remove_all_certs : Switch<"remove_all_certs">, HelpText<"The container removes all roots">;
defm life_cycle_priority : Value<"life_cycle_priority", "Priority of the container: Nvidia, OEM or User", "<priority>">;
def nvidia_signed_oem : Switch<"nvidia_signed_oem">, HelpText<"The container has an OEM certificate and the vendor's signature">;
defm keypair_uuid : Value<"keypair_uuid", "UUID of the key that signs the container", "<uuid>">;
defm cert_uuid : Value<"cert_uuid", "UUID of the certificate", "<uuid>">;
def keep_sig : Switch<"keep_sig">, HelpText<"The device keeps the signature with the certificate">;
def k : Flag<["-", "--"], "k">, Alias<keep_sig>, HelpText<"Same as --keep_sig">;
def v : Flag<["-", "--"], "v">, Alias<version>, HelpText<"Same as --version">;
