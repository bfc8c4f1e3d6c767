// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands of dpa-config that change a device: apply, set, reset.
#include "image/file.h"
#include "tools/device-state/device-state.h"
#include "tools/dpa-config/actions.h"
#include "tools/dpa-config/values.h"

#include "llvm/Support/raw_ostream.h"

namespace dpa::config {

Result<void> applyFile(const tools::CommandLine &, const Options &options) {
  const Result<auth::DeviceStore> store =
      tools::openDeviceState(options.device);
  if (!store)
    return store.error();
  const std::string &path = options.words[0];
  const Result<Bytes> file =
      image::readFile(path, image::maximalOptionFileSize);
  if (!file)
    return file.error();
  llvm::outs() << "Saving output...\n";
  llvm::outs().flush();
  const Result<std::optional<auth::Refusal>> refusal = store->apply(*file);
  if (!refusal)
    return refusal.error();
  if (*refusal)
    return Error{path + ": " + auth::refusalText(**refusal)};
  llvm::outs() << "Done!\n";
  return {};
}

Result<void> setValues(const tools::CommandLine &, const Options &options) {
  const Result<auth::DeviceStore> store =
      tools::openDeviceState(options.device);
  if (!store)
    return store.error();
  std::vector<auth::Tlv> tlvs;
  for (const std::string &word : options.words) {
    const size_t equals = word.find('=');
    const auto [kind, field] = auth::findQueryName(word.substr(0, equals));
    if (equals == std::string::npos || !field)
      return Error{"'" + word + "' is not <name>=<value> of a known setting"};
    if (kind->type != auth::nv::dpaAuth)
      return Error{word.substr(0, equals) + " cannot be changed by users"};
    std::string value = word.substr(equals + 1);
    if (value == "1" || value == "0")
      value = value == "1" ? "True" : "False";
    auth::Tlv tlv = makeTlv(*kind, auth::Priority::User, true);
    if (Result<void> set = parseValue(value, *field, tlv); !set)
      return set;
    tlvs.push_back(std::move(tlv));
  }
  for (const auth::Tlv &tlv : tlvs)
    if (Result<void> set = store->setByUser(tlv); !set)
      return set;
  llvm::outs() << "Applying... Done!\n";
  return {};
}

Result<void> resetValues(const tools::CommandLine &, const Options &options) {
  const Result<auth::DeviceStore> store =
      tools::openDeviceState(options.device);
  if (!store)
    return store.error();
  if (Result<void> reset = store->resetUserValues(); !reset)
    return reset;
  llvm::outs() << "Applying... Done!\n";
  return {};
}

} // namespace dpa::config
