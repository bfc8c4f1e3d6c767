// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the command line of dpa-sign (tools/dpa-sign/options.h).
#include "tools/dpa-sign/options.h"

#include "base/parse-number.h"
#include "tools/command-line/option-table.h"

#include <algorithm>
#include <filesystem>

namespace dpa::sign {

namespace {

struct Command {
  std::string_view name;
  std::vector<unsigned> required;
  std::vector<unsigned> optional;
};

/// The options of the commands. A key is given by -p or --key_uuid.
const std::vector<Command> &commands() {
  static const std::vector<Command> all = {
      {"list_dpa_apps", {OPT_e}, {}},
      {"sign_dpa_apps",
       {OPT_e, OPT_c, OPT_o},
       {OPT_p, OPT_key_uuid_EQ, OPT_key_folder_EQ, OPT_cert_chain_count_EQ,
        OPT_hash_list_EQ, OPT_compat_EQ, OPT_crypto_section_EQ}},
      {"create_signing_input", {OPT_e, OPT_o}, {OPT_hash_list_EQ}},
      {"attach_signature",
       {OPT_e, OPT_c, OPT_o, OPT_signatures_EQ},
       {OPT_cert_chain_count_EQ, OPT_hash_list_EQ, OPT_compat_EQ,
        OPT_crypto_section_EQ}},
      {"verify", {OPT_e}, {OPT_root_EQ}},
      {"create_cert_container",
       {OPT_cert_container_type_EQ, OPT_o},
       {OPT_c, OPT_life_cycle_priority_EQ, OPT_nvidia_signed_oem,
        OPT_keypair_uuid_EQ, OPT_cert_uuid_EQ, OPT_remove_all_certs,
        OPT_keep_sig}},
      {"sign_cert_container",
       {OPT_cert_container_EQ, OPT_o, OPT_keypair_uuid_EQ},
       {OPT_p, OPT_key_uuid_EQ, OPT_key_folder_EQ, OPT_cert_uuid_EQ,
        OPT_life_cycle_priority_EQ, OPT_nvidia_signed_oem, OPT_keep_sig}},
  };
  return all;
}

constexpr std::string_view hostlessCommands[] = {
    "create_single_dpa_app", "sign_single_dpa_app", "query_manifest",
    "create_dpa_app_removal", "sign_dpa_app_removal"};

/// Every option that only some commands have.
constexpr unsigned commandOptions[] = {OPT_e,
                                       OPT_c,
                                       OPT_p,
                                       OPT_o,
                                       OPT_key_uuid_EQ,
                                       OPT_key_folder_EQ,
                                       OPT_cert_chain_count_EQ,
                                       OPT_hash_list_EQ,
                                       OPT_compat_EQ,
                                       OPT_crypto_section_EQ,
                                       OPT_signatures_EQ,
                                       OPT_root_EQ,
                                       OPT_cert_container_EQ,
                                       OPT_cert_container_type_EQ,
                                       OPT_remove_all_certs,
                                       OPT_life_cycle_priority_EQ,
                                       OPT_nvidia_signed_oem,
                                       OPT_keypair_uuid_EQ,
                                       OPT_cert_uuid_EQ,
                                       OPT_keep_sig};

std::string spellingOf(const tools::CommandLine &line, unsigned option) {
  const std::string text = line.spelling(option);
  return text.size() == 3 ? text.substr(1) : text; // "-e"
}

Result<const Command *> commandOf(const tools::CommandLine &line) {
  const std::vector<std::string> words = line.inputs();
  std::string names;
  for (const Command &command : commands())
    names += (names.empty() ? "" : ", ") + std::string(command.name);
  if (words.size() != 1)
    return Error{"expected one command (" + names + "), got " +
                 std::to_string(words.size()) + " words"};
  if (std::ranges::find(hostlessCommands, words[0]) !=
      std::end(hostlessCommands))
    return Error{
        "command '" + words[0] +
        "' is for programs without a host, which are not supported (the "
        "format of their metadata is not public)"};
  for (const Command &command : commands())
    if (command.name == words[0])
      return &command;
  return Error{"unknown command '" + words[0] + "' (expected one of " + names +
               ")"};
}

Result<void> checkOptions(const tools::CommandLine &line,
                          const Command &command) {
  const std::string name(command.name);
  for (const unsigned option : command.required)
    if (!line.has(option))
      return Error{"command '" + name + "' needs " + spellingOf(line, option)};
  for (const unsigned option : commandOptions)
    if (line.has(option) &&
        std::ranges::find(command.required, option) == command.required.end() &&
        std::ranges::find(command.optional, option) == command.optional.end())
      return Error{"option '" + spellingOf(line, option) +
                   "' has no meaning with command '" + name + "'"};
  const bool signs = std::ranges::find(command.optional, unsigned{OPT_p}) !=
                     command.optional.end();
  if (signs && line.has(OPT_p) == line.has(OPT_key_uuid_EQ))
    return Error{"command '" + name + "' needs one of -p and --key_uuid"};
  if (line.has(OPT_key_folder_EQ) && !line.has(OPT_key_uuid_EQ))
    return Error{"option '--key_folder' has no meaning without --key_uuid"};
  return {};
}

Result<std::optional<auth::Uuid>> uuidOption(const tools::CommandLine &line,
                                             unsigned option) {
  const std::optional<std::string> text = line.value(option);
  if (!text)
    return std::optional<auth::Uuid>();
  const std::optional<auth::Uuid> uuid = auth::parseUuid(*text);
  if (!uuid || uuid->isZero())
    return Error{"bad " + line.spelling(option) + " '" + *text +
                 "' (expected 16 bytes, not all zero, such as "
                 "aa9c8c2f-8b29-4e92-9b76-2429447620e0)"};
  return uuid;
}

/// The only file of a folder that the UUID names.
Result<std::string> findKey(const std::string &folder, const auth::Uuid &uuid) {
  std::vector<std::string> found;
  std::error_code failure;
  for (std::filesystem::directory_iterator file(folder, failure), end;
       !failure && file != end; file.increment(failure)) {
    const std::string name = file->path().filename().string();
    if (name.ends_with(".pem") &&
        name.find(uuidText(uuid)) != std::string::npos)
      found.push_back(file->path().string());
  }
  if (failure)
    return Error{folder + ": " + failure.message()};
  if (found.size() != 1)
    return Error{folder + ": expected one key *" + uuidText(uuid) +
                 "*.pem, got " + std::to_string(found.size())};
  return found.front();
}

Result<void> readKey(const tools::CommandLine &line, Options &options) {
  options.privateKey = line.value(OPT_p).value_or("");
  const Result<std::optional<auth::Uuid>> uuid =
      uuidOption(line, OPT_key_uuid_EQ);
  if (!uuid)
    return uuid.error();
  if (!*uuid)
    return {};
  Result<std::string> file =
      findKey(line.value(OPT_key_folder_EQ).value_or("."), **uuid);
  if (!file)
    return file.error();
  options.privateKey = *file;
  return {};
}

/// The value of an option among its choices; the first is the default.
Result<size_t> choiceOption(const tools::CommandLine &line, unsigned option,
                            std::initializer_list<std::string_view> choices) {
  const std::string text =
      line.value(option).value_or(std::string(*choices.begin()));
  const auto found = std::ranges::find(choices, text);
  if (found != choices.end())
    return static_cast<size_t>(found - choices.begin());
  std::string names;
  for (const std::string_view each : choices)
    names += (names.empty() ? "" : " or ") + std::string(each);
  return Error{"bad " + line.spelling(option) + " '" + text + "' (expected " +
               names + ")"};
}

Result<void> readForms(const tools::CommandLine &line, Options &options) {
  const Result<size_t> list =
      choiceOption(line, OPT_hash_list_EQ, {"long", "short"});
  if (!list)
    return list.error();
  if (line.has(OPT_hash_list_EQ))
    options.hashList = static_cast<auth::HashListForm>(*list);
  const Result<size_t> crc = choiceOption(line, OPT_compat_EQ, {"mft"});
  if (!crc)
    return crc.error();
  if (line.has(OPT_compat_EQ))
    options.chainCrc = auth::ChainCrc::Mft;
  const Result<size_t> section =
      choiceOption(line, OPT_crypto_section_EQ, {"auto", "always", "never"});
  if (!section)
    return section.error();
  options.section = static_cast<SectionPolicy>(*section);
  const std::optional<std::string> count = line.value(OPT_cert_chain_count_EQ);
  if (!count)
    return {};
  std::string_view digits = *count;
  if (digits.starts_with("0x"))
    digits.remove_prefix(2);
  uint32_t number = 0;
  if (!parseNumber(digits, number, 16))
    return Error{"bad --cert_chain_count '" + *count +
                 "' (expected a hexadecimal number)"};
  options.certificateCount = number;
  return {};
}

Result<void> readContainerOptions(const tools::CommandLine &line,
                                  Options &options) {
  options.container = line.value(OPT_cert_container_EQ).value_or("");
  const Result<size_t> type =
      choiceOption(line, OPT_cert_container_type_EQ, {"add", "remove"});
  if (!type)
    return type.error();
  options.isRemoval = *type == 1;
  options.removesAll = line.has(OPT_remove_all_certs);
  options.isVendorSigned = line.has(OPT_nvidia_signed_oem);
  options.keepsSignature = line.has(OPT_keep_sig);
  if (const auto text = line.value(OPT_life_cycle_priority_EQ)) {
    options.priority = auth::parsePriority(*text);
    if (!options.priority)
      return Error{"bad --life_cycle_priority '" + *text +
                   "' (expected Nvidia, OEM or User)"};
  }
  const auto key = uuidOption(line, OPT_keypair_uuid_EQ);
  if (!key)
    return key.error();
  options.keyUuid = *key;
  const auto certificate = uuidOption(line, OPT_cert_uuid_EQ);
  if (!certificate)
    return certificate.error();
  options.certificateUuid = *certificate;
  return {};
}

} // namespace

tools::CommandLine makeCommandLine(const char *name) {
  static tools::Program program = {
      name,
      "dpa-sign: signs device programs in host files, makes containers for "
      "root "
      "certificates, verifies signatures.\n\n"
      "Commands: list_dpa_apps, sign_dpa_apps, create_signing_input, "
      "attach_signature, verify, create_cert_container, sign_cert_container",
      "dpa-sign -e <host file> -c <chain> -p <key> -o <output> sign_dpa_apps\n"
      "       dpa-sign <options> <command>"};
  program.name = name;
  return {program, optionTable(), commonOptions};
}

Result<Options> readOptions(const tools::CommandLine &line) {
  const Result<const Command *> command = commandOf(line);
  if (!command)
    return command.error();
  if (Result<void> checked = checkOptions(line, **command); !checked)
    return checked.error();
  Options options;
  options.command = (*command)->name;
  options.hostFile = line.value(OPT_e).value_or("");
  options.certificates = line.value(OPT_c).value_or("");
  options.output = line.value(OPT_o).value_or("");
  options.signatureFolder = line.value(OPT_signatures_EQ).value_or("");
  options.root = line.value(OPT_root_EQ).value_or("");
  for (const auto read : {readKey, readForms, readContainerOptions})
    if (Result<void> done = read(line, options); !done)
      return done.error();
  return options;
}

} // namespace dpa::sign
