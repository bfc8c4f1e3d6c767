// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fills the template of the app's constructor. See host-code.h.
#include "driver/host-code.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using llvm::StringRef;

namespace dpa::driver {

static const char metaTemplate[] = {
#include "driver/meta-template.inc"
};

static std::string replaceAll(StringRef text, StringRef placeholder,
                              StringRef value) {
  std::string result;
  for (size_t at = text.find(placeholder); at != StringRef::npos;
       at = text.find(placeholder)) {
    result += text.take_front(at);
    result += value;
    text = text.drop_front(at + placeholder.size());
  }
  return result + text.str();
}

std::string makeMetaText(const MetaContents &contents) {
  std::string declarations;
  std::string calls;
  llvm::raw_string_ostream declare(declarations);
  llvm::raw_string_ostream call(calls);
  for (const std::string &stem : contents.stems) {
    declare << "_DPACC_FILE(_dpacc_file_" << stem
            << "_register_all, _dpacc_local_" << stem << ")\n";
    call << "  _dpacc_local_" << stem << "(app);\n";
  }
  // A device library has a host part only if it has entry points.
  for (const std::string &library : contents.libraries) {
    std::string function = "_dpacc_lib_" + library + "_register_all";
    declare << "extern int " << function
            << "(struct flexio_app *app)\n    __attribute__((weak));\n";
    call << "  if (" << function << " != NULL)\n    " << function << "(app);\n";
  }
  std::string text = replaceAll(StringRef(metaTemplate, sizeof metaTemplate),
                                "@DECLARATIONS@", declarations);
  text = replaceAll(text, "@CALLS@", calls);
  text = replaceAll(text, "@MODEL_COUNT@", llvm::utostr(contents.modelCount));
  return replaceAll(text, "@APP@", contents.appName);
}

} // namespace dpa::driver
