// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DPA objects contain the parts they were made from.
#include "image/dpa-object.h"

#include <gtest/gtest.h>

#include <elf.h>

using namespace dpa;
using namespace dpa::image;

namespace {

constexpr HostTarget host{EM_X86_64, 0};

Bytes containerOf(std::string_view payload) {
  FatMember member;
  member.model = 2;
  member.kind = MemberKind::Bitcode;
  member.payload = viewOf(payload);
  return *writeFatContainer({&member, 1});
}

TEST(DpaObject, GivesBackItsParts) {
  const InterfaceRecord record{"a", {{"f", "p", "u", 8, EntryKind::Rpc}}, ""};
  const Bytes bytes =
      *makeDpaObjectSections(containerOf("BC\xC0\xDEtext"), {&record, 1}, host);
  EXPECT_TRUE(isDpaObject(bytes));
  Result<DpaObject> object = readDpaObject(bytes);
  ASSERT_TRUE(object) << object.error().message;
  ASSERT_EQ(object->records.size(), 1U);
  EXPECT_EQ(object->records[0], record);
  ASSERT_NE(object->objects.find(2), nullptr);
  EXPECT_TRUE(isBitcode(object->objects.find(2)->payload));
}

TEST(DpaObject, OtherFilesAreNotDpaObjects) {
  EXPECT_FALSE(isDpaObject(viewOf("BC\xC0\xDE")));
  EXPECT_FALSE(isDpaObject({}));
  const Blob blob{".data", "x", "", viewOf("x"), 0, SymbolVisibility::Hidden,
                  8};
  const Bytes bytes = *writeBlobObject({&blob, 1}, host);
  EXPECT_FALSE(isDpaObject(bytes));
  Result<DpaObject> object = readDpaObject(bytes);
  ASSERT_FALSE(object);
  EXPECT_EQ(object.error().message,
            "no DPA object (expected one section .dpa_obj, got 0)");
}

TEST(DpaObject, JoinedObjectsAreRejected) {
  Bytes both = containerOf("BC\xC0\xDEone");
  both.resize((both.size() + 7) / 8 * 8);
  append(both, ByteView(containerOf("BC\xC0\xDEtwo")));
  Result<DpaObject> object =
      readDpaObject(*makeDpaObjectSections(both, {}, host));
  ASSERT_FALSE(object);
  EXPECT_EQ(object.error().message,
            "holds several DPA objects that were joined into one (expected "
            "each of them by itself)");
}

TEST(DpaObject, ContainerIsChecked) {
  Result<Bytes> bytes = makeDpaObjectSections(viewOf("text"), {}, host);
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().message,
            "not a fat container (expected the magic NVDPAFBF)");
}

} // namespace
