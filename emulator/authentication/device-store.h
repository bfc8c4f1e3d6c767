// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state directory of a device: the contents of a card's flash.
//
//   device.conf              identity of the device
//   vendor.pub, vendor.key   the key pair that replaces the vendor's
//   nv.next, nv.current      settings of the next boot, and effective ones
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
  /// Creates a device in factory state with a new vendor key. Errors: the folder exists.
  static Result<void> create(const std::string &folder,
                             const DeviceIdentity &identity);
  /// Errors: the store is missing or damaged.
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

  /// The value is nothing if the file is accepted and stored. Errors: the store cannot be
  /// read or written.
  Result<std::optional<Refusal>> apply(ByteView file) const;
  Result<std::optional<Refusal>> upload(ByteView container) const;
  /// Stores a setting with the priority of users. Errors: users may not change it.
  Result<void> setByUser(const Tlv &value) const;
  /// Removes all settings of users.
  Result<void> resetUserValues() const;
  /// Boots the device: the settings of the next boot take effect.
  Result<void> boot() const;
  /// Restores the factory state: removes owner, settings and roots. The vendor's key is
  /// kept.
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
  /// Also loads them if no program uses the device.
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
