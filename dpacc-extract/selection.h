// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chooses images among the device programs of a host file. A choice that is
// not clear is an error with the list to choose from; nothing is ever guessed.
#ifndef DPA_DPACC_EXTRACT_SELECTION_H
#define DPA_DPACC_EXTRACT_SELECTION_H

#include "image/host-sections.h"

#include <optional>

namespace dpa::extract {

/// Why nothing was chosen, and notes that list the candidates.
struct Refusal {
  std::string message;
  std::vector<std::string> notes;
};

/// What to look for; what is missing must be clear without it.
struct Wish {
  std::optional<std::string> app;
  std::optional<uint32_t> model; ///< DPA_ID
};

/// One image of one app, both in the list that findApps gave.
struct Choice {
  const image::App *app = nullptr;
  const image::AppImage *image = nullptr;
};

/// The hardware model of an image; of a bare ELF, the one in its attributes.
uint32_t modelOf(ByteView file, const image::AppImage &image);

/// The only image that fits; nothing with the reason in `refusal`.
std::optional<Choice> select(ByteView file, const std::vector<image::App> &apps,
                             const Wish &wish, Refusal &refusal);

/// All images that fit, in file order; none with the reason in `refusal`.
std::vector<Choice> selectAll(ByteView file,
                              const std::vector<image::App> &apps,
                              const Wish &wish, Refusal &refusal);

} // namespace dpa::extract

#endif
