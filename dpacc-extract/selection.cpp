// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chooses an app, then one of its images (dpacc-extract/selection.h).
#include "dpacc-extract/selection.h"

#include "image/device-attributes.h"
#include "image/elf-file.h"
#include "image/model-id.h"

namespace dpa::extract {

using namespace dpa;
using namespace dpa::image;

uint32_t modelOf(ByteView file, const AppImage &image) {
  if (image.model != unknownModel)
    return image.model;
  const Result<ElfFile> elf = readElf(file.subspan(image.offset, image.size));
  const ElfSection *section =
      elf ? elf->section(deviceAttributesSection) : nullptr;
  if (!section)
    return unknownModel;
  const Result<uint32_t> model = decodeDeviceAttributes(section->bytes);
  return model ? *model : unknownModel;
}

namespace {

std::string describe(ByteView file, const App &app) {
  std::string text = "app '" + app.name + "'";
  if (!app.member.empty())
    text += " in member '" + app.member + "'";
  text += ": ";
  for (const AppImage &image : app.images)
    text.append(&image == app.images.data() ? "" : ", ")
        .append(nameOfModel(modelOf(file, image)));
  return text + (app.images.empty() ? "no image" : "");
}

/// Fills in why none, or not exactly one, of the apps fits.
void refuseApps(ByteView file, const std::vector<App> &apps, size_t fitting,
                const Wish &wish, Refusal &refusal) {
  for (const App &app : apps)
    refusal.notes.push_back(describe(file, app));
  if (apps.empty())
    refusal.message = "has no device program (expected a section '" +
                      imageSection("<app>") + "')";
  else if (fitting == 0)
    refusal.message =
        "has no device program named '" + wish.app.value_or("") + "'";
  else if (wish.app)
    refusal.message = std::to_string(fitting) + " device programs named '" +
                      *wish.app + "' in it";
  else
    refusal.message = std::to_string(fitting) +
                      " device programs in it: choose one with --app-name";
}

const App *chooseApp(ByteView file, const std::vector<App> &apps,
                     const Wish &wish, Refusal &refusal) {
  std::vector<const App *> fitting;
  for (const App &app : apps)
    if (!wish.app || app.name == *wish.app)
      fitting.push_back(&app);
  if (fitting.size() == 1)
    return fitting.front();
  refuseApps(file, apps, fitting.size(), wish, refusal);
  return nullptr;
}

const AppImage *chooseImage(ByteView file, const App &app, const Wish &wish,
                            Refusal &refusal) {
  std::vector<const AppImage *> fitting;
  for (const AppImage &image : app.images)
    if (!wish.model || modelOf(file, image) == *wish.model)
      fitting.push_back(&image);
  if (fitting.size() == 1)
    return fitting.front();
  refusal.notes.push_back(describe(file, app));
  if (app.images.empty())
    refusal.message = "section '" + imageSection(app.name) +
                      "' has neither a fat container nor an ELF file";
  else if (!wish.model)
    refusal.message = std::to_string(fitting.size()) + " images of app '" +
                      app.name + "': choose one with --mcpu";
  else
    refusal.message =
        (fitting.empty() ? "no image"
                         : std::to_string(fitting.size()) + " images") +
        std::string(" of app '") + app.name + "' for " +
        nameOfModel(*wish.model);
  return nullptr;
}

} // namespace

std::optional<Choice> select(ByteView file, const std::vector<App> &apps,
                             const Wish &wish, Refusal &refusal) {
  const App *app = chooseApp(file, apps, wish, refusal);
  const AppImage *image =
      app ? chooseImage(file, *app, wish, refusal) : nullptr;
  if (!image)
    return std::nullopt;
  return Choice{app, image};
}

std::vector<Choice> selectAll(ByteView file, const std::vector<App> &apps,
                              const Wish &wish, Refusal &refusal) {
  std::vector<Choice> choices;
  size_t fittingApps = 0;
  for (const App &app : apps) {
    if (wish.app && app.name != *wish.app)
      continue;
    ++fittingApps;
    for (const AppImage &image : app.images)
      if (!wish.model || modelOf(file, image) == *wish.model)
        choices.push_back({&app, &image});
  }
  if (!choices.empty())
    return choices;
  refuseApps(file, apps, fittingApps, wish, refusal);
  if (fittingApps != 0)
    refusal.message =
        "no image" +
        (wish.model ? " for " + nameOfModel(*wish.model) : std::string()) +
        " in it";
  return choices;
}

} // namespace dpa::extract
