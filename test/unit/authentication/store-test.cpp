// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state directory: what it keeps, that damage is an error and never "off", and
// that a change is in force when it should be.
// PROVES: R-CERT-06 R-NVC-05
#include "emulator/authentication/device-store.h"
#include "emulator/authentication/store-files.h"
#include "test/unit/authentication/known-files.h"

#include <filesystem>
#include <unistd.h>

namespace dpa::auth::test {

namespace {

namespace fs = std::filesystem;

class StoreTest : public testing::Test {
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

  fs::path folder;
};

TEST_F(StoreTest, RootsAndSettingsAreKept) {
  claim();
  const DeviceStore store = open();
  EXPECT_TRUE(isAccepted(store.upload(known("container-add.signed"))));
  EXPECT_TRUE(isAccepted(store.apply(known("enable.conf.signed"))));
  const Result<std::vector<Root>> roots = open().roots();
  ASSERT_TRUE(roots);
  ASSERT_EQ(roots->size(), 1u);
  EXPECT_EQ(roots->front().uuid, rootUuid);
  EXPECT_EQ(roots->front().keyUuid, ownerUuid);
  EXPECT_TRUE(isAuthenticationOn(*open().current()));
  EXPECT_TRUE(isAccepted(store.upload(known("container-remove-all.signed"))));
  EXPECT_TRUE(open().roots()->empty());
  EXPECT_TRUE(isAccepted(store.upload(known("container-add.signed"))));
  EXPECT_TRUE(store.resetToFactory());
  EXPECT_TRUE(open().roots()->empty());
  EXPECT_TRUE(open().next()->empty());
}

TEST_F(StoreTest, SettingsOfTheNextBoot) {
  claim();
  writeIdentity(false);
  const DeviceStore store = open();
  EXPECT_TRUE(isAccepted(store.apply(known("enable.conf.signed"))));
  EXPECT_TRUE(isAuthenticationOn(*store.next()));
  EXPECT_FALSE(isAuthenticationOn(*store.current()));
  const Result<Descriptor> use = store.use(); // the first program boots it
  ASSERT_TRUE(use);
  EXPECT_TRUE(isAuthenticationOn(*store.current()));
}

TEST_F(StoreTest, DeviceInUseKeepsItsSettingsUntilItBoots) {
  claim();
  const DeviceStore store = open();
  Result<Descriptor> use = store.use();
  ASSERT_TRUE(use);
  EXPECT_TRUE(isAccepted(store.apply(known("enable.conf.signed"))));
  EXPECT_FALSE(isAuthenticationOn(*store.current()));
  const Result<Descriptor> second = store.use();
  ASSERT_TRUE(second);
  EXPECT_FALSE(isAuthenticationOn(*store.current()));
  EXPECT_TRUE(store.boot());
  EXPECT_TRUE(isAuthenticationOn(*store.current()));
}

TEST_F(StoreTest, EveryChangeIsAnotherVersion) {
  claim();
  const DeviceStore store = open();
  const Result<FileVersion> first = store.currentVersion();
  ASSERT_TRUE(first);
  EXPECT_TRUE(store.current());
  EXPECT_TRUE(first->isCurrent());
  const Result<Bytes> same = readStoreFile((folder / "nv.current").string());
  ASSERT_TRUE(same);
  for (int i = 0; i < 20; ++i) { // an inode that is free is soon used again
    write("nv.current", *same);
    EXPECT_FALSE(first->isCurrent());
  }
  const Result<FileVersion> second = store.currentVersion();
  ASSERT_TRUE(second && second->isCurrent());
  fs::resize_file(folder / "nv.current", 5);
  EXPECT_FALSE(second->isCurrent());
  const Result<FileVersion> third = store.currentVersion();
  ASSERT_TRUE(third && third->isCurrent());
  fs::remove(folder / "nv.current");
  EXPECT_FALSE(third->isCurrent());
  EXPECT_FALSE(store.currentVersion());
}

TEST_F(StoreTest, UsersChangeOnlyWhatTheOwnerPermits) {
  claim();
  const DeviceStore store = open();
  const Tlv off = makeTlv(*findKind(nv::dpaAuth), Priority::User, true);
  EXPECT_FALSE(store.setByUser(off));
  EXPECT_TRUE(isAccepted(store.apply(known("enable.conf.signed"))));
  EXPECT_FALSE(store.setByUser(off));
  EXPECT_TRUE(isAuthenticationOn(*store.current()));
}

TEST_F(StoreTest, DamageIsAnErrorEverywhere) {
  claim();
  {
    const DeviceStore store = open();
    ASSERT_TRUE(isAccepted(store.upload(known("container-add.signed"))));
    ASSERT_TRUE(isAccepted(store.apply(known("enable.conf.signed"))));
  }
  const DeviceStore store = open();
  for (const std::string name : {"nv.current", "nv.next"}) {
    const Result<Bytes> good = readStoreFile((folder / name).string());
    ASSERT_TRUE(good);
    tamper(*good, [&](const Bytes &changed, const std::string &what) {
      const Result<Bytes> content = unwrapContent("DPAEMU.NVSTORE.1", changed);
      EXPECT_FALSE(content) << name << ": " << what;
    });
    write(name, ByteView(*good).first(good->size() - 1));
    EXPECT_FALSE(name == "nv.next" ? store.next() : store.current());
    EXPECT_FALSE(store.use());
    fs::remove(folder / name);
    EXPECT_FALSE(store.use());
    write(name, *good);
    EXPECT_TRUE(store.use());
  }
  const std::string root = "cacert/" + uuidText(rootUuid);
  write("cacert/bbbbbbbb-bbbb-cccc-dddd-eeeeeeeeeeee",
        *readStoreFile((folder / root).string()));
  EXPECT_FALSE(store.roots());
  EXPECT_FALSE(store.upload(known("container-remove.signed")));
}

TEST_F(StoreTest, FailedWriteChangesNothing) {
  claim();
  const DeviceStore store = open();
  // A folder in the place of the temporary file, as a full disk would.
  fs::create_directory(folder / "nv.next.tmp");
  EXPECT_FALSE(store.apply(known("enable.conf.signed")));
  EXPECT_FALSE(isAuthenticationOn(*store.next()));
  fs::remove(folder / "nv.next.tmp");
  EXPECT_TRUE(isAccepted(store.apply(known("enable.conf.signed"))));
}

} // namespace

} // namespace dpa::auth::test
