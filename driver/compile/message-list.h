// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The messages of one compilation, collected because several run at a time: one text for each
// problem, with the notes that belong to it, so that what several compilations say alike can be
// printed once.
#ifndef DPA_DRIVER_COMPILE_MESSAGE_LIST_H
#define DPA_DRIVER_COMPILE_MESSAGE_LIST_H

#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace dpa::driver {

class MessageList {
public:
  MessageList() : out_(text_) {}
  MessageList(const MessageList &) = delete;
  MessageList &operator=(const MessageList &) = delete;

  /// What is written from now on is another problem.
  void beginMessage() { starts_.push_back(text_.size()); }

  /// A problem of ours.
  void addError(const llvm::Twine &message) {
    beginMessage();
    out_ << "dpacc: error: " << message << "\n";
  }

  llvm::raw_ostream &stream() { return out_; }

  std::vector<std::string> take();

private:
  std::string text_;
  llvm::raw_string_ostream out_;
  std::vector<size_t> starts_;
};

/// Prints diagnostics into a list.
class MessagePrinter : public clang::TextDiagnosticPrinter {
public:
  MessagePrinter(MessageList &messages, clang::DiagnosticOptions &options)
      : TextDiagnosticPrinter(messages.stream(), options), messages_(messages) {
  }

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &diagnostic) override {
    if (level != clang::DiagnosticsEngine::Note)
      messages_.beginMessage();
    TextDiagnosticPrinter::HandleDiagnostic(level, diagnostic);
  }

private:
  MessageList &messages_;
};

/// The output of another program, split into problems where they can be separated.
std::vector<std::string> splitMessages(llvm::StringRef text);

} // namespace dpa::driver

#endif
