// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// query: the settings of a device, as text or JSON.
#include "authentication/uuid.h"
#include "base/parse-number.h"
#include "image/file.h"
#include "tools/device-state/device-state.h"
#include "tools/dpa-config/actions.h"
#include "tools/dpa-config/values.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace dpa::config {

using auth::NvField;
using auth::NvKind;
using auth::Tlv;

namespace {

/// A setting, or one byte of an array.
struct Wanted {
  const NvKind *kind = nullptr;
  const NvField *field = nullptr;
  std::optional<size_t> index;

  std::string name() const {
    return std::string(field->queryName) +
           (index ? "[" + std::to_string(*index) + "]" : "");
  }
};

struct Row {
  std::string name;
  bool isReadOnly = false;
  std::string byDefault;
  std::string current;
  std::string next;
};

Result<Wanted> wantedOf(const std::string &word) {
  const size_t bracket = word.find('[');
  const auto [kind, field] = auth::findQueryName(word.substr(0, bracket));
  if (!field)
    return Error{"unknown setting '" + word + "'"};
  Wanted wanted{kind, field, std::nullopt};
  if (bracket == std::string::npos)
    return wanted;
  size_t index = 0;
  const bool isNumber = word.back() == ']' &&
                        parseNumber(std::string_view(word).substr(
                                        bracket + 1, word.size() - bracket - 2),
                                    index);
  if (!isNumber || !field->isArray() || index >= field->low)
    return Error{"'" + word + "' is not a byte of an array"};
  wanted.index = index;
  return wanted;
}

Result<std::vector<Wanted>> readWanted(const std::vector<std::string> &words) {
  std::vector<Wanted> wanted;
  for (const std::string &word : words) {
    Result<Wanted> one = wantedOf(word);
    if (!one)
      return one.error();
    wanted.push_back(*one);
  }
  if (!words.empty())
    return wanted;
  for (const NvKind &kind : auth::nvKinds())
    for (const NvField &field : kind.fields)
      if (!field.queryName.empty())
        wanted.push_back({&kind, &field, std::nullopt});
  return wanted;
}

/// Null: the factory value. A value that lower priorities may not read is hidden.
std::string textOfValue(const Tlv *stored, const Wanted &wanted) {
  const Tlv factory = makeTlv(*wanted.kind, auth::Priority::User);
  const Tlv &tlv = stored ? *stored : factory;
  if (!tlv.mayBeRead())
    return "N/A";
  if (wanted.index)
    return "0x" + auth::hexDigits(ByteView(tlv.data).subspan(
                      wanted.field->offset + *wanted.index, 1));
  return shownValue(tlv, *wanted.field);
}

Row makeRow(const Wanted &wanted, const auth::NvValues &current,
            const auth::NvValues &next) {
  const uint32_t type = wanted.kind->type;
  const Tlv *above = defaultValue(next, type);
  return {wanted.name(),
          type != auth::nv::dpaAuth || !above || !above->mayBeOverridden(),
          textOfValue(defaultValue(current, type), wanted),
          textOfValue(valueInForce(current, type), wanted),
          textOfValue(valueInForce(next, type), wanted)};
}

void printRows(const auth::DeviceStore &store, const std::vector<Row> &rows,
               bool showsAll) {
  llvm::raw_ostream &out = llvm::outs();
  out << "\nDevice #1:\n----------\n\nDevice type:        "
      << store.identity().type
      << "\nPSID:               " << store.identity().psid
      << "\nDevice:             " << store.folder() << "\n\n";
  out << llvm::formatv("{0,-52}", "Configurations:");
  if (showsAll)
    out << llvm::formatv("{0,-20} {1,-20} ", "Default", "Current");
  out << "Next Boot\n";
  for (const Row &row : rows) {
    const bool differs =
        showsAll && (row.current != row.next || row.byDefault != row.next);
    out << llvm::formatv("{0}{1,-7}{2,-43}", differs ? "* " : "  ",
                         row.isReadOnly ? "RO" : "", row.name);
    if (showsAll)
      out << llvm::formatv("{0,-20} {1,-20} ", row.byDefault, row.current);
    out << row.next << "\n";
  }
  if (!showsAll)
    return;
  out << "The '*' shows parameters with next value different from "
         "default/current value.\n";
}

Result<void> writeJson(const std::string &path, const auth::DeviceStore &store,
                       const std::vector<Row> &rows) {
  llvm::json::Object settings;
  for (const Row &row : rows)
    settings[row.name] = llvm::json::Object{{"default", row.byDefault},
                                            {"current", row.current},
                                            {"next_boot", row.next},
                                            {"read_only", row.isReadOnly}};
  const llvm::json::Value all =
      llvm::json::Object{{"device_type", store.identity().type},
                         {"psid", store.identity().psid},
                         {"configurations", std::move(settings)}};
  const std::string text = llvm::formatv("{0:2}\n", all);
  return image::writeFile(path, viewOf(text));
}

} // namespace

Result<void> query(const tools::CommandLine &, const Options &options) {
  const Result<std::vector<Wanted>> wanted = readWanted(options.words);
  if (!wanted)
    return wanted.error();
  const Result<auth::DeviceStore> store =
      tools::openDeviceState(options.device);
  if (!store)
    return store.error();
  const Result<auth::NvValues> current = store->current();
  if (!current)
    return current.error();
  const Result<auth::NvValues> next = store->next();
  if (!next)
    return next.error();
  std::vector<Row> rows;
  rows.reserve(wanted->size());
  for (const Wanted &one : *wanted)
    rows.push_back(makeRow(one, *current, *next));
  if (!options.json.empty())
    return writeJson(options.json, *store, rows);
  printRows(*store, rows, options.showsAll);
  return {};
}

} // namespace dpa::config
