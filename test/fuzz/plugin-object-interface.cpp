// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target: any bytes as an object that carries interface records: ELF, LLVM bitcode, DPA
// object. The driver and objproc read with it.
#include "clang-plugin/object-interface.h"
#include "test/fuzz/image-readers.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const auto records =
      dpa::frontend::readInterface(std::as_bytes(std::span(data, size)));
  if (!records)
    return dpa::test::hasReason(records.error());
  for (const dpa::image::InterfaceRecord &record : *records)
    dpa::test::touch(record.hostStub);
  return 0;
}
