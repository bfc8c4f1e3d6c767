// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration of device functions, with and without pack support, and what is
// reported about them. PROVES: R-APP-06 R-APP-07 R-APP-08
#include "test/unit/host/fake-device.h"

namespace dpa::test {
namespace {

void otherStub(void) {}

struct Info {
  uint32_t pup = 7;
  char name[FLEXIO_MAX_NAME_LEN + 1] = "?";
  char unpackName[FLEXIO_MAX_NAME_LEN + 1] = "?";
  size_t size = 7;
  flexio_func_arg_pack_fn_t *pack = nullptr;
  flexio_uintptr_t address = 7;
  flexio_uintptr_t unpackAddress = 7;

  flexio_status get(flexio_app *app, flexio_func_t *stub,
                    size_t nameSize = sizeof name) {
    return flexio_func_get_register_info(app, stub, &pup, name, unpackName,
                                         nameSize, &size, &pack, &address,
                                         &unpackAddress);
  }
};

using FunctionTest = HostTest;

TEST_F(FunctionTest, registered_functions_are_returned) {
  Info info;
  ASSERT_EQ(info.get(app_, addStub), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(info.pup, 1u);
  EXPECT_STREQ(info.name, "add");
  EXPECT_STREQ(info.unpackName, "unpack_add");
  EXPECT_EQ(info.size, 16u);
  EXPECT_EQ(info.pack, packAdd);
  EXPECT_EQ(info.address, addFunction);
  EXPECT_EQ(info.unpackAddress, addUnpack);
}

TEST_F(FunctionTest, a_name_buffer_needs_room_for_name_and_nul) {
  Info info;
  EXPECT_EQ(info.get(app_, addStub, sizeof "unpack_add" - 1),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(info.get(app_, addStub, sizeof "unpack_add"),
            FLEXIO_STATUS_SUCCESS);
}

TEST_F(FunctionTest, unknown_apps_and_stubs_fail) {
  Info info;
  EXPECT_EQ(info.get(nullptr, addStub), FLEXIO_STATUS_FAILED);
  EXPECT_EQ(info.get(app_, otherStub), FLEXIO_STATUS_FAILED);
  EXPECT_EQ(info.get(app_, nullptr), FLEXIO_STATUS_FAILED);
}

TEST_F(FunctionTest, a_function_without_pack_support) {
  flexio_func_t *handle = nullptr;
  ASSERT_EQ(flexio_func_register(app_, "add", &handle), FLEXIO_STATUS_SUCCESS);
  Info info;
  ASSERT_EQ(info.get(app_, handle), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(info.pup, 0u);
  EXPECT_STREQ(info.name, "add");
  EXPECT_STREQ(info.unpackName, "");
  EXPECT_EQ(info.pack, nullptr);
  EXPECT_EQ(info.address, addFunction);

  flexio_func_t *second = nullptr;
  ASSERT_EQ(flexio_func_register(app_, "add", &second), FLEXIO_STATUS_SUCCESS);
  EXPECT_NE(handle, second);
}

TEST_F(FunctionTest, names_have_1_to_256_bytes_and_exist) {
  auto *handle = otherStub;
  std::string longest(256, 'f');
  std::string tooLong(257, 'f');
  for (const char *name : {static_cast<const char *>(nullptr), "", "nobody",
                           longest.c_str(), tooLong.c_str()}) {
    handle = otherStub;
    EXPECT_EQ(flexio_func_register(app_, name, &handle), FLEXIO_STATUS_FAILED);
    EXPECT_EQ(handle, nullptr);
    EXPECT_EQ(flexio_func_pup_register(app_, name, "unpack_add", otherStub, 8,
                                       packAdd),
              FLEXIO_STATUS_FAILED);
    EXPECT_EQ(
        flexio_func_pup_register(app_, "add", name, otherStub, 8, packAdd),
        FLEXIO_STATUS_FAILED);
  }
  EXPECT_NE(takeLog().find("has no function 'nobody'"), std::string::npos);

  std::vector<std::byte> image = makeImage({{longest, addFunction}});
  flexio_app_attr attributes{};
  attributes.app_name = "long";
  attributes.app_ptr = image.data();
  attributes.app_bsize = image.size();
  flexio_app *withLongName = nullptr;
  ASSERT_EQ(flexio_app_create(&attributes, &withLongName),
            FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_func_register(withLongName, longest.c_str(), &handle),
            FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_app_destroy(withLongName), FLEXIO_STATUS_SUCCESS);
}

TEST_F(FunctionTest, a_stub_is_registered_once_and_completely) {
  EXPECT_EQ(
      flexio_func_pup_register(app_, "add", "unpack_add", addStub, 16, packAdd),
      FLEXIO_STATUS_FAILED);
  EXPECT_EQ(
      flexio_func_pup_register(app_, "add", "unpack_add", nullptr, 16, packAdd),
      FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_func_pup_register(app_, "add", "unpack_add", otherStub, 16,
                                     nullptr),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_func_pup_register(nullptr, "add", "unpack_add", otherStub,
                                     16, packAdd),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_func_register(nullptr, "add", nullptr),
            FLEXIO_STATUS_FAILED);
}

// The handle of the family's head works whichever image a process got.
TEST_F(FunctionTest, a_handle_works_in_every_image_of_the_family) {
  flexio_app *head = makeApp("family", FLEXIO_HW_MODEL_CX7);
  makeApp("family", FLEXIO_HW_MODEL_BF3);
  flexio_func_t *handle = nullptr;
  ASSERT_EQ(flexio_func_register(head, "add", &handle), FLEXIO_STATUS_SUCCESS);
  flexio_process_attr attributes{};
  attributes.pd = &pd_;
  flexio_process *process = nullptr;
  ASSERT_EQ(flexio_process_create(context_, head, &attributes, &process),
            FLEXIO_STATUS_SUCCESS);
  uint64_t result = 0;
  EXPECT_EQ(flexio_process_call(process, handle, &result, uint64_t{5}),
            FLEXIO_STATUS_SUCCESS);
  flexio_process_destroy(process);
}

} // namespace
} // namespace dpa::test
