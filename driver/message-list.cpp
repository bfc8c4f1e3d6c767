// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cuts the text into its messages. See message-list.h.
#include "driver/message-list.h"

namespace dpa::driver {

std::vector<std::string> MessageList::take() {
  std::vector<std::string> messages;
  size_t from = 0;
  starts.push_back(text.size());
  for (size_t start : starts) {
    if (start > from)
      messages.push_back(text.substr(from, start - from));
    from = start;
  }
  starts.clear();
  text.clear();
  return messages;
}

} // namespace dpa::driver
