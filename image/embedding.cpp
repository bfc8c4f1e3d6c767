// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts containers into host objects and C source (image/embedding.h).
#include "image/embedding.h"

#include "image/c-array.h"
#include "image/fat-container.h"
#include "image/host-sections.h"
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
  return Error{"app name '" + std::string(app) + "' is no C identifier"};
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

} // namespace

std::string imageSymbol(std::string_view app) {
  return std::string("_dpacc_image_").append(app);
}

std::string signatureSymbol(std::string_view app) {
  return std::string("_dpacc_signature_").append(app);
}

Result<Bytes> makeImageObject(std::string_view app, ByteView container,
                              const HostTarget &target) {
  if (Result<void> name = checkAppName(app); !name)
    return name.error();
  Result<Bytes> signatures = signatureSpaceFor(container);
  if (!signatures)
    return signatures.error();
  Blob image;
  image.section = imageSection(app);
  image.symbol = imageSymbol(app);
  image.bytes = container;
  image.alignment = embeddingAlignment;
  Blob signature = image;
  signature.section = signatureSection(app);
  signature.symbol = signatureSymbol(app);
  signature.bytes = *signatures;
  const Blob blobs[] = {image, signature};
  return writeBlobObject(blobs, target);
}

Result<std::string> makeImageSource(std::string_view app, ByteView container) {
  if (Result<void> name = checkAppName(app); !name)
    return name.error();
  Result<Bytes> signatures = signatureSpaceFor(container);
  if (!signatures)
    return signatures.error();
  const CArray image{imageSymbol(app), imageSection(app), embeddingAlignment,
                     container};
  const CArray signature{signatureSymbol(app), signatureSection(app),
                         embeddingAlignment, *signatures};
  return "/* Generated: images of the device program " + std::string(app) +
         ", and space for their signatures. */\n" + makeCArray(image) +
         makeCArray(signature);
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
