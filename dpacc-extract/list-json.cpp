// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists device programs as JSON (dpacc-extract/list.h). Numbers stay numbers;
// what is not there is left out; a damaged part is {"error": "..."}.
#include "dpacc-extract/facts.h"
#include "dpacc-extract/list.h"

#include "image/model-id.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace dpa::extract {

using namespace dpa;
using namespace dpa::image;
namespace json = llvm::json;

namespace {

/// JSON is UTF-8; a name in a file may be anything.
std::string textFor(std::string_view name) {
  return json::fixUTF8(llvm::StringRef(name));
}

json::Value errorFor(const Error &error) {
  return json::Object{{"error", textFor(error.message)}};
}

json::Value signatureFor(const SignatureSlot &slot) {
  return json::Object{{"used", slot.used}, {"capacity", slot.capacity}};
}

json::Value attributesFor(const Attributes &attributes) {
  json::Object object{{"size", attributes.size}};
  if (!attributes.known)
    return object;
  json::Object features;
  for (const ProcessAttribute &each : *attributes.known)
    features[nameOfFeature(each.feature)] = each.isWanted;
  object["features"] = std::move(features);
  return object;
}

json::Value entryPointsFor(const std::vector<EntryPoint> &entries) {
  json::Array array;
  for (const EntryPoint &entry : entries) {
    json::Object object{{"function", textFor(entry.function)}};
    if (!entry.stem.empty())
      object["stem"] = textFor(entry.stem);
    array.push_back(std::move(object));
  }
  return array;
}

json::Value symbolsFor(const std::vector<ElfSymbol> &symbols) {
  json::Array array;
  for (const ElfSymbol &symbol : symbols)
    array.push_back(json::Object{{"name", textFor(symbol.name)},
                                 {"address", symbol.address},
                                 {"size", symbol.size},
                                 {"kind", kindOfSymbol(symbol)}});
  return array;
}

void addElf(json::Object &object, const Result<ElfFacts> &elf) {
  if (!elf) {
    object["error"] = textFor(elf.error().message);
    return;
  }
  object["entry"] = elf->entry;
  object["flexio_dev_versions"] = json::Array(elf->devVersions);
  if (elf->osVersion)
    object["flexio_os_version"] = *elf->osVersion;
  object["entry_points"] = entryPointsFor(elf->entryPoints);
  object["symbols"] = symbolsFor(elf->symbols);
}

json::Value imageFor(const Request &request, const Choice &choice) {
  const Facts facts = factsOf(request.file, choice);
  json::Object object{{"model", nameOfModel(facts.model)},
                      {"model_id", facts.model},
                      {"offset", choice.image->offset},
                      {"size", choice.image->size}};
  addElf(object, facts.elf);
  if (!facts.signature)
    object["signature"] = errorFor(facts.signature.error());
  else if (*facts.signature)
    object["signature"] = signatureFor(**facts.signature);
  if (!facts.attributes)
    object["process_attributes"] = errorFor(facts.attributes.error());
  else if (*facts.attributes)
    object["process_attributes"] = attributesFor(**facts.attributes);
  return object;
}

} // namespace

void printJson(const Request &request, const std::vector<Choice> &choices) {
  json::Array apps;
  const App *previous = nullptr;
  for (const Choice &choice : choices) {
    if (choice.app != previous) {
      json::Object app{{"name", textFor(choice.app->name)},
                       {"images", json::Array()}};
      if (!choice.app->member.empty())
        app["member"] = textFor(choice.app->member);
      apps.push_back(std::move(app));
    }
    previous = choice.app;
    if (choice.image)
      apps.back().getAsObject()->getArray("images")->push_back(
          imageFor(request, choice));
  }
  const json::Value value = json::Object{
      {"file", textFor(request.options.input)}, {"apps", std::move(apps)}};
  llvm::outs() << llvm::formatv("{0:2}", value) << "\n";
}

} // namespace dpa::extract
