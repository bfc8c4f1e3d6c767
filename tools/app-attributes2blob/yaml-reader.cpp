// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads process attributes with LLVM's YAML parser (yaml-reader.h).
#include "tools/app-attributes2blob/yaml-reader.h"

#include "base/nearest-name.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

#include <ranges>
#include <set>

namespace dpa::attributes {

using image::ProcessAttribute;
using image::ProcessFeature;
using llvm::StringRef;
namespace yaml = llvm::yaml;

namespace {

constexpr StringRef listName = "Feature_list";

std::string allFeatures() {
  std::string names;
  for (const ProcessFeature &feature : image::processFeatures())
    names.append(names.empty() ? "" : ", ").append(feature.name);
  return names;
}

/// YAML 1.1's booleans, which are those of YAML 1.2 and some more.
std::optional<bool> booleanOf(StringRef text) {
  return llvm::StringSwitch<std::optional<bool>>(text.lower())
      .Cases({"true", "yes", "on"}, true)
      .Cases({"false", "no", "off"}, false)
      .Default(std::nullopt);
}

class Reader {
public:
  Reader(StringRef text, const std::string &file)
      : text_(text), stream_(llvm::MemoryBufferRef(text, file), sources_) {}

  std::optional<std::vector<ProcessAttribute>> read() {
    yaml::document_iterator document = stream_.begin();
    if (document == stream_.end() || !document->getRoot())
      return failed();
    readRoot(*document->getRoot());
    if (!isWrong_ && !stream_.failed() && ++document != stream_.end())
      mistake(document->getRoot(), "a second document (expected one)");
    if (isWrong_ || stream_.failed())
      return std::nullopt;
    return std::move(attributes_);
  }

private:
  /// The parser has reported the reason.
  std::optional<std::vector<ProcessAttribute>> failed() {
    if (!stream_.failed())
      mistake(nullptr, "no YAML document");
    return std::nullopt;
  }

  void mistake(yaml::Node *node, const llvm::Twine &message) {
    isWrong_ = true;
    if (node)
      stream_.printError(placeOf(*node), message);
    else
      sources_.PrintMessage({}, llvm::SourceMgr::DK_Error, message);
  }

  /// The parser's place of "{...}" and "[...]" begins after the bracket.
  llvm::SMRange placeOf(yaml::Node &node) const {
    llvm::SMRange range = node.getSourceRange();
    const char *start = range.Start.getPointer();
    const bool isBracketed =
        llvm::isa<yaml::MappingNode, yaml::SequenceNode>(node) &&
        start > text_.begin() && (start[-1] == '{' || start[-1] == '[');
    if (isBracketed)
      range.Start = llvm::SMLoc::getFromPointer(start - 1);
    return range;
  }

  void readRoot(yaml::Node &root) {
    auto *map = llvm::dyn_cast<yaml::MappingNode>(&root);
    if (!map) {
      mistake(&root, "expected a map with the key '" + listName + "'");
      return;
    }
    bool hasList = false;
    for (yaml::KeyValueNode &entry : *map) {
      const std::string key = keyOf(entry);
      if (key != listName) {
        mistake(entry.getKey(),
                "unknown key '" + key + "' (expected '" + listName + "')");
        entry.skip();
        continue;
      }
      if (hasList)
        mistake(entry.getKey(), "'" + listName + "' stands twice");
      hasList = true;
      readList(entry.getValue());
    }
    if (!hasList && !isWrong_ && !stream_.failed())
      mistake(&root, "missing key '" + listName + "'");
  }

  void readList(yaml::Node *value) {
    if (!value || llvm::isa<yaml::NullNode>(value))
      return; // no attributes
    auto *map = llvm::dyn_cast<yaml::MappingNode>(value);
    if (!map) {
      mistake(value, "expected a map of features under '" + listName + "'");
      return;
    }
    for (yaml::KeyValueNode &entry : *map)
      readFeature(entry);
  }

  void readFeature(yaml::KeyValueNode &entry) {
    const std::string key = keyOf(entry);
    const auto features = image::processFeatures();
    const auto feature = llvm::find_if(
        features, [&](const ProcessFeature &each) { return each.name == key; });
    if (feature == features.end()) {
      const std::string meant = suggestion(
          key, features | std::views::transform(&ProcessFeature::name));
      mistake(entry.getKey(),
              "unknown feature '" + key + "'" +
                  (meant.empty() ? " (expected one of " + allFeatures() + ")"
                                 : meant));
      entry.skip();
      return;
    }
    if (!seen_.insert(feature->number).second)
      mistake(entry.getKey(), "feature '" + key + "' stands twice");
    readValue(entry, *feature);
  }

  void readValue(yaml::KeyValueNode &entry, const ProcessFeature &feature) {
    yaml::Node *value = entry.getValue();
    auto *scalar = llvm::dyn_cast_or_null<yaml::ScalarNode>(value);
    llvm::SmallString<16> storage;
    const std::optional<bool> isWanted =
        scalar ? booleanOf(scalar->getValue(storage)) : std::nullopt;
    if (isWanted)
      attributes_.push_back({feature.number, *isWanted});
    else if (!stream_.failed())
      mistake(value ? value : entry.getKey(),
              "value of '" + StringRef(feature.name) +
                  "' is not a boolean (expected true or false)");
  }

  /// The text of a key; empty if it is not a scalar.
  static std::string keyOf(yaml::KeyValueNode &entry) {
    auto *scalar = llvm::dyn_cast_or_null<yaml::ScalarNode>(entry.getKey());
    llvm::SmallString<64> storage;
    return scalar ? scalar->getValue(storage).str() : std::string();
  }

  StringRef text_;
  llvm::SourceMgr sources_;
  yaml::Stream stream_;
  std::vector<ProcessAttribute> attributes_;
  std::set<uint32_t> seen_;
  bool isWrong_ = false;
};

} // namespace

std::optional<std::vector<ProcessAttribute>> readYaml(StringRef text,
                                                      const std::string &file) {
  return Reader(text, file).read();
}

} // namespace dpa::attributes
