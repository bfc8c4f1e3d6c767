// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The image that a core dump was made of, by its build id.
#ifndef DPA_DPACC_EXTRACT_CORE_IMAGE_H
#define DPA_DPACC_EXTRACT_CORE_IMAGE_H

#include "dpacc-extract/actions.h"
#include "image/core-file.h"

namespace dpa::extract {

/// Nothing with the reason in `refusal`, and the build ids of the images as
/// notes. A core without a build id fits the only image that is wished for.
std::optional<Choice> selectForCore(const Request &request,
                                    const image::CoreSummary &core,
                                    Refusal &refusal);

} // namespace dpa::extract

#endif
