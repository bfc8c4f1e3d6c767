// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which image of a program a device gets (guide, Multi-hardware Model). Pure:
// no state, no errors other than "none".
#ifndef DPA_RUNTIME_HOST_APPS_APP_SELECTION_H
#define DPA_RUNTIME_HOST_APPS_APP_SELECTION_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace dpa::host {

/// Can a device of that model run an image for that model? Models are numbered
/// by age; newer devices run older images.
bool runsOn(uint32_t imageModel, uint32_t deviceModel);

/// Index of the newest image that the device runs; of equals the first.
std::optional<size_t> bestImageFor(uint32_t deviceModel,
                                   std::span<const uint32_t> imageModels);

/// Index of the first image for exactly that model.
std::optional<size_t> exactImage(uint32_t wantedModel,
                                 std::span<const uint32_t> imageModels);

} // namespace dpa::host

#endif
