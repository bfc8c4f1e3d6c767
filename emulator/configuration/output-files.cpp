// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// checkFileNames() is declared in configuration.h. Names are compared as paths without symbolic links; devices, FIFOs and descriptors may
// have several writers.
#include "emulator/configuration/output-files.h"

#include "base/direct-output.h"
#include "base/file-pattern.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dpa {
namespace {

using Path = std::array<char, PATH_MAX>;

/// A file that a setting names.
struct NamedFile {
  const char *setting;
  std::string_view device; ///< empty: a setting of the program
  std::string_view name;   ///< empty: none
  enum class Kind : uint8_t { Output, Pattern, Input } kind;
};

std::string_view valueOf(const char *variable) {
  const char *value = std::getenv(variable);
  return value ? value : "";
}

/// Calls visit(file) for each file.
template <typename Visit>
void visitFiles(std::span<const DeviceSettings> devices, Visit visit) {
  using Kind = NamedFile::Kind;
  visit(NamedFile{"trace", "", valueOf(traceVariable), Kind::Pattern});
  visit(NamedFile{"report", "", valueOf(reportVariable), Kind::Pattern});
  for (const DeviceSettings &each : devices) {
    const std::string_view name = each.name;
    visit(NamedFile{"profile", name, each.profile.file.view(), Kind::Pattern});
    visit(NamedFile{"coverage", name, each.coverageFile.view(), Kind::Pattern});
    visit(NamedFile{"record", name, each.recordFile.view(), Kind::Output});
    visit(NamedFile{"replay", name, each.replayFile.view(), Kind::Input});
    for (const PortSettings &port : each.ports) {
      visit(NamedFile{"out", name, port.captureFile.view(), Kind::Output});
      if (port.kind == PortKind::Pcap)
        visit(NamedFile{"pcap", name, port.target.view(), Kind::Input});
    }
  }
}

bool copyTo(Path &path, std::string_view text) {
  path = {};
  if (text.size() >= path.size())
    return false;
  std::ranges::copy(text, path.begin());
  return true;
}

/// The name of this program's file. The identity of an image is not known: %m stays.
bool expandTo(Path &path, const NamedFile &file) {
  if (file.kind != NamedFile::Kind::Pattern ||
      file.name.find('%') == std::string_view::npos)
    return copyTo(path, file.name);
  const auto name = expandFilePattern(file.name, "%m");
  return name && copyTo(path, *name);
}

/// Up to the last '/'; "." if there is none.
void folderOf(std::string_view name, Path &folder) {
  const size_t slash = name.rfind('/');
  if (slash == name.npos)
    name = ".";
  else
    name = name.substr(0, std::max<size_t>(slash, 1));
  copyTo(folder, name);
}

/// Absolute and without symbolic links. False: the folder does not exist, or the name
/// is that of a device, FIFO or descriptor, which may have several writers.
bool resolve(const NamedFile &file, Path &resolved) {
  Path name;
  if (!expandTo(name, file) || isWrittenDirectly(name.data()))
    return false;
  if (realpath(name.data(), resolved.data()))
    return true;
  const std::string_view text = name.data();
  const std::string_view last = text.substr(text.rfind('/') + 1);
  Path folder;
  folderOf(text, folder);
  if (errno != ENOENT || !realpath(folder.data(), resolved.data()))
    return false;
  const std::string_view known = resolved.data();
  if (known.size() + last.size() + 1 >= resolved.size())
    return false;
  char *end = resolved.data() + known.size();
  *end++ = '/';
  *std::ranges::copy(last, end).out = '\0';
  return true;
}

std::string titleOf(const NamedFile &file) {
  std::string title = file.setting;
  if (!file.device.empty())
    title += " of '" + std::string(file.device) + "'";
  return title;
}

/// Whether the second one may not be the same file as the first.
bool exclude(const NamedFile &first, const NamedFile &second) {
  return !first.name.empty() && !second.name.empty() &&
         std::strcmp(first.setting, second.setting) != 0 &&
         (first.kind != NamedFile::Kind::Input ||
          second.kind != NamedFile::Kind::Input);
}

bool mayAccess(const char *path, int mode) {
  return faccessat(AT_FDCWD, path, mode, AT_EACCESS) == 0;
}

/// 0, or the errno that writing the file would end with. A regular file is written
/// beside its name.
int problemOfFile(const Path &name) {
  struct stat status{};
  if (const std::optional<int> number = descriptorOf(name.data()))
    return fcntl(*number, F_GETFD) < 0 ? errno : 0;
  if (stat(name.data(), &status) == 0) {
    if (S_ISDIR(status.st_mode))
      return EISDIR;
    if (!S_ISREG(status.st_mode))
      return mayAccess(name.data(), W_OK) ? 0 : errno;
  } else if (errno != ENOENT) {
    return errno;
  }
  Path folder;
  folderOf(name.data(), folder);
  return mayAccess(folder.data(), W_OK | X_OK) ? 0 : errno;
}

/// The same for a folder that gets files.
int problemOfFolder(std::string_view text) {
  struct stat status{};
  Path name;
  if (!copyTo(name, text))
    return ENAMETOOLONG;
  if (stat(name.data(), &status) != 0)
    return errno;
  if (!S_ISDIR(status.st_mode))
    return ENOTDIR;
  return mayAccess(name.data(), W_OK | X_OK) ? 0 : errno;
}

/// Folders whose names have the identity of an image are not known here.
int problemOfPattern(const NamedFile &file) {
  const size_t image = file.name.find("%m");
  const size_t slash = file.name.rfind('/');
  Path name;
  if (file.name.empty() || (slash != file.name.npos && image < slash) ||
      !expandTo(name, file))
    return 0;
  return problemOfFile(name);
}

bool succeed(int problem, const NamedFile &file, std::string &error) {
  if (problem == 0)
    return true;
  error = file.device;
  error += (file.device.empty() ? "" : ": ") + std::string(file.setting) +
           ": " + std::string(file.name) + ": " + std::strerror(problem);
  return false;
}

} // namespace

