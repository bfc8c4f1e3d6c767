// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fills the template of the app's constructor. See host-code.h.
#include "driver/plan/host-code.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using llvm::StringRef;

namespace dpa::driver {

static const char metaTemplate[] = {
#include "driver/meta-template.inc"
};
static const char libraryTemplate[] = {
#include "driver/library-template.inc"
};
static const char libraryInfoTemplate[] = {
#include "driver/library-info-template.inc"
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

namespace {

/// What has to be registered: declarations, and the calls.
struct Registrations {
  std::string declarations;
  std::string calls;

  void addFiles(llvm::ArrayRef<std::string> stems) {
    for (const std::string &stem : stems) {
      declarations += (llvm::Twine("_DPACC_FILE(_dpacc_file_") + stem +
                       "_register_all, _dpacc_local_" + stem + ")\n")
                          .str();
      calls += (llvm::Twine("  _dpacc_local_") + stem + "(app);\n").str();
    }
  }

  void addLibraries(llvm::ArrayRef<LibraryCall> libraries) {
    for (const LibraryCall &library : libraries) {
      std::string function = "_dpacc_lib_" + library.name + "_register_all";
      declarations += "extern void " + function + "(struct flexio_app *app)";
      if (library.isNeeded) {
        declarations += ";\n";
        calls += "  " + function + "(app);\n";
        continue;
      }
      declarations += "\n    __attribute__((weak));\n";
      calls += (llvm::Twine("  if (") + function + " != NULL)\n    " +
                function + "(app);\n")
                   .str();
    }
  }
};

std::string fillIn(StringRef text, const Registrations &registrations) {
  return replaceAll(
      replaceAll(text, "@DECLARATIONS@", registrations.declarations), "@CALLS@",
      registrations.calls);
}

} // namespace

std::string makeMetaText(const MetaContents &contents) {
  Registrations registrations;
  registrations.addFiles(contents.stems);
  registrations.addLibraries(contents.libraries);
  std::string text =
      fillIn(StringRef(metaTemplate, sizeof metaTemplate), registrations);
  text = replaceAll(text, "@MODEL_COUNT@", llvm::utostr(contents.modelCount));
  return replaceAll(text, "@APP@", contents.appName);
}

std::string makeLibraryText(StringRef library,
                            llvm::ArrayRef<std::string> stems) {
  Registrations registrations;
  registrations.addFiles(stems);
  std::string text =
      fillIn(StringRef(libraryTemplate, sizeof libraryTemplate), registrations);
  return replaceAll(text, "@LIBRARY@", library);
}

std::string makeLibraryInfoText(StringRef library) {
  return replaceAll(StringRef(libraryInfoTemplate, sizeof libraryInfoTemplate),
                    "@LIBRARY@", library);
}

} // namespace dpa::driver
