// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From collected stacks to a file: see profile-file.h.
#include "runtime/host/profile/profile-file.h"

#include "base/file-pattern.h"
#include "base/fork-generation.h"
#include "emulator/interface/report.h"
#include "image/file.h"
#include "runtime/host/profile/callgrind.h"
#include "runtime/host/profile/folded-stacks.h"
#include "runtime/host/profile/image-name.h"
#include "runtime/host/profile/profile-text.h"
#include "runtime/host/profile/sampled-code.h"
#include "runtime/host/support/log.h"

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <new>

namespace dpa::host {
namespace {

constexpr const char *profileCall = "profile";

/// What this program has written.
struct ProfileFiles {
  std::mutex lock; ///< of what follows; held while a file is written
  std::map<std::string, std::vector<Profile>> files;
};

std::string textOf(const std::vector<Profile> &profiles, ProfileFormat format) {
  if (format == ProfileFormat::Callgrind)
    return callgrindText(profiles);
  std::string text;
  for (const Profile &profile : profiles)
    if (format == ProfileFormat::Folded)
      text += foldedStacks(profile);
    else
      text += (text.empty() ? "" : "\n") + profileText(profile);
  return text;
}

} // namespace

std::unique_ptr<ProfileFile> ProfileFile::of(const App &app,
                                             const ProfileSettings &settings,
                                             const std::string &title) {
  const std::optional<std::string> name =
      expandFilePattern(settings.file, imageName(app));
  if (settings.file.empty() || !name)
    return nullptr;
  // Absolute, because the program may change its current folder.
  std::error_code noFolder;
  return std::unique_ptr<ProfileFile>(new ProfileFile(
      app, settings.format, std::filesystem::absolute(*name, noFolder).string(),
      title));
}

/// Units that still run have no rest.
Profile ProfileFile::profileOf(const Process &process) const {
  Profile profile{.title = title_, .stacks = {}};
  SampledCode code(app_);
  std::map<uint32_t, SampledUse> sampled;
  for (const auto &[stack, use] : collector_.stacks()) {
    profile.stacks[code.named(stack)] += use;
    sampled[stack.eu] += use;
  }
  for (const UnitUse &unit : process.unitUse()) {
    const SampledUse &known = sampled[unit.eu];
    const SampledUse rest{.instructions =
                              unit.instructions - known.instructions,
                          .cycles = unit.cycles - known.cycles};
    if (rest.instructions != 0)
      profile
          .stacks[{unit.eu, {{.function = unsampledFunction, .file = ""}}}] +=
          rest;
  }
  return profile;
}

Result<void> ProfileFile::addToFile(Profile profile) const {
  auto &written = perProgram<ProfileFiles>();
  const std::lock_guard guard(written.lock);
  std::vector<Profile> &profiles = written.files[file_];
  const auto same = std::ranges::find(profiles, title_, &Profile::title);
  if (same == profiles.end())
    profiles.push_back(std::move(profile));
  else
    for (const auto &[stack, use] : profile.stacks)
      same->stacks[stack] += use;
  if (isTraced())
    reportProfile(textOf(profiles, ProfileFormat::Folded));
  return image::writeFile(file_, viewOf(textOf(profiles, format_)));
}

void ProfileFile::write(const Process &process) noexcept try {
  if (isWritten_.exchange(true))
    return;
  if (const uint64_t lost = collector_.lost(); lost != 0)
    logWarning(profileCall,
               "process %s: out of host memory: %llu samples are lost",
               title_.c_str(), static_cast<unsigned long long>(lost));
  if (const Result<void> written = addToFile(profileOf(process)); !written)
    logError(profileCall, "process %s: %s", title_.c_str(),
             written.error().message.c_str());
  else
    logInfo(profileCall, "process %s: %s", title_.c_str(), file_.c_str());
} catch (const std::bad_alloc &) {
  logError(profileCall, "process %s: out of host memory", title_.c_str());
}

} // namespace dpa::host
