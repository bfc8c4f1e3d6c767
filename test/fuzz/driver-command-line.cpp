// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target: any words, one a line, as the command line of dpacc. It is read
// without touching a file: words that name files of options are left out.
// Messages are counted and not printed.
#include "driver/options/options.h"
#include "driver/processes/report.h"
#include "test/fuzz/silent-report.h"

#include <cstdint>
#include <cstdlib>

using namespace dpa::driver;

static bool namesOptionFile(llvm::StringRef word) {
  return word.starts_with("@") || word.contains("optf") ||
         word.contains("options-file");
}

/// What the later stages rely on.
static void checkOptions(const Options &options) {
  if (options.action == Action::Build &&
      (options.models.empty() ||
       options.sources.empty() + options.objects.empty() == 2))
    std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string text(reinterpret_cast<const char *>(data), size);
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(text).split(lines, '\n');
  std::vector<std::string> words;
  for (const llvm::StringRef line : lines)
    if (!namesOptionFile(line))
      words.push_back(line.substr(0, line.find('\0')).str());
  std::vector<const char *> arguments;
  arguments.reserve(words.size());
  for (const std::string &word : words)
    arguments.push_back(word.c_str());
  dpa::test::forgetErrors();
  const Options options = parseOptions(arguments);
  if (!hasErrors())
    checkOptions(options);
  return 0;
}
