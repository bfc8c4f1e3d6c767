// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks for the section in every kind of object. See object-interface.h.
#include "clang-plugin/object-interface.h"

#include "clang-plugin/guarded-call.h"
#include "image/dpa-object.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <iterator>

namespace dpa::frontend {

using Records = std::vector<image::InterfaceRecord>;

static Error errorOf(llvm::Error error) {
  return {"damaged LLVM bitcode: " + llvm::toString(std::move(error))};
}

/// Adds the records of one module.
static Result<void> readModule(llvm::BitcodeModule &bitcode, Records &records) {
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
      return Error{"the variable in section .dpa_interface holds no "
                   "interface record"};
    auto more = image::decodeInterfaceRecords(viewOf(data->getRawDataValues()));
    if (!more)
      return more.error();
    std::move(more->begin(), more->end(), std::back_inserter(records));
  }
  return {};
}

static Result<Records> readModules(ByteView bytes) {
  auto modules = llvm::getBitcodeModuleList(
      llvm::MemoryBufferRef(textOf(bytes), "device object"));
  if (!modules)
    return errorOf(modules.takeError());
  Records records;
  for (llvm::BitcodeModule &module : *modules)
    if (Result<void> done = readModule(module, records); !done)
      return done.error();
  return records;
}

static Result<Records> readBitcode(ByteView bytes) {
  Result<Records> records = Records();
  if (!runGuarded([&] { records = readModules(bytes); }))
    return Error{"damaged LLVM bitcode: LLVM cannot read it"};
  return records;
}

Result<Records> readInterface(ByteView object) {
  if (image::isBitcode(object))
    return readBitcode(object);
  if (!image::isDpaObject(object))
    return image::readInterfaceRecords(object);
  Result<image::DpaObject> read = image::readDpaObject(object);
  if (!read)
    return read.error();
  return std::move(read->records);
}

} // namespace dpa::frontend
