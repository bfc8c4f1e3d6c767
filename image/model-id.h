// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers (DPA_ID) of hardware models in file formats, and their names,
// from the one table of models.
#ifndef DPA_IMAGE_MODEL_ID_H
#define DPA_IMAGE_MODEL_ID_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dpa::image {

inline constexpr uint32_t genericModel = 0;
/// An image of unknown model: a bare ELF where a
/// container should be.
inline constexpr uint32_t unknownModel = 0xFFFF;

/// DPA_ID of "nv-dpa-bf3" or "bf3"; nothing if there is no such model.
std::optional<uint32_t> modelOfName(std::string_view name);

/// "nv-dpa-bf3" for 2, "generic", "unknown", or "model 77" for a number that no
/// model has.
std::string nameOfModel(uint32_t model);

/// "bf3" for 2; empty for a number that no model has.
std::string shortNameOfModel(uint32_t model);

/// All option names, oldest first: "nv-dpa-cx7, nv-dpa-bf3, ...".
std::string listOfModels();

} // namespace dpa::image

#endif
