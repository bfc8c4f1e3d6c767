// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The messages of one compilation, collected because several run at a time: one text for each problem, with the notes that
// belong to it, so that what several compilations say alike can be printed once.
#ifndef DPA_DRIVER_COMPILE_MESSAGE_LIST_H
#define DPA_DRIVER_COMPILE_MESSAGE_LIST_H

#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace dpa::driver {

class MessageList {
public:
  MessageList() : out(text) {}
  MessageList(const MessageList &) = delete;
  MessageList &operator=(const MessageList &) = delete;

  /// What is written from now on is another problem.
  void beginMessage() { starts.push_back(text.size()); }

  /// A problem of ours.
  void addError(const llvm::Twine &message) {
    beginMessage();
    out << "dpacc: error: " << message << "\n";
  }

  llvm::raw_ostream &stream() { return out; }

  std::vector<std::string> take();

private:
  std::string text;
  llvm::raw_string_ostream out;
  std::vector<size_t> starts;
};

/// Prints diagnostics into a list.
class MessagePrinter : public clang::TextDiagnosticPrinter {
public:
  MessagePrinter(MessageList &messages, clang::DiagnosticOptions &options)
      : TextDiagnosticPrinter(messages.stream(), options), messages(messages) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &diagnostic) override {
    if (level != clang::DiagnosticsEngine::Note)
      messages.beginMessage();
    TextDiagnosticPrinter::HandleDiagnostic(level, diagnostic);
  }

private:
  MessageList &messages;
};

/// What another program has printed, cut into problems as far as they can be told apart.
std::vector<std::string> splitMessages(llvm::StringRef text);

} // namespace dpa::driver

#endif
