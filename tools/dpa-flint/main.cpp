// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dpa-flint: root certificates of a device (burn, query_components), and its reset.
// Called as flint or mlxfwreset, it uses the format of their errors.
#include "authentication/certificate-container.h"
#include "image/file.h"
#include "tools/command-line/option-table.h"
#include "tools/command-line/original-name.h"
#include "tools/device-state/device-state.h"

#include <filesystem>

using namespace dpa;
using llvm::outs;

namespace {

tools::Program program = {
    "dpa-flint",
    "dpa-flint: adds and removes root certificates of an emulated device, "
    "shows "
    "them, and resets the device. Burning of firmware is not supported.",
    "dpa-flint -d <device> -i <container> burn\n"
    "       dpa-flint -d <device> --component_type digital_cacert "
    "query_components [--cert_uuid <uuid> <file>]\n"
    "       dpa-flint -d <device> reset"};

Result<void> burn(const auth::DeviceStore &store, const std::string &file) {
  const Result<Bytes> container =
      image::readFile(file, image::maximalOptionFileSize);
  if (!container)
    return container.error();
  const Result<auth::CertificateContainer> content =
      auth::readContainer(*container);
  outs() << "-I- Downloading FW ...\n";
  outs().flush();
  const Result<std::optional<auth::Refusal>> refusal = store.upload(*container);
  if (!refusal)
    return refusal.error();
  if (*refusal)
    return Error{file + ": " + auth::refusalText(**refusal)};
  outs() << "FSMST_INITIALIZE - OK\nWriting "
         << (content->isRemoval ? "DIGITAL_CACERT_REMOVAL" : "DIGITAL_CACERT")
         << " component - OK\n-I- Component FW burn finished successfully.\n";
  return {};
}

std::string digitsOf(const auth::Uuid &uuid) {
  return auth::hexDigits(uuid.bytes);
}

void showRoot(const auth::Root &root) {
  outs() << "Cert uuid: " << digitsOf(root.uuid)
         << "\nKeypair uuid: " << digitsOf(root.keyUuid)
         << "\nTargeting type: GLOBAL\nPriority: "
         << (root.isVendorSigned ? "OEM(Nvidia signed)"
                                 : auth::nameOf(root.priority))
         << "\nIntended use: DPA ROT\n"
         << std::string(40, '#') << "\n";
}

Result<void> queryRoots(const tools::CommandLine &line,
                        const auth::DeviceStore &store,
                        const std::vector<std::string> &words) {
  if (line.value(OPT_component_type_EQ).value_or("") != "digital_cacert")
    return Error{"query_components needs --component_type digital_cacert"};
  const Result<std::vector<auth::Root>> roots = store.roots();
  if (!roots)
    return roots.error();
  const std::optional<std::string> text = line.value(OPT_cert_uuid_EQ);
  if (text.has_value() != (words.size() == 2))
    return Error{"--cert_uuid and a file to write go together"};
  if (!text) {
    for (const auth::Root &root : *roots)
      showRoot(root);
    return {};
  }
  const std::optional<auth::Uuid> uuid = auth::parseUuid(*text);
  for (const auth::Root &root : *roots)
    if (uuid == root.uuid)
      return image::writeFile(words[1], root.certificate.der());
  return Error{"no root certificate with UUID '" + *text + "'"};
}

Result<void> run(const tools::CommandLine &line) {
  const std::vector<std::string> words = line.inputs();
  const std::string command = words.empty() ? "" : words[0];
  const bool burns = command == "burn" || command == "b";
  const bool queries = command == "query_components";
  if (!burns && !queries && command != "reset")
    return Error{"expected one of burn, query_components, reset, got '" +
                 command + "'"};
  if (!line.has(OPT_d))
    return Error{"no device (expected -d <device>)"};
  if (line.has(OPT_i) != burns)
    return Error{burns ? "no container (expected -i <file>)"
                       : "-i has a meaning only with burn"};
  if (!queries && (words.size() != 1 || line.has(OPT_component_type_EQ) ||
                   line.has(OPT_cert_uuid_EQ)))
    return Error{"--component_type, --cert_uuid and a second word have a "
                 "meaning only with query_components"};
  const Result<auth::DeviceStore> store =
      tools::openDeviceState(line.value(OPT_d).value_or(""));
  if (!store)
    return store.error();
  if (burns)
    return burn(*store, line.value(OPT_i).value_or(""));
  return queries ? queryRoots(line, *store, words) : store->boot();
}

} // namespace

int main(int argc, char **argv) {
  const std::string name = std::filesystem::path(argv[0]).filename();
  program.name = name.c_str();
  tools::CommandLine line(program, optionTable(), commonOptions);
  if (const std::optional<int> status = line.parse(argc, argv))
    return *status;
  return tools::finishAs(line, {"dpa-flint", name, 1}, run(line));
}
