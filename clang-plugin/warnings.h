// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which of our own warnings are wanted. -Werror never touches them: only
// -Werror=dpa or -Werror=dpa-<name> makes them errors. Plain clang does not
// know their names, so options have to be taken out before clang sees them: the
// driver does so with takeOption, the plugin gets them as
// -fplugin-arg-dpacc-Wno-dpa-<name>.
#ifndef DPA_CLANG_PLUGIN_WARNINGS_H
#define DPA_CLANG_PLUGIN_WARNINGS_H

#include <map>
#include <string>
#include <string_view>

namespace dpa::frontend {

enum class WarningLevel { Off, Warning, Error };

class WarningOptions {
public:
  enum class Taken {
    No,      ///< not an option of ours: leave it to clang
    Yes,     ///< applied
    Unknown, ///< names a warning that does not exist: report it
  };

  /// -Wdpa, -Wno-dpa, -Werror=dpa, -Wno-error=dpa and the same with dpa-<name>;
  /// the last one wins. Without a name, warnings that are off by default stay off.
  Taken takeOption(std::string_view option);

  /// The level of the warning "dpa-<name>".
  WarningLevel level(std::string_view name) const;

private:
  void set(std::string_view name, WarningLevel level);

  std::map<std::string, WarningLevel, std::less<>> levels_;
};

} // namespace dpa::frontend

#endif
