// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A parameter of a command line.
#ifndef DPA_RUNTIME_DOCA_ARGP_PARAMETER_H
#define DPA_RUNTIME_DOCA_ARGP_PARAMETER_H

#include "runtime/doca/common/object.h"
#include "runtime/include/doca/doca_argp.h"

#include <string>

struct doca_argp_param : dpa::doca::Object {
  static constexpr const char *kind = "parameter";

  std::string shortName;
  std::string longName;
  std::string arguments;
  std::string description;
  doca_argp_param_cb_t callback = nullptr;
  doca_argp_type type = DOCA_ARGP_TYPE_UNKNOWN;
  bool isMandatory = false;
  bool mayRepeat = false;
  unsigned timesSeen = 0;

  /// The name in messages: "--device".
  std::string spelling() const {
    return longName.empty() ? "-" + shortName : "--" + longName;
  }
};

#endif
