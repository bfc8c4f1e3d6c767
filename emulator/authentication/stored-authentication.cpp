// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The check of programs by a device with a state directory: the entry point of
// libdpa-authentication.so.
#include "emulator/authentication/program-authentication.h"

#include "authentication/program-check.h"
#include "emulator/authentication/device-store.h"

#include <mutex>

namespace dpa {

namespace {

/// The syndrome of firmware for a rejected program.
constexpr const char *refusedSyndrome = "0x8f333";

class StoredAuthentication : public ProgramAuthentication {
public:
  StoredAuthentication(auth::DeviceStore store, Descriptor use)
      : store_(std::move(store)), use_(std::move(use)) {}

  std::optional<bool> isOn(std::string &error) override {
    std::lock_guard lock(mutex_);
    if (version_ && version_->isCurrent())
      return isOn_;
    version_.reset();
    // The version first: settings that change while they are read are read again.
    Result<auth::FileVersion> version = store_.currentVersion();
    const Result<auth::NvValues> values = store_.current();
    if (!version || !values) {
      error = (version ? values.error() : version.error()).message;
      return std::nullopt;
    }
    isOn_ = auth::isAuthenticationOn(*values);
    version_ = *std::move(version);
    return isOn_;
  }

  bool admits(const ProgramBytes &program, std::string &error) override {
    const auto refused = check(program, error);
    if (!error.empty())
      return false;
    if (!refused)
      return true;
    error = "app '" + std::string(program.name) +
            "' is not authentic: " + std::string(nameOf(refused->reason)) +
            ": " + refused->detail + " (syndrome " + refusedSyndrome + ")";
    return false;
  }

private:
  std::optional<auth::RefusedProgram> check(const ProgramBytes &program,
                                            std::string &error) const {
    if (!store_.identity().knowsAuthentication())
      return auth::RefusedProgram{auth::ProgramRefusal::FirmwareTooOld,
                                  "firmware " +
                                      store_.identity().firmwareVersion};
    const Result<std::vector<auth::Root>> roots = store_.roots();
    if (!roots) {
      error = roots.error().message;
      return std::nullopt;
    }
    std::vector<auth::Certificate> certificates;
    for (const auth::Root &root : *roots)
      certificates.push_back(root.certificate);
    return auth::checkProgram(
        {program.elf, program.cryptoData, program.attributes}, &certificates);
  }

  auth::DeviceStore store_;
  Descriptor use_; ///< the lock of a device in use
  std::mutex mutex_;
  std::optional<auth::FileVersion> version_; ///< of the settings with isOn_
  bool isOn_ = false;
};

} // namespace

extern "C" __attribute__((visibility("default"))) ProgramAuthentication *
dpa_open_program_authentication(const std::string &folder, std::string &error) {
  Result<auth::DeviceStore> store = auth::DeviceStore::open(folder);
  if (!store) {
    error = store.error().message;
    return nullptr;
  }
  Result<Descriptor> use = store->use();
  if (!use) {
    error = use.error().message;
    return nullptr;
  }
  // Detects damage before the first process is created.
  if (const Result<std::vector<auth::Root>> roots = store->roots(); !roots) {
    error = roots.error().message;
    return nullptr;
  }
  return new StoredAuthentication(*std::move(store), *std::move(use));
}

} // namespace dpa
