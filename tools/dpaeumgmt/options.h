// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of dpaeumgmt as values: which object, what to do with it,
// and with which options. Every option is checked here, but not whether the
// device has such execution units.
#ifndef DPA_TOOLS_DPAEUMGMT_OPTIONS_H
#define DPA_TOOLS_DPAEUMGMT_OPTIONS_H

#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace dpa::eumgmt {

enum class Object : uint8_t { Group, Partition };
enum class Action : uint8_t { Create, Destroy, Query, Info };

struct Options {
  Object object = Object::Group;
  Action action = Action::Query;
  std::string file; ///< the configuration
  std::string device;
  std::optional<std::string> name; ///< of the group
  std::optional<uint32_t> id;
  std::vector<uint32_t> eus;
  std::vector<uint32_t> vhcas;
  std::optional<uint32_t> groupsMax;
};

/// The options, or the status to exit with: help was asked for, or the line is
/// wrong and that has been reported.
std::variant<Options, int> readCommandLine(int argc, char **argv);

/// "dpaeumgmt: error: message" on standard error; the exit status.
int fail(const std::string &message);

} // namespace dpa::eumgmt

#endif
