// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts containers into host objects and C source (image/embedding.h).
#include "image/embedding.h"

#include "image/app-table.h"
#include "image/c-array.h"
#include "image/fat-container.h"
#include "image/host-sections.h"
#include "image/process-attributes.h"
#include "image/signature-space.h"

#include <algorithm>

namespace dpa::image {

namespace {

bool isIdentifierCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_';
}

Result<void> checkAppName(std::string_view app) {
  const bool isIdentifier = !app.empty() && !(app[0] >= '0' && app[0] <= '9') &&
                            std::ranges::all_of(app, isIdentifierCharacter);
  if (isIdentifier)
    return {};
  return Error{"app name '" + std::string(app) +
               "' is not a valid C identifier"};
}

/// Room for one signature for each image of the container.
Result<Bytes> signatureSpaceFor(ByteView container) {
  Result<FatContainer> images = readFatContainer(container);
  if (!images)
    return images.error();
  std::vector<uint32_t> models;
  for (const FatMember &member : images->members)
    models.push_back(member.model);
  return makeSignatureSpace(models);
}

/// The content of one section and the symbol at its start.
struct Part {
  std::string section;
  std::string symbol;
  Bytes bytes;
};

/// All sections of an app.
Result<std::vector<Part>> partsOf(std::string_view app, ByteView container,
                                  std::optional<ByteView> attributes) {
  if (Result<void> name = checkAppName(app); !name)
    return name.error();
  Result<Bytes> signatures = signatureSpaceFor(container);
  if (!signatures)
    return signatures.error();
  Result<Bytes> table = makeAppTable(container, *signatures);
  if (!table)
    return table.error();
  std::vector<Part> parts = {
      {imageSection(app), imageSymbol(app),
       Bytes(container.begin(), container.end())},
      {signatureSection(app), signatureSymbol(app), std::move(*signatures)},
      {tableSection(app), tableSymbol(app), std::move(*table)}};
  if (!attributes)
    return parts;
  Result<Bytes> space = makeAttributeSpace(container, *attributes);
  if (!space)
    return space.error();
  parts.push_back(
      {attributeSection(app), attributeSymbol(app), std::move(*space)});
  return parts;
}

} // namespace

std::string imageSymbol(std::string_view app) {
  return std::string("_dpacc_image_").append(app);
}

std::string signatureSymbol(std::string_view app) {
  return std::string("_dpacc_signature_").append(app);
}

std::string tableSymbol(std::string_view app) {
  return std::string("_dpacc_table_").append(app);
}

std::string attributeSymbol(std::string_view app) {
  return std::string("_dpacc_proc_attr_").append(app);
}

Result<Bytes> makeImageObject(std::string_view app, ByteView container,
                              const HostTarget &target,
                              std::optional<ByteView> attributes) {
  const Result<std::vector<Part>> parts = partsOf(app, container, attributes);
  if (!parts)
    return parts.error();
  std::vector<Blob> blobs;
  for (const Part &part : *parts) {
    Blob blob;
    blob.section = part.section;
    blob.symbol = part.symbol;
    blob.bytes = part.bytes;
    blob.alignment = embeddingAlignment;
    blobs.push_back(std::move(blob));
  }
  return writeBlobObject(blobs, target);
}

Result<std::string> makeImageSource(std::string_view app, ByteView container,
                                    std::optional<ByteView> attributes) {
  const Result<std::vector<Part>> parts = partsOf(app, container, attributes);
  if (!parts)
    return parts.error();
  std::string text =
      "/* Generated: images of the device program " + std::string(app) +
      ", space for their signatures, and the table of its constructor. */\n";
  for (const Part &part : *parts)
    text +=
        makeCArray({part.symbol, part.section, embeddingAlignment, part.bytes});
  return text;
}

Result<std::string> makeObjectSource(std::string_view prefix,
                                     ByteView container) {
  if (Result<FatContainer> objects = readFatContainer(container); !objects)
    return objects.error();
  std::string name = "_dpacc_object_" + std::string(prefix);
  std::ranges::replace_if(
      name, [](char c) { return !isIdentifierCharacter(c); }, '_');
  const CArray object{name, std::string(objectSection), embeddingAlignment,
                      container};
  return "/* Generated: device objects. */\n" + makeCArray(object);
}

} // namespace dpa::image
