// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several images under one name: which one flexio_app_get finds and which
// one a process is created from. PROVES: R-HW-02 R-HW-03 R-HW-04 R-HW-05 R-HW-07
#include "test/unit/host/fake-device.h"

#include <algorithm>

namespace dpa::test {
namespace {

class FamilyTest : public HostTest {
protected:
  flexio_app *get(const char *name, flexio_hw_model_id model, ibv_context *on) {
    flexio_app_select_attr attributes{name, model, on};
    auto *found = reinterpret_cast<flexio_app *>(1);
    flexio_status status = flexio_app_get(&attributes, &found);
    EXPECT_EQ(status == FLEXIO_STATUS_SUCCESS, found != nullptr);
    return found;
  }

  // The model of the image that a process on `device` gets; 0 if no process can be created.
  uint32_t loadedModel(flexio_app *from,
                       const std::shared_ptr<FakeDevice> &device) {
    flexio_process_attr attributes{};
    attributes.pd = &pd_;
    flexio_process *process = nullptr;
    if (flexio_process_create(contextOf(device), from, &attributes, &process) !=
        FLEXIO_STATUS_SUCCESS)
      return 0;
    flexio_process_destroy(process);
    for (uint32_t model = 1; model <= 4; ++model)
      if (device->lastImage == appImage(model))
        return model;
    return 99;
  }

