// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads interface records (tools/objproc/records.h). In bitcode they are the
// content of the constants in their section.
#include "tools/objproc/records.h"

#include "image/dpa-object.h"
#include "image/file.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace dpa::objproc {

using namespace dpa::image;
using Records = std::vector<InterfaceRecord>;

static Result<Records> readBitcode(ByteView bytes) {
  llvm::LLVMContext context;
  const llvm::MemoryBufferRef buffer(textOf(bytes), "device object");
  llvm::Expected<std::unique_ptr<llvm::Module>> module =
      llvm::getLazyBitcodeModule(buffer, context);
  if (!module)
    return Error{"damaged bitcode: " + llvm::toString(module.takeError())};
  Records records;
  for (const llvm::GlobalVariable &global : (*module)->globals()) {
    if (global.getSection() != llvm::StringRef(interfaceSection) ||
        !global.hasInitializer())
      continue;
    const auto *content =
        llvm::dyn_cast<llvm::ConstantDataSequential>(global.getInitializer());
    if (!content)
      return Error{"damaged bitcode: interface record is no array of bytes"};
    Result<Records> more =
        decodeInterfaceRecords(viewOf(content->getRawDataValues()));
    if (!more)
      return more.error();
    records.insert(records.end(), std::make_move_iterator(more->begin()),
                   std::make_move_iterator(more->end()));
  }
  return records;
}

static Result<Records> recordsOf(ByteView bytes) {
  if (isBitcode(bytes))
    return readBitcode(bytes);
  if (!isDpaObject(bytes))
    return readInterfaceRecords(bytes);
  Result<DpaObject> object = readDpaObject(bytes);
  if (!object)
    return object.error();
  return std::move(object->records);
}

Result<Records> readRecords(const std::string &file) {
  const Result<Bytes> bytes = readFile(file);
  if (!bytes)
    return bytes.error();
  Result<Records> records = recordsOf(*bytes);
  return records ? records : records.error().in(file);
}

} // namespace dpa::objproc
