// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collects what is known about an image (dpacc-extract/facts.h).
#include "dpacc-extract/facts.h"

#include "image/device-elf.h"
#include "image/model-id.h"

#include <algorithm>
#include <elf.h>
#include <set>

namespace dpa::extract {

using namespace dpa;
using namespace dpa::image;

namespace {

bool isDefined(const ElfSymbol &symbol) {
  return symbol.section != SHN_UNDEF && !symbol.name.empty() &&
         (symbol.type == STT_FUNC || symbol.type == STT_OBJECT);
}

/// "kernel_a_add" is function "add" of stem "kernel_a" if there is a function
/// "add" and none "a_add".
EntryPoint splitUnpackName(std::string_view rest,
                           const std::set<std::string_view> &functions) {
  for (size_t at = rest.find('_'); at != std::string_view::npos;
       at = rest.find('_', at + 1))
    if (functions.contains(rest.substr(at + 1)))
      return {std::string(rest.substr(at + 1)),
              std::string(rest.substr(0, at))};
  return {std::string(rest), {}};
}

std::vector<EntryPoint> entryPointsOf(const std::vector<ElfSymbol> &symbols) {
  std::set<std::string_view> functions;
  for (const ElfSymbol &symbol : symbols)
    if (symbol.type == STT_FUNC)
      functions.insert(symbol.name);
  std::vector<EntryPoint> entries;
  for (const std::string_view name : functions)
    if (name.starts_with(unpackSymbolPrefix))
      entries.push_back(
          splitUnpackName(name.substr(unpackSymbolPrefix.size()), functions));
  std::ranges::sort(entries, {}, &EntryPoint::function);
  return entries;
}

Result<std::optional<Attributes>> attributesOf(ByteView file,
                                               const Choice &choice) {
  const AppSection &place = choice.app->attributes;
  if (place.name.empty())
    return std::optional<Attributes>();
  const Result<std::vector<AttributeSlot>> slots =
      readAttributeSpace(file.subspan(place.offset, place.size));
  if (!slots)
    return slots.error().in("section '" + place.name + "'");
  // Paired with the images by position.
  const auto index =
      static_cast<size_t>(choice.image - choice.app->images.data());
  if (index >= slots->size())
    return std::optional<Attributes>();
  const ByteView blob = (*slots)[index].blob;
  Attributes attributes;
  attributes.size = blob.size();
  if (Result<std::vector<ProcessAttribute>> known =
          decodeProcessAttributes(blob))
    attributes.known = std::move(*known);
  return std::optional<Attributes>(std::move(attributes));
}

} // namespace

Result<ElfFacts> elfFacts(ByteView image) {
  const Result<DeviceElf> device = DeviceElf::open(image);
  if (!device)
    return device.error();
  const Result<ElfFile> file = readElf(image);
  if (!file)
    return file.error();
  const Result<std::vector<ElfSymbol>> all = file->symbols();
  if (!all)
    return all.error();
  ElfFacts facts;
  facts.entry = device->entry();
  facts.devVersions = device->flexioDevVersions();
  facts.osVersion = device->flexioOsVersion();
  std::ranges::copy_if(*all, std::back_inserter(facts.symbols), isDefined);
  std::ranges::sort(facts.symbols, [](const ElfSymbol &a, const ElfSymbol &b) {
    return a.address != b.address ? a.address < b.address : a.name < b.name;
  });
  facts.entryPoints = entryPointsOf(facts.symbols);
  return facts;
}

Result<std::optional<SignatureSlot>> signatureOf(ByteView file,
                                                 const Choice &choice) {
  const AppSection &place = choice.app->signatures;
  if (place.name.empty())
    return std::optional<SignatureSlot>();
  Result<std::vector<SignatureSlot>> slots =
      readSignatureSpace(file.subspan(place.offset, place.size));
  if (!slots)
    return slots.error().in("section '" + place.name + "'");
  for (SignatureSlot &slot : *slots)
    if (slot.model == choice.image->model || slot.model == unknownModel) {
      slot.offset += place.offset;
      return std::optional<SignatureSlot>(slot);
    }
  return std::optional<SignatureSlot>();
}

Facts factsOf(ByteView file, const Choice &choice) {
  const ByteView image = file.subspan(choice.image->offset, choice.image->size);
  return {modelOf(file, *choice.image), elfFacts(image),
          signatureOf(file, choice), attributesOf(file, choice)};
}

} // namespace dpa::extract