bool checkFileNames(std::span<const DeviceSettings> devices,
                    std::string &error) {
  bool areDistinct = true;
  const auto compare = [&](const NamedFile &first, const NamedFile &second) {
    Path firstPath;
    Path secondPath;
    if (!areDistinct || !exclude(first, second) || !resolve(first, firstPath) ||
        !resolve(second, secondPath) ||
        std::strcmp(firstPath.data(), secondPath.data()) != 0)
      return;
    areDistinct = false;
    error = titleOf(first) + " and " + titleOf(second) +
            " name the same file '" + firstPath.data() +
            "' (expected two files)";
  };
  size_t first = 0;
  visitFiles(devices, [&](const NamedFile &each) {
    size_t second = 0;
    visitFiles(devices, [&](const NamedFile &other) {
      if (second++ > first)
        compare(each, other);
    });
    ++first;
  });
  return areDistinct;
}

bool checkOutputFiles(const DeviceSettings &settings, std::string &error) {
  using Kind = NamedFile::Kind;
  const std::string_view device = settings.name;
  const NamedFile profile{"profile", device, settings.profile.file.view(),
                          Kind::Pattern};
  const NamedFile coverage{"coverage", device, settings.coverageFile.view(),
                           Kind::Pattern};
  const NamedFile dumps{"coredump", device, settings.coreDumpFolder.view(),
                        Kind::Output};
  return succeed(problemOfPattern(profile), profile, error) &&
         succeed(problemOfPattern(coverage), coverage, error) &&
         (dumps.name.empty() ||
          succeed(problemOfFolder(dumps.name), dumps, error));
}

bool checkOutputFile(const char *setting, const std::string &file,
                     std::string &error) {
  Path name;
  const int problem = copyTo(name, file) ? problemOfFile(name) : ENAMETOOLONG;
  return succeed(problem, {setting, "", file, NamedFile::Kind::Output}, error);
}

} // namespace dpa
