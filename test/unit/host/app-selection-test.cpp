// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which image runs on a device: every set of images with every device.
// PROVES: R-HW-02 R-HW-03 R-HW-04
#include "runtime/host/apps/app-selection.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace dpa::host {
namespace {

TEST(AppSelection, every_set_of_images_on_every_device) {
  for (unsigned set = 0; set < 32; ++set) {
    std::vector<uint32_t> models;
    for (uint32_t model = 0; model < 5; ++model)
      if (set & (1u << model))
        models.push_back(4 - model);
    for (uint32_t device = 1; device <= 4; ++device) {
      std::optional<size_t> chosen = bestImageFor(device, models);
      int newestThatRuns = -1;
      for (uint32_t model : models)
        if (model <= device)
          newestThatRuns = std::max(newestThatRuns, static_cast<int>(model));
      EXPECT_EQ(chosen ? static_cast<int>(models[*chosen]) : -1,
                newestThatRuns);
    }
  }
}

TEST(AppSelection, the_first_of_equal_images_is_selected) {
  std::vector<uint32_t> models = {1, 2, 2, 1};
  EXPECT_EQ(bestImageFor(2, models), 1u);
  EXPECT_EQ(exactImage(1, models), 0u);
}

TEST(AppSelection, an_exact_model_selects_only_its_image) {
  std::vector<uint32_t> models = {1, 3};
  EXPECT_EQ(exactImage(3, models), 1u);
  EXPECT_FALSE(exactImage(2, models));
  EXPECT_FALSE(exactImage(0, models));
}

} // namespace
} // namespace dpa::host
