// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks for the section in either kind of object. See object-interface.h.
#include "driver/object-interface.h"

#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <iterator>

namespace dpa::driver {

using Records = std::vector<image::InterfaceRecord>;

static llvm::StringRef textOf(image::ByteView bytes) {
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

bool isBitcode(image::ByteView bytes) {
  return llvm::identify_magic(textOf(bytes)) == llvm::file_magic::bitcode;
}

static image::Error errorOf(llvm::Error error) {
  return {"damaged LLVM bitcode: " + llvm::toString(std::move(error))};
}

/// Adds the records of one module.
static image::Result<void> readModule(llvm::BitcodeModule &bitcode,
                                      Records &records) {
  llvm::LLVMContext context;
  llvm::Expected<std::unique_ptr<llvm::Module>> module =
      bitcode.getLazyModule(context, /*ShouldLazyLoadMetadata=*/true,
                            /*IsImporting=*/false);
  if (!module)
    return errorOf(module.takeError());
  for (const llvm::GlobalVariable &variable : (*module)->globals()) {
    if (variable.getSection() != llvm::StringRef(image::interfaceSection) ||
        !variable.hasInitializer())
      continue;
    const auto *data =
        llvm::dyn_cast<llvm::ConstantDataArray>(variable.getInitializer());
    if (!data)
      return image::Error{"the variable in section .dpa_interface holds no "
                          "interface record"};
    auto more =
        image::decodeInterfaceRecords(image::viewOf(data->getRawDataValues()));
    if (!more)
      return more.error();
    std::move(more->begin(), more->end(), std::back_inserter(records));
  }
  return {};
}

image::Result<Records> readInterface(image::ByteView deviceObject) {
  if (!isBitcode(deviceObject))
    return image::readInterfaceRecords(deviceObject);
  auto modules = llvm::getBitcodeModuleList(
      llvm::MemoryBufferRef(textOf(deviceObject), "device object"));
  if (!modules)
    return errorOf(modules.takeError());
  Records records;
  for (llvm::BitcodeModule &module : *modules)
    if (image::Result<void> done = readModule(module, records); !done)
      return done.error();
  return records;
}

} // namespace dpa::driver
