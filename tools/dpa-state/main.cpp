// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dpa-state: creates and resets state directories of emulated devices, and signs files
// with the key that replaces the vendor's.
#include "authentication/certificate-container.h"
#include "authentication/nv-file.h"
#include "emulator/authentication/device-store.h"
#include "image/file.h"
#include "tools/command-line/option-table.h"

#include "llvm/Support/raw_ostream.h"

using namespace dpa;

namespace {

constexpr tools::Program program = {
    "dpa-state",
    "dpa-state: state directories of emulated devices (owner, root "
    "certificates, settings)",
    "dpa-state create <folder> [--psid=<psid>] [--fw-version=<a.b.c>] ...\n"
    "       dpa-state factory-reset <folder>\n"
    "       dpa-state show <folder>\n"
    "       dpa-state sign-nvconfig <folder> <file> -o <signed file>\n"
    "       dpa-state sign-container <folder> <file> -o <signed file>"};

struct Setting {
  unsigned option;
  const char *key;
};
constexpr Setting settings[] = {{OPT_type_EQ, "type"},
                                {OPT_psid_EQ, "psid"},
                                {OPT_psid_branch_EQ, "psid_branch"},
                                {OPT_fw_version_EQ, "fw_version"},
                                {OPT_auto_reset_EQ, "auto_reset"}};

Result<void> create(const tools::CommandLine &line, const std::string &folder) {
  auth::DeviceIdentity identity;
  for (const Setting &setting : settings)
    if (const auto text = line.value(setting.option))
      if (Result<void> set = setIdentity(identity, setting.key, *text); !set)
        return set;
  return auth::DeviceStore::create(folder, identity);
}

Result<void> show(const auth::DeviceStore &store) {
  const Result<auth::NvValues> current = store.current();
  if (!current)
    return current.error();
  const Result<auth::NvValues> next = store.next();
  if (!next)
    return next.error();
  const Result<std::vector<auth::Root>> roots = store.roots();
  if (!roots)
    return roots.error();
  const Result<std::optional<auth::Owner>> owner = auth::ownerOf(*next);
  if (!owner)
    return owner.error();
  llvm::outs() << auth::identityText(store.identity())
               << "vendor_key_uuid=" << auth::uuidText(auth::vendorKeyUuid)
               << "\nowner="
               << (*owner ? auth::uuidText((*owner)->keyUuid) : "none")
               << "\nauthentication=" << auth::isAuthenticationOn(*current)
               << "\nauthentication_next_boot="
               << auth::isAuthenticationOn(*next) << "\n";
  for (const auth::Root &root : *roots)
    llvm::outs() << "root=" << auth::uuidText(root.uuid) << " "
                 << auth::nameOf(root.priority) << " "
                 << root.certificate.subject() << "\n";
  return {};
}

/// Signs a file of the owner with the vendor's key.
Result<void> signNvFile(const auth::DeviceStore &store, const std::string &file,
                        const std::string &output) {
  const Result<Bytes> bytes =
      image::readFile(file, image::maximalOptionFileSize);
  if (!bytes)
    return bytes.error();
  const Result<auth::PrivateKey> key = store.vendorKey();
  if (!key)
    return key.error();
  const Result<Bytes> signature = key->sign(*bytes);
  if (!signature)
    return signature.error();
  Bytes result = *bytes;
  append(result, auth::signatureTlvs(auth::vendorKeyUuid, *signature));
  auth::NvFile checked;
  auto refusal = auth::readNvFile(result, checked);
  if (!refusal)
    refusal = auth::takeSignature(checked);
  if (refusal)
    return Error{file + ": " + auth::refusalText(*refusal)};
  return image::writeFile(output, result);
}

Result<void> signContainer(const auth::DeviceStore &store,
                           const std::string &file, const std::string &output) {
  const Result<Bytes> bytes =
      image::readFile(file, image::maximalOptionFileSize);
  if (!bytes)
    return bytes.error();
  const Result<auth::CertificateContainer> content =
      auth::readContainer(*bytes);
  if (!content)
    return content.error().in(file);
  const Result<Bytes> named =
      auth::nameContainer(*bytes, auth::vendorKeyUuid, content->certificateUuid,
                          content->keepsSignature);
  if (!named)
    return named.error().in(file);
  const Result<auth::PrivateKey> key = store.vendorKey();
  if (!key)
    return key.error();
  const Result<Bytes> signature = key->sign(*named);
  if (!signature)
    return signature.error();
  Bytes result = *named;
  append(result, auth::containerSignature(*content, *signature));
  return image::writeFile(output, result);
}

Result<void> checkWords(const tools::CommandLine &line,
                        const std::vector<std::string> &words) {
  const std::string command = words.empty() ? "" : words[0];
  const bool signs = command == "sign-nvconfig" || command == "sign-container";
  if (!signs && command != "create" && command != "factory-reset" &&
      command != "show")
    return Error{"expected one of create, factory-reset, show, sign-nvconfig, "
                 "sign-container, got '" +
                 command + "'"};
  if (words.size() != (signs ? 3u : 2u))
    return Error{"command '" + command + "' expects " +
                 (signs ? "a folder and a file" : "a folder")};
  if (line.has(OPT_output) != signs)
    return Error{signs ? "no output file (expected -o <file>)"
                       : "-o has a meaning only for signing"};
  for (const Setting &setting : settings)
    if (line.has(setting.option) && command != "create")
      return Error{line.spelling(setting.option) +
                   " has a meaning only with create"};
  return {};
}

Result<void> run(const tools::CommandLine &line) {
  const std::vector<std::string> words = line.inputs();
  if (Result<void> checked = checkWords(line, words); !checked)
    return checked;
  if (words[0] == "create")
    return create(line, words[1]);
  const Result<auth::DeviceStore> store = auth::DeviceStore::open(words[1]);
  if (!store)
    return store.error();
  if (words[0] == "factory-reset")
    return store->resetToFactory();
  if (words[0] == "show")
    return show(*store);
  const std::string output = line.value(OPT_output).value_or("");
  return words[0] == "sign-nvconfig" ? signNvFile(*store, words[2], output)
                                     : signContainer(*store, words[2], output);
}

} // namespace

int main(int argc, char **argv) {
  tools::CommandLine line(program, optionTable(), commonOptions);
  if (const std::optional<int> status = line.parse(argc, argv))
    return *status;
  return line.finish(run(line));
}
