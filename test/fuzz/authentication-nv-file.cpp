// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target: configuration files and settings of a store, as a device reads and
// applies them. TLVs that are read are written again.
#include "emulator/authentication/apply-file.h"

using namespace dpa;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const Bytes modulus(auth::modulusSize, std::byte(0xFF));
  static const auto vendor = *auth::PublicKey::fromModulus(modulus);
  const ByteView bytes = std::as_bytes(std::span(data, size));
  const auth::DeviceIdentity identity;
  auth::NvValues values;
  if (!auth::applyNvFile(bytes, {identity, vendor}, values))
    __builtin_trap(); // no input has a signature of this key
  if (const auto tlvs = auth::readTlvs(bytes))
    if (const Bytes again = auth::valueBytes(*tlvs);
        !std::equal(again.begin(), again.end(), bytes.begin(), bytes.end()))
      __builtin_trap();
  return 0;
}
