// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state directory: what it keeps, that damage is an error and never "off", and
// that a change is in force when it should be.
// PROVES: R-CERT-06 R-NVC-05
#include "test/unit/authentication/store-fixture.h"

namespace dpa::auth::test {

namespace {

using StoreTest = StoreFixture;

/// Overwrites in place: the disk is often written at once when a file is replaced.
void overwrite(const fs::path &path, ByteView bytes) {
  fs::resize_file(path, bytes.size());
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file << textOf(bytes);
}

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

/// If any byte of a file is changed, or a file is shorter, longer or missing, the device
/// cannot be opened, or authentication stays on.
TEST_F(StoreTest, DamageNeverSwitchesOff) {
  claim();
  ASSERT_TRUE(isAccepted(open().upload(known("container-add.signed"))));
  ASSERT_TRUE(isAccepted(open().apply(known("enable.conf.signed"))));
  const auto isOpened = [&](bool &isOn) {
    const Result<DeviceStore> store = DeviceStore::open(folder.string());
    if (!store || !store->use() || !store->roots())
      return false;
    const Result<NvValues> current = store->current();
    isOn = current && isAuthenticationOn(*current);
    return bool(current);
  };
  bool isOn = false;
  ASSERT_TRUE(isOpened(isOn) && isOn);
  const std::string root = "cacert/" + uuidText(rootUuid);
  for (const std::string &name :
       {std::string("nv.current"), std::string("nv.next"), root,
        std::string("device.conf"), std::string("vendor.pub"),
        std::string("lock"), std::string("in-use")}) {
    const fs::path path = folder / name;
    const Bytes good = *readStoreFile(path.string());
    const bool hasDigest = name.starts_with("nv.") || name == root;
    tamper(good, [&](const Bytes &changed, const std::string &what) {
      overwrite(path, changed);
      isOn = true;
      const bool opened = isOpened(isOn);
      EXPECT_FALSE(opened && hasDigest) << name << ": " << what;
      EXPECT_TRUE(isOn) << name << ": " << what;
    });
    fs::remove(path);
    isOn = true;
    EXPECT_EQ(isOpened(isOn), name == root); // a root may be missing
    EXPECT_TRUE(isOn) << name;
    write(name, good);
    EXPECT_TRUE(isOpened(isOn) && isOn) << name;
  }
}

TEST_F(StoreTest, IdentityHasEachKeyOnce) {
  const std::string good = identityText({});
  EXPECT_TRUE(parseIdentity(good));
  EXPECT_EQ(parseIdentity(good + "type=x\n").error().message,
            "key 'type' is given twice");
  EXPECT_EQ(parseIdentity(good.substr(good.find('\n') + 1)).error().message,
            "key 'type' is missing");
  EXPECT_EQ(parseIdentity("fw_version=1.2\n").error().message,
            "bad value '1.2' of fw_version");
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
