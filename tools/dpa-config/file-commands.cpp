// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands of dpa-config that work on files: gen_tlvs_file, gen_xml_template,
// create_conf.
#include "authentication/keys.h"
#include "authentication/nv-file.h"
#include "image/file.h"
#include "tools/device-state/device-state.h"
#include "tools/dpa-config/actions.h"
#include "tools/dpa-config/xml-file.h"

#include "llvm/Support/raw_ostream.h"

namespace dpa::config {

namespace {

constexpr size_t nameWidth = 50;

Result<void> save(const std::string &path, ByteView bytes) {
  llvm::outs() << "Saving output...\n";
  llvm::outs().flush();
  if (Result<void> written = image::writeFile(path, bytes); !written)
    return written;
  llvm::outs() << "Done!\n";
  return {};
}

Result<Bytes> readText(const std::string &path) {
  return image::readFile(path, image::maximalOptionFileSize);
}

/// Kinds that a file of lines "name 0 or 1" chooses.
Result<std::vector<const auth::NvKind *>> readChoice(std::string_view text) {
  std::vector<const auth::NvKind *> kinds;
  for (size_t number = 1; !text.empty(); ++number) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const size_t nameEnd = line.find_first_of(" \t\r");
    const size_t value = line.find_first_not_of(" \t\r", nameEnd);
    const size_t rest = value == std::string::npos
                            ? value
                            : line.find_first_not_of(" \t\r", value + 1);
    if (line.find_first_not_of(" \t\r") == std::string::npos)
      continue;
    const std::string name = line.substr(0, nameEnd);
    const auth::NvKind *kind = auth::findKind(std::string_view(name));
    const Error bad{"line " + std::to_string(number) + ": "};
    if (!kind)
      return Error{bad.message + "unknown TLV '" + name + "'"};
    if (value == std::string::npos || rest != std::string::npos ||
        (line[value] != '0' && line[value] != '1'))
      return Error{bad.message + "expected a name and 0 or 1"};
    if (line[value] == '0')
      continue;
    if (kind->fields.empty())
      return Error{bad.message + "TLV '" + name + "' cannot be given in XML"};
    kinds.push_back(kind);
  }
  return kinds;
}

} // namespace

Result<void> listTlvs(const tools::CommandLine &, const Options &options) {
  if (!options.device.empty())
    if (const auto store = tools::openDeviceState(options.device); !store)
      return store.error();
  std::string text;
  for (const auth::NvKind &kind : auth::nvKinds()) {
    std::string line(kind.name);
    line.resize(nameWidth, ' ');
    text += line + "0\n";
  }
  return save(options.words[0], viewOf(text));
}

Result<void> makeXmlTemplate(const tools::CommandLine &,
                             const Options &options) {
  const Result<Bytes> text = readText(options.words[0]);
  if (!text)
    return text.error();
  const auto kinds = readChoice(textOf(*text));
  if (!kinds)
    return kinds.error().in(options.words[0]);
  const std::string xml = makeTemplate(*kinds, options.hasAttributes);
  return save(options.words[1], viewOf(xml));
}

Result<void> createFile(const tools::CommandLine &line,
                        const Options &options) {
  const std::string &path = options.words[0];
  const Result<Bytes> text = readText(path);
  if (!text)
    return text.error();
  const auto tlvs = readXml(*text, [&](const std::string &warning) {
    line.note(path + ": " + warning);
  });
  if (!tlvs)
    return tlvs.error().in(path);
  Result<Bytes> file = auth::makeNvFile(*tlvs);
  if (!file)
    return file.error().in(path);
  if (!options.keyUuid) {
    append(*file, auth::digestTlv(*file));
    return save(options.words[1], *file);
  }
  const Result<auth::PrivateKey> key =
      auth::PrivateKey::open(options.privateKey);
  if (!key)
    return key.error();
  const Result<Bytes> signature = key->sign(*file);
  if (!signature)
    return signature.error();
  append(*file, auth::signatureTlvs(*options.keyUuid, *signature));
  return save(options.words[1], *file);
}

} // namespace dpa::config
