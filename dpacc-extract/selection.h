// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chooses one image among the device programs of a host file. A choice that is
// not clear is an error with the list to choose from; nothing is ever guessed.
#ifndef DPA_DPACC_EXTRACT_SELECTION_H
#define DPA_DPACC_EXTRACT_SELECTION_H

#include "image/host-sections.h"

#include <optional>

namespace dpa::extract {

/// Why nothing was chosen, and lines that say what there is.
struct Refusal {
  std::string message;
  std::vector<std::string> notes;
};

/// What to look for; what is missing must be clear without it.
struct Wish {
  std::optional<std::string> app;
  std::optional<uint32_t> model; ///< DPA_ID
};

/// The bytes of the chosen image, a view into `file`, whose `apps` findApps gave;
/// nothing if `refusal` says why.
std::optional<image::ByteView> select(image::ByteView file,
                                      const std::vector<image::App> &apps,
                                      const Wish &wish, Refusal &refusal);

} // namespace dpa::extract

#endif
