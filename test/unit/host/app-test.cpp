// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Apps through the public functions: creation and its errors, image, name,
// list. PROVES: R-APP-01 R-APP-03 R-APP-04 R-APP-05
#include "test/unit/host/fake-device.h"

#include <cstring>

namespace dpa::test {
namespace {

class AppTest : public HostTest {
protected:
  flexio_status create(const char *name, const void *image, size_t size,
                       flexio_app **made) {
    flexio_app_attr attributes{};
    attributes.app_name = name;
    attributes.app_ptr = const_cast<void *>(image);
    attributes.app_bsize = size;
    return flexio_app_create(&attributes, made);
  }
};

TEST_F(AppTest, keeps_its_own_copy_of_the_image) {
  std::vector<std::byte> image = appImage();
  flexio_app *made = nullptr;
  ASSERT_EQ(create("copied", image.data(), image.size(), &made),
            FLEXIO_STATUS_SUCCESS);
  std::vector<std::byte> original = image;
  std::fill(image.begin(), image.end(), std::byte{0xff});

  ASSERT_EQ(flexio_app_get_elf_size(made), original.size());
  std::vector<uint64_t> copy(original.size() / 8 + 1);
  EXPECT_EQ(flexio_app_get_elf(made, copy.data(), original.size()),
            FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(memcmp(copy.data(), original.data(), original.size()), 0);
  EXPECT_STREQ(flexio_app_get_name(made), "copied");
  EXPECT_EQ(flexio_app_destroy(made), FLEXIO_STATUS_SUCCESS);
}

TEST_F(AppTest, a_buffer_that_is_too_small_fails) {
  uint64_t buffer[2] = {1, 2};
  EXPECT_EQ(flexio_app_get_elf(app_, buffer, sizeof buffer),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(buffer[0], 1u);
  EXPECT_EQ(flexio_app_get_elf(app_, nullptr, 1 << 20), FLEXIO_STATUS_FAILED);
  EXPECT_NE(takeLog().find(
                "flexio: error: flexio_app_get_elf: the buffer is too small"),
            std::string::npos);
}

TEST_F(AppTest, creation_rejects_missing_arguments_and_bad_images) {
  auto *made = reinterpret_cast<flexio_app *>(1);
  std::vector<std::byte> image = appImage();
  std::string longName(257, 'x');
  EXPECT_EQ(flexio_app_create(nullptr, &made), FLEXIO_STATUS_FAILED);
  EXPECT_EQ(made, nullptr);
  for (const char *name :
       {static_cast<const char *>(nullptr), "", longName.c_str()})
    EXPECT_EQ(create(name, image.data(), image.size(), &made),
              FLEXIO_STATUS_FAILED);
  EXPECT_EQ(create("x", nullptr, 10, &made), FLEXIO_STATUS_FAILED);
  EXPECT_EQ(create("x", image.data(), 0, &made), FLEXIO_STATUS_FAILED);
  EXPECT_EQ(create("x", image.data(), image.size(), nullptr),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(create("x", "no ELF at all", 13, &made), FLEXIO_STATUS_FAILED);
  EXPECT_EQ(made, nullptr);
}

TEST_F(AppTest, no_truncated_image_is_accepted) {
  std::vector<std::byte> image = appImage();
  for (size_t size = 1; size < image.size(); size += 1 + image.size() / 97) {
    flexio_app *made = nullptr;
    EXPECT_EQ(create("x", image.data(), size, &made), FLEXIO_STATUS_FAILED)
        << size;
  }
}

TEST_F(AppTest, a_signature_needs_bytes) {
  std::vector<std::byte> image = appImage();
  flexio_app_attr attributes{};
  attributes.app_name = "signed";
  attributes.app_ptr = image.data();
  attributes.app_bsize = image.size();
  attributes.sig_bsize = 10;
  flexio_app *made = nullptr;
  EXPECT_EQ(flexio_app_create(&attributes, &made), FLEXIO_STATUS_FAILED);
}

TEST_F(AppTest, lists_apps_in_the_order_of_creation) {
  flexio_app *second = makeApp("second");
  flexio_app **list = nullptr;
  uint32_t count = 0;
  ASSERT_EQ(flexio_app_get_list(&list, &count), FLEXIO_STATUS_SUCCESS);
  ASSERT_EQ(count, 2u);
  EXPECT_EQ(list[0], app_);
  EXPECT_EQ(list[1], second);
  EXPECT_EQ(flexio_app_list_free(list), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_app_list_free(list), FLEXIO_STATUS_FAILED);
  EXPECT_STREQ(flexio_app_get_name(second), "second");

  count = 1;
  ASSERT_EQ(flexio_app_get_list(&list, &count), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(list[0], app_);
  EXPECT_EQ(flexio_app_list_free(list), FLEXIO_STATUS_SUCCESS);

  count = 10;
  ASSERT_EQ(flexio_app_get_list(&list, &count), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(count, 2u);
  EXPECT_EQ(flexio_app_list_free(list), FLEXIO_STATUS_SUCCESS);
}

TEST_F(AppTest, an_empty_list_is_fine) {
  ASSERT_EQ(flexio_app_destroy(app_), FLEXIO_STATUS_SUCCESS);
  auto **list = reinterpret_cast<flexio_app **>(1);
  uint32_t count = 0;
  EXPECT_EQ(flexio_app_get_list(&list, &count), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(count, 0u);
  EXPECT_EQ(list, nullptr);
  EXPECT_EQ(flexio_app_list_free(nullptr), FLEXIO_STATUS_SUCCESS);
}

TEST_F(AppTest, a_process_outlives_its_app) {
  flexio_process *process = makeProcess();
  EXPECT_EQ(flexio_app_destroy(app_), FLEXIO_STATUS_SUCCESS);
  uint64_t result = 1;
  EXPECT_EQ(
      flexio_process_call(process, addStub, &result, uint64_t{1}, uint64_t{2}),
      FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_process_destroy(process), FLEXIO_STATUS_SUCCESS);
}

} // namespace
} // namespace dpa::test
