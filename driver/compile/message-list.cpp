// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cuts the text into its messages. See message-list.h.
#include "driver/compile/message-list.h"

namespace dpa::driver {

std::vector<std::string> MessageList::take() {
  std::vector<std::string> messages;
  size_t from = 0;
  starts_.push_back(text_.size());
  for (size_t start : starts_) {
    if (start > from)
      messages.push_back(text_.substr(from, start - from));
    from = start;
  }
  starts_.clear();
  text_.clear();
  return messages;
}

std::vector<std::string> splitMessages(llvm::StringRef text) {
  constexpr llvm::StringRef included = "In file included from ";
  std::vector<std::string> messages;
  bool wasIncluded = false;
  while (!text.empty()) {
    size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
    llvm::StringRef line = text.take_front(size);
    text = text.drop_front(size);
    bool isIncluded = line.starts_with(included);
    bool isProblem = line.contains(" error: ") || line.contains(" warning: ") ||
                     line.ends_with(" generated.\n");
    if (messages.empty() || (!wasIncluded && (isIncluded || isProblem)))
      messages.push_back(line.str());
    else
      messages.back() += line;
    wasIncluded = isIncluded;
  }
  return messages;
}

} // namespace dpa::driver
