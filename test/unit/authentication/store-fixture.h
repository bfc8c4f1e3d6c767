// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A state directory for tests, with the keys of the known answers.
#ifndef DPA_TEST_UNIT_AUTHENTICATION_STORE_FIXTURE_H
#define DPA_TEST_UNIT_AUTHENTICATION_STORE_FIXTURE_H

#include "emulator/authentication/device-store.h"
#include "emulator/authentication/store-files.h"
#include "test/unit/authentication/known-files.h"

#include <filesystem>
#include <map>
#include <sys/stat.h>
#include <unistd.h>

namespace dpa::auth::test {

namespace fs = std::filesystem;

class StoreFixture : public testing::Test {
protected:
  /// The vendor's key is the known one: a key takes seconds to make.
  void SetUp() override {
    folder = fs::temp_directory_path() /
             ("dpa-store-test-" + std::to_string(::getpid()));
    fs::remove_all(folder);
    fs::create_directories(folder);
    const Bytes empty = wrapContent("DPAEMU.NVSTORE.1", {});
    write("nv.next", empty);
    write("nv.current", empty);
    write("vendor.pub", keyOf("vendor").publicKey().pem());
    write("vendor.key", known("vendor-key.pem"));
    write("lock", {});
    write("in-use", {});
    writeIdentity(true);
  }
  void TearDown() override { fs::remove_all(folder); }

  void write(const std::string &name, ByteView bytes) {
    EXPECT_TRUE(replaceStoreFile((folder / name).string(), bytes));
  }
  void writeIdentity(bool isAutoReset) {
    DeviceIdentity identity;
    identity.isAutoReset = isAutoReset;
    const std::string text = identityText(identity);
    write("device.conf", viewOf(text));
  }
  DeviceStore open() {
    Result<DeviceStore> store = DeviceStore::open(folder.string());
    EXPECT_TRUE(store) << store.error().message;
    return *store;
  }

  /// An owner with the known key, as a vendor's file would store it.
  void claim() {
    NvValues values;
    Tlv head = makeTlv(*findKind(nv::publicKey0), Priority::Oem);
    head.data[13] = std::byte(1);
    head.data[15] = std::byte(1);
    std::ranges::copy(ownerUuid.bytes, head.data.begin() + 16);
    const Bytes modulus = keyOf("owner").publicKey().modulus();
    Tlv low = makeTlv(*findKind(nv::publicKey1), Priority::Oem);
    Tlv high = makeTlv(*findKind(nv::publicKey2), Priority::Oem);
    std::copy_n(modulus.begin(), 256, low.data.begin());
    std::copy_n(modulus.begin() + 256, 256, high.data.begin());
    for (const Tlv &tlv : {head, low, high})
      storeValue(values, tlv);
    const Bytes file = wrapContent("DPAEMU.NVSTORE.1", valueBytes(values));
    write("nv.next", file);
    write("nv.current", file);
  }

  static bool isAccepted(const Result<std::optional<Refusal>> &result) {
    EXPECT_TRUE(result) << result.error().message;
    return result && !*result;
  }

  /// Paths below the folder, with contents and inodes: equal if nothing was written.
  std::map<std::string, std::pair<Bytes, ino_t>> snapshot() const {
    std::map<std::string, std::pair<Bytes, ino_t>> files;
    for (const auto &entry : fs::recursive_directory_iterator(folder)) {
      struct stat status{};
      EXPECT_EQ(::stat(entry.path().c_str(), &status), 0);
      Bytes content;
      if (entry.is_regular_file())
        content = *readStoreFile(entry.path().string());
      files[entry.path().string()] = {content, status.st_ino};
    }
    return files;
  }

  fs::path folder;
};

} // namespace dpa::auth::test

#endif
