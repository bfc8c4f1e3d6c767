// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state directory (emulator/authentication/device-store.h).
#include "emulator/authentication/device-store.h"

#include "base/system-error.h"
#include "emulator/authentication/store-files.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <sys/stat.h>

namespace dpa::auth {

namespace {

constexpr std::string_view nvMagic = "DPAEMU.NVSTORE.1";
constexpr std::string_view rootMagic = "DPAEMU.CAROOT..1";
constexpr std::string_view identityFile = "device.conf";
constexpr std::string_view vendorFile = "vendor.pub";
constexpr std::string_view vendorKeyFile = "vendor.key";
constexpr std::string_view nextFile = "nv.next";
constexpr std::string_view currentFile = "nv.current";
constexpr std::string_view rootFolder = "cacert";
/// Roots that are being removed; no longer part of the store.
constexpr std::string_view removedFolder = "cacert.removed";
constexpr std::string_view lockName = "lock";
constexpr std::string_view useName = "in-use";

Result<void> fillFolder(const std::string &folder,
                        const DeviceIdentity &identity) {
  const Result<PrivateKey> key = PrivateKey::generate();
  if (!key)
    return key.error();
  const Bytes settings = wrapContent(nvMagic, {});
  const std::string text = identityText(identity);
  const std::pair<std::string_view, Bytes> files[] = {
      {identityFile, Bytes(viewOf(text).begin(), viewOf(text).end())},
      {vendorFile, key->publicKey().pem()},
      {vendorKeyFile, key->pem()},
      {nextFile, settings},
      {currentFile, settings},
      {lockName, {}},
      {useName, {}}};
  for (const auto &[name, bytes] : files)
    if (Result<void> done =
            replaceStoreFile(folder + "/" + std::string(name), bytes,
                             name == vendorKeyFile ? 0600 : 0666);
        !done)
      return done;
  return {};
}

} // namespace

Result<void> DeviceStore::create(const std::string &folder,
                                 const DeviceIdentity &identity) {
  const std::string beside = folder + ".new-" + std::to_string(::getpid());
  if (::access(folder.c_str(), F_OK) == 0)
    return Error{folder + ": exists"};
  if (::mkdir(beside.c_str(), 0777) != 0)
    return systemError(beside);
  Result<void> done = fillFolder(beside, identity);
  if (done && ::rename(beside.c_str(), folder.c_str()) != 0)
    done = systemError(folder);
  if (!done) {
    std::error_code ignored;
    std::filesystem::remove_all(beside, ignored);
  }
  return done;
}

Result<DeviceStore> DeviceStore::open(const std::string &folder) {
  const auto path = [&](std::string_view name) {
    return folder + "/" + std::string(name);
  };
  const Result<Bytes> text = readStoreFile(path(identityFile));
  if (!text)
    return Error{"no state directory: " + text.error().message};
  Result<DeviceIdentity> identity = parseIdentity(dpa::textOf(*text));
  if (!identity)
    return identity.error().in(path(identityFile));
  const Result<Bytes> pem = readStoreFile(path(vendorFile));
  if (!pem)
    return pem.error();
  Result<PublicKey> vendor = PublicKey::fromPem(*pem);
  if (!vendor)
    return vendor.error().in(path(vendorFile));
  return DeviceStore(folder, *std::move(identity), *std::move(vendor));
}

Result<PrivateKey> DeviceStore::vendorKey() const {
  return PrivateKey::open(file(vendorKeyFile));
}

Result<Descriptor> DeviceStore::lockToRead() const {
  return lockFile(file(lockName), LockMode::Shared);
}

Result<Descriptor> DeviceStore::lockToWrite() const {
  return lockFile(file(lockName), LockMode::Exclusive);
}

Result<NvValues> DeviceStore::readNv(std::string_view name) const {
  const Result<Bytes> bytes = readStoreFile(file(name));
  if (!bytes)
    return bytes.error();
  const Result<Bytes> content = unwrapContent(nvMagic, *bytes);
  if (!content)
    return content.error().in(file(name));
  Result<NvValues> values = readValues(*content);
  if (!values)
    return values.error().in(file(name));
  return values;
}

Result<void> DeviceStore::writeNv(std::string_view name,
                                  const NvValues &values) const {
  return replaceStoreFile(file(name), wrapContent(nvMagic, valueBytes(values)));
}

Result<NvValues> DeviceStore::current() const {
  const Result<Descriptor> lock = lockToRead();
  if (!lock)
    return lock.error();
  return readNv(currentFile);
}

Result<FileVersion> DeviceStore::currentVersion() const {
  return FileVersion::of(file(currentFile));
}

Result<NvValues> DeviceStore::next() const {
  const Result<Descriptor> lock = lockToRead();
  if (!lock)
    return lock.error();
  return readNv(nextFile);
}

Result<std::vector<Root>> DeviceStore::roots() const {
  const Result<Descriptor> lock = lockToRead();
  if (!lock)
    return lock.error();
  return readRoots();
}

Result<std::vector<Root>> DeviceStore::readRoots() const {
  std::vector<Root> roots;
  std::error_code failure;
  std::filesystem::directory_iterator folder(file(rootFolder), failure);
  if (failure == std::errc::no_such_file_or_directory)
    return roots;
  for (; !failure && folder != std::filesystem::directory_iterator();
       folder.increment(failure)) {
    const std::string path = folder->path().string();
    const std::string name = folder->path().filename().string();
    if (name.ends_with(".tmp"))
      continue;
    const Result<Bytes> bytes = readStoreFile(path);
    if (!bytes)
      return bytes.error();
    const Result<Bytes> content = unwrapContent(rootMagic, *bytes);
    if (!content)
      return content.error().in(path);
    Result<Root> root = readStoredRoot(*content);
    if (!root)
      return root.error().in(path);
    if (uuidText(root->uuid) != name)
      return Error{path + ": file has the root " + uuidText(root->uuid)};
    roots.push_back(*std::move(root));
  }
  if (failure)
    return Error{file(rootFolder) + ": " + failure.message()};
  std::ranges::sort(roots, {}, &Root::uuid);
  return roots;
}

Result<Descriptor> DeviceStore::use() const {
  const Result<Descriptor> writing = lockToWrite();
  if (!writing)
    return writing.error();
  if (Result<void> loaded = loadIfUnused(); !loaded)
    return loaded.error();
  return lockFile(file(useName), LockMode::Shared);
}

Result<void> DeviceStore::loadIfUnused() const {
  const Result<Descriptor> only =
      tryLockFile(file(useName), LockMode::Exclusive);
  if (!only)
    return only.error();
  const Result<NvValues> next = readNv(nextFile);
  if (!next)
    return next.error();
  const Result<NvValues> current = readNv(currentFile);
  if (!current)
    return current.error();
  if (!only->isOpen() || *next == *current)
    return {};
  return writeNv(currentFile, *next);
}

Result<void> DeviceStore::storeNext(const NvValues &values) const {
  if (Result<void> written = writeNv(nextFile, values); !written)
    return written;
  if (!identity_.isAutoReset)
    return {};
  if (Result<void> loaded = loadIfUnused(); !loaded)
    return loaded.error().in("settings are stored, but not in effect before "
                             "the next boot");
  return {};
}

Result<std::optional<Refusal>> DeviceStore::apply(ByteView bytes) const {
  const Result<Descriptor> writing = lockToWrite();
  if (!writing)
    return writing.error();
  Result<NvValues> values = readNv(nextFile);
  if (!values)
    return values.error();
  std::optional<Refusal> refusal =
      applyNvFile(bytes, {identity_, vendor_}, *values);
  if (refusal)
    return refusal;
  if (Result<void> stored = storeNext(*values); !stored)
    return stored.error();
  return std::optional<Refusal>();
}

Result<std::optional<Refusal>> DeviceStore::upload(ByteView container) const {
  const Result<Descriptor> writing = lockToWrite();
  if (!writing)
    return writing.error();
  const Result<NvValues> values = readNv(nextFile);
  if (!values)
    return values.error();
  const Result<std::optional<Owner>> owner = ownerOf(*values);
  if (!owner)
    return owner.error();
  const Result<std::vector<Root>> roots = readRoots();
  if (!roots)
    return roots.error();
  RootChange change;
  std::optional<Refusal> refusal =
      checkContainer(container, {identity_, vendor_}, *owner, *roots, change);
  if (refusal)
    return refusal;
  Result<void> done;
  if (change.removesAll)
    done = removeAllRoots();
  else if (change.added)
    done = storeRoot(*change.added, change.stored);
  else if (change.removed)
    done = removeRoot(*change.removed);
  if (!done)
    return done.error();
  return std::optional<Refusal>();
}

Result<void> DeviceStore::storeRoot(const Root &root,
                                    ByteView structures) const {
  if (::mkdir(file(rootFolder).c_str(), 0777) != 0 && errno != EEXIST)
    return systemError(file(rootFolder));
  return replaceStoreFile(
      file(std::string(rootFolder) + "/" + uuidText(root.uuid)),
      wrapContent(rootMagic, structures));
}

Result<void> DeviceStore::removeRoot(const Uuid &uuid) const {
  const std::string folder = file(rootFolder);
  if (::unlink((folder + "/" + uuidText(uuid)).c_str()) != 0)
    return systemError(folder);
  return flushFolder(folder);
}

/// Atomic: files that a killed program leaves in the other folder are removed by the
/// next one.
Result<void> DeviceStore::removeAllRoots() const {
  std::error_code failure;
  std::filesystem::remove_all(file(removedFolder), failure);
  if (failure)
    return Error{file(removedFolder) + ": " + failure.message()};
  if (::rename(file(rootFolder).c_str(), file(removedFolder).c_str()) != 0 &&
      errno != ENOENT)
    return systemError(file(rootFolder));
  if (Result<void> flushed = flushFolder(folder_); !flushed)
    return flushed;
  std::filesystem::remove_all(file(removedFolder), failure);
  return {};
}

Result<void> DeviceStore::setByUser(const Tlv &value) const {
  const Result<Descriptor> writing = lockToWrite();
  if (!writing)
    return writing.error();
  Result<NvValues> values = readNv(nextFile);
  if (!values)
    return values.error();
  const Result<std::optional<Owner>> owner = ownerOf(*values);
  if (!owner)
    return owner.error();
  const Tlv *above = defaultValue(*values, value.type);
  if (value.type == nv::dpaAuth && !*owner && !above)
    return Error{"nv_dpa_auth cannot be set on a device without an owner"};
  if (!above || !above->mayBeOverridden())
    return Error{std::string(findKind(value.type)->name) +
                 " cannot be changed by users (" +
                 (above ? "stored with ovr_en 0" : "the owner has not set it") +
                 ")"};
  Tlv stored = value;
  stored.setPriority(Priority::User);
  storeValue(*values, stored);
  return storeNext(*values);
}

Result<void> DeviceStore::resetUserValues() const {
  const Result<Descriptor> writing = lockToWrite();
  if (!writing)
    return writing.error();
  Result<NvValues> values = readNv(nextFile);
  if (!values)
    return values.error();
  std::erase_if(
      *values, [](const Tlv &tlv) { return tlv.priority() == Priority::User; });
  return storeNext(*values);
}

Result<void> DeviceStore::boot() const {
  const Result<Descriptor> writing = lockToWrite();
  if (!writing)
    return writing.error();
  const Result<NvValues> next = readNv(nextFile);
  if (!next)
    return next.error();
  return writeNv(currentFile, *next);
}

/// Also for damaged stores. The effective settings are removed last: if the program is
/// killed earlier, at most roots and settings of the next boot are removed.
Result<void> DeviceStore::resetToFactory() const {
  const Result<Descriptor> writing = lockToWrite();
  if (!writing)
    return writing.error();
  if (Result<void> removed = removeAllRoots(); !removed)
    return removed;
  if (Result<void> written = writeNv(nextFile, {}); !written)
    return written;
  return writeNv(currentFile, {});
}

} // namespace dpa::auth
