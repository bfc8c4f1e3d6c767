// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state directory of a device: what stands in the flash of a card.
//
//   device.conf              what the device is
//   vendor.pub, vendor.key   the key pair in the place of the vendor's
//   nv.next, nv.current      settings at the next boot, and in force
//   cacert/<uuid>            root certificates
//   lock                     held by readers (shared) and writers (exclusive)
//   in-use                   held (shared) by programs that have the device open
//
// Every change replaces one file or renames one folder, so that a store is the old
// or the new one at any time. A damaged store is an error of all functions.
#ifndef DPA_EMULATOR_AUTHENTICATION_DEVICE_STORE_H
#define DPA_EMULATOR_AUTHENTICATION_DEVICE_STORE_H

#include "base/descriptor.h"
#include "emulator/authentication/apply-container.h"
#include "emulator/authentication/file-version.h"

namespace dpa::auth {

class DeviceStore {
public:
  /// Makes a factory device with a new vendor key. Errors: the folder exists.
  static Result<void> create(const std::string &folder,
                             const DeviceIdentity &identity);
  /// Errors: no store, a damaged one.
  static Result<DeviceStore> open(const std::string &folder);

  const std::string &folder() const { return folder_; }
  const DeviceIdentity &identity() const { return identity_; }
  Result<PrivateKey> vendorKey() const;

  Result<NvValues> current() const;
  /// Of the settings in force.
  Result<FileVersion> currentVersion() const;
  Result<NvValues> next() const;
  Result<std::vector<Root>> roots() const;

  /// For a program that opens the device: held until the descriptor is closed.
  /// Settings of the next boot are loaded if the device was not in use.
  Result<Descriptor> use() const;

  /// Nothing inside: accepted and stored. Errors: the store cannot be read or
  /// written.
  Result<std::optional<Refusal>> apply(ByteView file) const;
  Result<std::optional<Refusal>> upload(ByteView container) const;
  /// Stores a setting with the priority of users. Errors: users may not change it.
  Result<void> setByUser(const Tlv &value) const;
  /// Removes all settings of users.
  Result<void> resetUserValues() const;
  /// The device boots: its next settings are in force.
  Result<void> boot() const;
  /// As it was made: no owner, no settings, no roots. The vendor's key stays.
  Result<void> resetToFactory() const;

private:
  DeviceStore(std::string folder, DeviceIdentity identity, PublicKey vendor)
      : folder_(std::move(folder)), identity_(std::move(identity)),
        vendor_(std::move(vendor)) {}

  std::string file(std::string_view name) const {
    return folder_ + "/" + std::string(name);
  }
  Result<Descriptor> lockToRead() const;
  Result<Descriptor> lockToWrite() const;
  Result<NvValues> readNv(std::string_view name) const;
  Result<void> writeNv(std::string_view name, const NvValues &values) const;
  /// Also loads them if nothing uses the device.
  Result<void> storeNext(const NvValues &values) const;
  Result<void> loadIfUnused() const;
  Result<std::vector<Root>> readRoots() const;
  Result<void> removeRoot(const Uuid &uuid) const;
  Result<void> removeAllRoots() const;
  Result<void> storeRoot(const Root &root, ByteView structures) const;

  std::string folder_;
  DeviceIdentity identity_;
  PublicKey vendor_;
};

} // namespace dpa::auth

#endif
