// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target: crypto data of a program, and a device ELF to sign and to check.
#include "authentication/crypto-data.h"
#include "authentication/program-check.h"

using namespace dpa;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const ByteView bytes = std::as_bytes(std::span(data, size));
  if (!auth::checkProgram({bytes, bytes, std::nullopt}, nullptr))
    __builtin_trap(); // a program cannot be its own signature
  for (const auto form : {auth::HashListForm::Long, auth::HashListForm::Short})
    if (const auto list = auth::makeHashList(bytes, form, std::nullopt))
      if (auth::compareHashes(*list, bytes))
        __builtin_trap();
  return 0;
}
