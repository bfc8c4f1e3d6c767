// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Extracts device objects and host stubs from DPA objects (tools/objproc/actions.h).
#include "image/dpa-object.h"
#include "image/file.h"
#include "image/host-stub-text.h"
#include "image/model-id.h"
#include "tools/objproc/actions.h"
#include "tools/objproc/records.h"

#include "llvm/Support/Path.h"

namespace dpa::objproc {

using namespace dpa;
using namespace dpa::image;

/// "kernel" for "dir/kernel.dpa.o".
static std::string stemOf(const std::string &path) {
  llvm::StringRef name = llvm::sys::path::filename(path);
  if (!name.consume_back(".dpa.o"))
    name = llvm::sys::path::stem(name);
  return name.str();
}

/// "bf3", or "model77" for a model without a name.
static std::string suffixOf(uint32_t model) {
  const std::string name = shortNameOfModel(model);
  return name.empty() ? "model" + std::to_string(model) : name;
}

Result<void> extractObjects(const Options &options) {
  const Result<Bytes> bytes = readFile(options.input);
  if (!bytes)
    return bytes.error();
  const Result<DpaObject> object = readDpaObject(*bytes);
  if (!object)
    return object.error().in(options.input);
  const std::string stem = options.stem.value_or(stemOf(options.input));
  for (const FatMember &member : object->objects.members) {
    const std::string file =
        options.outDir + "/" + stem + "." + suffixOf(member.model) + ".o";
    if (Result<void> done = writeFile(file, member.payload); !done)
      return done.error();
  }
  return {};
}

Result<void> extractHostStub(const Options &options) {
  Result<std::vector<InterfaceRecord>> records = readRecords(options.input);
  if (!records)
    return records.error();
  std::string text;
  if (options.stem) {
    text = combineRecords(std::move(*records), *options.stem).hostStub;
  } else {
    if (records->empty())
      return Error{options.input + ": has no interface record"};
    for (const InterfaceRecord &record : *records)
      text += record.hostStub;
  }
  return writeFile(options.output, viewOf(text));
}

} // namespace dpa::objproc
