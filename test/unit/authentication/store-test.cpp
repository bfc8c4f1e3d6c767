// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state directory: what it keeps, that damage is an error and never "off", and
// that a change is in force when it should be.
// PROVES: R-CERT-06 R-NVC-05
#include "test/unit/authentication/store-fixture.h"

namespace dpa::auth::test {

namespace {

using StoreTest = StoreFixture;

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
