// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Selects the image of the process that a core dump is of, by its build id.
#ifndef DPA_DPACC_EXTRACT_CORE_IMAGE_H
#define DPA_DPACC_EXTRACT_CORE_IMAGE_H

#include "dpacc-extract/actions.h"
#include "image/core-file.h"

namespace dpa::extract {

/// On failure nothing, with the reason in `refusal` and the build ids of the images as
/// notes. For a core without a build id, the only image that the options select.
std::optional<Choice> selectForCore(const Request &request,
                                    const image::CoreSummary &core,
                                    Refusal &refusal);

} // namespace dpa::extract

#endif
