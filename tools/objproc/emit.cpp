// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts fat containers into host code (tools/objproc/actions.h).
#include "image/dpa-object.h"
#include "image/embedding.h"
#include "image/file.h"
#include "tools/objproc/actions.h"
#include "tools/objproc/records.h"

namespace dpa::objproc {

using namespace dpa;
using namespace dpa::image;

/// The blob of --proc-attr; nothing without the option.
static Result<std::optional<Bytes>> readAttributes(const Options &options) {
  if (!options.attributes)
    return std::optional<Bytes>();
  Result<Bytes> blob = readFile(*options.attributes);
  if (!blob)
    return blob.error();
  return std::optional<Bytes>(std::move(*blob));
}

static Result<HostTarget> readTarget(const std::string &file) {
  const Result<Bytes> object = readFile(file);
  if (!object)
    return object.error();
  const Result<HostTarget> target = hostTargetOf(*object);
  return target ? target : target.error().in(file);
}

Result<void> emitStub(const Options &options) {
  const Result<Bytes> container = readFile(options.input);
  if (!container)
    return container.error();
  const Result<std::optional<Bytes>> attributes = readAttributes(options);
  if (!attributes)
    return attributes.error();
  const Result<std::string> text =
      options.isObject
          ? makeObjectSource(options.prefix, *container)
          : makeImageSource(options.prefix, *container, *attributes);
  if (!text)
    return text.error().in(options.input);
  return writeFile(options.output, viewOf(*text));
}

/// The sections of a DPA object.
static Result<Bytes> makeSections(const Options &options, ByteView container,
                                  const HostTarget &target) {
  const Result<std::vector<InterfaceRecord>> records =
      readRecords(options.interface);
  if (!records)
    return records.error();
  Result<Bytes> object = makeDpaObjectSections(container, *records, target);
  return object ? object : object.error().in(options.input);
}

/// The sections of an app.
static Result<Bytes> makeImages(const Options &options, ByteView container,
                                const HostTarget &target) {
  const Result<std::optional<Bytes>> attributes = readAttributes(options);
  if (!attributes)
    return attributes.error();
  Result<Bytes> object =
      makeImageObject(options.prefix, container, target, *attributes);
  return object ? object : object.error().in(options.input);
}

Result<void> emitObject(const Options &options) {
  const Result<HostTarget> target = readTarget(options.like);
  if (!target)
    return target.error();
  const Result<Bytes> container = readFile(options.input);
  if (!container)
    return container.error();
  const Result<Bytes> object = options.isObject
                                   ? makeSections(options, *container, *target)
                                   : makeImages(options, *container, *target);
  if (!object)
    return object.error();
  return writeFile(options.output, *object);
}

} // namespace dpa::objproc
