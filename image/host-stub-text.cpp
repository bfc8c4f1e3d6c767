// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Renames and joins host stubs (image/host-stub-text.h). What carries the stem
// and may not stand twice in one unit: the register function, and the types
// `_dpacc_<stem>_t<number>`.
#include "image/host-stub-text.h"

namespace dpa::image {

namespace {

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

/// Replaces `from` wherever `isMatch` accepts the character after it.
template <typename Predicate>
std::string replaceAll(std::string_view text, std::string_view from,
                       std::string_view to, Predicate isMatch) {
  std::string result;
  while (!text.empty()) {
    const size_t at = text.find(from);
    if (at == std::string_view::npos)
      break;
    const size_t end = at + from.size();
    const bool isHit = isMatch(end < text.size() ? text[end] : '\0');
    result.append(text.substr(0, at)).append(isHit ? to : from);
    text.remove_prefix(end);
  }
  return result.append(text);
}

InterfaceRecord renamed(InterfaceRecord record, const std::string &stem) {
  if (record.stem == stem)
    return record;
  const auto always = [](char) { return true; };
  std::string text =
      replaceAll(record.hostStub, registerFunction(record.stem) + "(",
                 registerFunction(stem) + "(", always);
  record.hostStub = replaceAll(text, "_dpacc_" + record.stem + "_t",
                               "_dpacc_" + stem + "_t", isDigit);
  record.stem = stem;
  return record;
}

std::string registerAll(const std::string &stem,
                        const std::vector<std::string> &parts) {
  const std::string head =
      "void " + registerFunction(stem) + "(struct flexio_app *app)";
  std::string text = "struct flexio_app;\n__attribute__((weak)) " + head +
                     ";\n" + head + "\n{\n";
  if (parts.empty())
    text += "  (void)app;\n";
  for (const std::string &part : parts)
    text += "  " + registerFunction(part) + "(app);\n";
  return text + "}\n";
}

} // namespace

std::string registerFunction(const std::string &stem) {
  return "_dpacc_file_" + stem + "_register_all";
}

InterfaceRecord combineRecords(std::vector<InterfaceRecord> records,
                               const std::string &stem) {
  if (records.size() == 1)
    return renamed(std::move(records.front()), stem);
  InterfaceRecord all{stem, {}, ""};
  std::vector<std::string> parts;
  for (InterfaceRecord &record : records) {
    parts.push_back(stem + "_dpacc_part" + std::to_string(parts.size() + 1));
    record = renamed(std::move(record), parts.back());
    all.hostStub += record.hostStub;
    all.functions.insert(all.functions.end(), record.functions.begin(),
                         record.functions.end());
  }
  all.hostStub += registerAll(stem, parts);
  return all;
}

} // namespace dpa::image
