// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which image of a program a device gets: see app-selection.h.
#include "runtime/host/apps/app-selection.h"

#include <algorithm>

namespace dpa::host {

bool runsOn(uint32_t imageModel, uint32_t deviceModel) {
  return imageModel <= deviceModel;
}

std::optional<size_t> bestImageFor(uint32_t deviceModel,
                                   std::span<const uint32_t> imageModels) {
  std::optional<size_t> best;
  for (size_t i = 0; i < imageModels.size(); ++i)
    if (runsOn(imageModels[i], deviceModel) &&
        (!best || imageModels[i] > imageModels[*best]))
      best = i;
  return best;
}

std::optional<size_t> exactImage(uint32_t wantedModel,
                                 std::span<const uint32_t> imageModels) {
  auto found = std::ranges::find(imageModels, wantedModel);
  if (found == imageModels.end())
    return std::nullopt;
  return found - imageModels.begin();
}

} // namespace dpa::host
