// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules as make and ninja read them in dependency files: "target: file file", long ones on several
// lines. Text only; touches no file.
#ifndef DPA_DRIVER_OPTIONS_MAKE_RULE_H
#define DPA_DRIVER_OPTIONS_MAKE_RULE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace dpa::driver {

/// A file name as a word of a rule.
std::string quotedForMake(llvm::StringRef name);

/// The names of the files that the first rule of a text depends on; empty if there is none.
std::vector<std::string> prerequisitesOf(llvm::StringRef text);

/// Whether a text goes on after its only rule: a line break in a name has ended that.
bool isCutOff(llvm::StringRef text);

struct MakeRule {
  std::vector<std::string> targets; ///< as they are to be written
  std::vector<std::string> files;   ///< names
  std::vector<std::string>
      phony; ///< names that get a rule of their own, so that a missing file is not an error
};

std::string ruleText(const MakeRule &rule);

} // namespace dpa::driver

#endif