  std::shared_ptr<FakeDevice> cx7_ =
      std::make_shared<FakeDevice>(FLEXIO_HW_MODEL_CX7);
  std::shared_ptr<FakeDevice> bf3_ =
      std::make_shared<FakeDevice>(FLEXIO_HW_MODEL_BF3);
  std::shared_ptr<FakeDevice> cx9_ =
      std::make_shared<FakeDevice>(FLEXIO_HW_MODEL_CX9);
};

TEST_F(FamilyTest, the_device_of_the_context_decides) {
  flexio_app *forBf3 = makeApp("family", FLEXIO_HW_MODEL_BF3);
  flexio_app *forCx8 = makeApp("family", FLEXIO_HW_MODEL_CX8);
  EXPECT_EQ(get("family", FLEXIO_HW_MODEL_DEF, contextOf(bf3_)), forBf3);
  EXPECT_EQ(get("family", FLEXIO_HW_MODEL_DEF, contextOf(cx9_)), forCx8);
  EXPECT_EQ(get("family", FLEXIO_HW_MODEL_DEF, contextOf(cx7_)), nullptr);
  EXPECT_NE(takeLog().find("flexio: error: flexio_app_get: app 'family' has no "
                           "image for nv-dpa-cx7 or older"),
            std::string::npos);
}

TEST_F(FamilyTest, an_explicit_model_selects_only_its_image) {
  makeApp("family", FLEXIO_HW_MODEL_CX7);
  makeApp("family", FLEXIO_HW_MODEL_BF3);
  EXPECT_EQ(get("family", FLEXIO_HW_MODEL_CX8, contextOf(cx9_)), nullptr);
  EXPECT_EQ(loadedModel(get("family", FLEXIO_HW_MODEL_CX7, nullptr), bf3_), 1u);
  EXPECT_EQ(loadedModel(get("family", FLEXIO_HW_MODEL_BF3, nullptr), cx9_), 2u);
  EXPECT_EQ(loadedModel(get("family", FLEXIO_HW_MODEL_BF3, nullptr), cx7_), 0u);
}

TEST_F(FamilyTest, the_head_represents_the_family) {
  flexio_app *head = makeApp("family", FLEXIO_HW_MODEL_CX8);
  makeApp("family", FLEXIO_HW_MODEL_CX7);
  makeApp("family", FLEXIO_HW_MODEL_BF3);
  EXPECT_EQ(loadedModel(head, cx7_), 1u);
  EXPECT_EQ(loadedModel(head, bf3_), 2u);
  EXPECT_EQ(loadedModel(head, cx9_), 3u);
}

TEST_F(FamilyTest, an_image_that_is_too_new_is_rejected_at_creation) {
  flexio_app *newer = makeApp("newer", FLEXIO_HW_MODEL_CX9);
  EXPECT_EQ(loadedModel(newer, bf3_), 0u);
  EXPECT_NE(takeLog().find("app 'newer' has no image that the device runs "
                           "(expected one for nv-dpa-bf3 or older, got "
                           "nv-dpa-cx9)"),
            std::string::npos);
}

TEST_F(FamilyTest, unknown_names_and_missing_attributes_fail) {
  EXPECT_EQ(get("nobody", FLEXIO_HW_MODEL_DEF, context_), nullptr);
  EXPECT_EQ(get(nullptr, FLEXIO_HW_MODEL_DEF, context_), nullptr);
  EXPECT_EQ(get("test_app", FLEXIO_HW_MODEL_DEF, nullptr), nullptr);
  EXPECT_EQ(get("test_app", FLEXIO_HW_MODEL_NA, context_), nullptr);
  auto *found = reinterpret_cast<flexio_app *>(1);
  EXPECT_EQ(flexio_app_get(nullptr, &found), FLEXIO_STATUS_FAILED);
  EXPECT_EQ(found, nullptr);
}

TEST_F(FamilyTest, a_registered_model_counts_and_has_to_fit_the_image) {
  flexio_app *plain = makeApp("plain");
  EXPECT_EQ(flexio_app_hw_model_register(plain, FLEXIO_HW_MODEL_CX8),
            FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(loadedModel(plain, bf3_), 0u);
  EXPECT_EQ(flexio_app_hw_model_register(plain, FLEXIO_HW_MODEL_NA),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_app_hw_model_register(makeApp("bf3", FLEXIO_HW_MODEL_BF3),
                                         FLEXIO_HW_MODEL_CX7),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_app_hw_model_register(nullptr, FLEXIO_HW_MODEL_CX7),
            FLEXIO_STATUS_FAILED);
}

// Two programs of one name, as two plugins may contain them: each variable selects its own program.
TEST_F(FamilyTest, a_second_program_of_the_same_name_is_a_family_of_its_own) {
  flexio_app *first = makeApp("twin", FLEXIO_HW_MODEL_BF3);
  EXPECT_EQ(flexio_app_hw_model_register(first, FLEXIO_HW_MODEL_BF3),
            FLEXIO_STATUS_SUCCESS);
  flexio_app *second = makeApp("twin", FLEXIO_HW_MODEL_BF3);
  EXPECT_EQ(flexio_app_hw_model_register(second, FLEXIO_HW_MODEL_BF3),
            FLEXIO_STATUS_SUCCESS);
  flexio_app *secondForCx7 = makeApp("twin", FLEXIO_HW_MODEL_CX7);
  EXPECT_EQ(flexio_app_hw_model_register(secondForCx7, FLEXIO_HW_MODEL_CX7),
            FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(loadedModel(first, cx7_), 0u);
  EXPECT_EQ(loadedModel(second, cx7_), 1u);
  EXPECT_EQ(loadedModel(second, bf3_), 2u);
}

// Programs of two libraries, with one name and different models.
TEST_F(FamilyTest, images_of_another_file_are_another_program) {
  static const std::vector<std::byte> made = appImage(FLEXIO_HW_MODEL_CX7);
  static std::byte ofThisProgram[4096 * 4];
  ASSERT_LE(made.size(), sizeof ofThisProgram);
  std::ranges::copy(made, ofThisProgram);
  flexio_app *onHeap = makeApp("twin", FLEXIO_HW_MODEL_BF3);
  flexio_app_attr attributes{};
  attributes.app_name = "twin";
  attributes.app_ptr = ofThisProgram;
  attributes.app_bsize = made.size();
  flexio_app *inFile = nullptr;
  ASSERT_EQ(flexio_app_create(&attributes, &inFile), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(loadedModel(onHeap, cx7_), 0u);
  EXPECT_EQ(loadedModel(inFile, cx9_), 1u);
  EXPECT_EQ(get("twin", FLEXIO_HW_MODEL_DEF, contextOf(cx7_)), inFile);
  EXPECT_EQ(flexio_app_destroy(inFile), FLEXIO_STATUS_SUCCESS);
}

TEST_F(FamilyTest, the_model_of_a_device) {
  EXPECT_EQ(flexio_hw_model_id_get(contextOf(cx9_)), FLEXIO_HW_MODEL_CX9);
  EXPECT_EQ(flexio_hw_model_id_get(nullptr), FLEXIO_HW_MODEL_NA);
}

} // namespace
} // namespace dpa::test
