// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads option files. See option-files.h.
#include "driver/options/option-files.h"

#include "base/message-text.h"
#include "driver/options/option-list.h"
#include "driver/processes/report.h"
#include "image/file.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"

using llvm::StringRef;

namespace dpa::driver {

namespace {

class Expander {
public:
  explicit Expander(llvm::StringSaver &saver) : saver_(saver) {}

  void expand(llvm::ArrayRef<const char *> arguments) {
    for (size_t i = 0; i < arguments.size(); ++i) {
      StringRef argument = arguments[i];
      if (argument.consume_front("@"))
        readFile(argument.str());
      else if (isFilesOption(argument) && i + 1 < arguments.size())
        readFiles(arguments[++i]);
      else if (takeFilesValue(argument))
        readFiles(argument);
      else
        result.push_back(arguments[i]);
    }
  }

  std::vector<const char *> result;

private:
  static bool isFilesOption(StringRef argument) {
    return argument == "-optf" || argument == "--optf" ||
           argument == "-options-file" || argument == "--options-file";
  }

  /// Leaves the value if `argument` is such an option with one.
  static bool takeFilesValue(StringRef &argument) {
    auto [name, value] = argument.split('=');
    if (name.size() == argument.size() || !isFilesOption(name))
      return false;
    argument = value;
    return true;
  }

  void readFiles(StringRef list) {
    std::optional<std::vector<std::string>> files = splitOptionList(list);
    if (!files || files->empty())
      reportError(Problem::NoOptionFiles, list);
    else
      for (const std::string &file : *files)
        readFile(file);
  }

  void readFile(const std::string &file) {
    if (llvm::is_contained(open_, file)) {
      reportErrorIn(file, Problem::OptionFileLoop);
      return;
    }
    Result<Bytes> bytes = image::readFile(file, image::maximalOptionFileSize);
    if (!bytes) {
      reportErrorIn(file, Problem::OptionFileUnreadable,
                    image::reasonOf(bytes.error()));
      return;
    }
    if (endsInQuote(textOf(*bytes))) {
      reportErrorIn(file, Problem::OptionFileQuote);
      return;
    }
    llvm::SmallVector<const char *> words;
    llvm::cl::TokenizeGNUCommandLine(StringRef(textOf(*bytes)), saver_, words);
    open_.push_back(file);
    expand(words);
    open_.pop_back();
  }

  llvm::StringSaver &saver_;
  std::vector<std::string> open_; ///< the files that are being read
};

} // namespace

std::vector<const char *>
expandOptionFiles(llvm::ArrayRef<const char *> arguments,
                  llvm::StringSaver &saver) {
  Expander expander(saver);
  expander.expand(arguments);
  return std::move(expander.result);
}

} // namespace dpa::driver
