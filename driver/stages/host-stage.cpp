// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Starts host compilations when their texts are complete. See host-stage.h.
#include "driver/stages/host-stage.h"

#include "clang-plugin/names.h"
#include "driver/processes/files.h"
#include "driver/processes/report.h"
#include "image/host-stub-text.h"

#include "llvm/ADT/STLExtras.h"

#include <thread>

namespace dpa::driver {

HostStage::HostStage(const Plan &plan, const Inputs &inputs)
    : plan(plan), inputs(inputs), records(plan.sources.size()),
      isKnown(plan.sources.size()), isStarted(plan.hostCompiles.size()),
      limit(inputs.options.jobs != 0
                ? inputs.options.jobs
                : std::max(1U, std::thread::hardware_concurrency())) {
  for (size_t i = 0; i < inputs.objects.size(); ++i)
    linkedRecords.push_back(image::combineRecords(
        inputs.objects[i].records,
        frontend::identifierFromStem(plan.linkedObjects[i].stem)));
}

void HostStage::addRecord(size_t source, const image::InterfaceRecord &record) {
  std::lock_guard lock(mutex);
  records[source] = record;
  isKnown[source] = true;
  startReady();
}

bool HostStage::isReady(const HostCompilePlan &compile) const {
  return llvm::all_of(compile.units,
                      [this](size_t unit) { return isKnown[unit]; });
}

void HostStage::startReady() {
  for (size_t i = 0; i < plan.hostCompiles.size(); ++i) {
    const HostCompilePlan &compile = plan.hostCompiles[i];
    if (isStarted[i] || !isReady(compile))
      continue;
    if (running.size() >= limit)
      return;
    isStarted[i] = true;
    if (!hasClashes(units(compile), app()))
      start(compile);
  }
}

void HostStage::start(const HostCompilePlan &compile) {
  if (!writeOrReport(compile.source, viewOf(textOf(compile))))
    return;
  HostCompiler &compiler = running.emplace_back(inputs, plan);
  if (!compiler.start(compile.arguments))
    running.pop_back();
}

std::vector<UnitEntries>
HostStage::units(const HostCompilePlan &compile) const {
  std::vector<UnitEntries> entries;
  entries.reserve(compile.units.size() + compile.linked.size());
  for (size_t unit : compile.units)
    entries.push_back({plan.sources[unit].path, &records[unit]});
  for (size_t object : compile.linked)
    entries.push_back(
        {plan.linkedObjects[object].path, &linkedRecords[object]});
  return entries;
}

std::string HostStage::textOf(const HostCompilePlan &compile) const {
  std::string text;
  for (const UnitEntries &unit : units(compile))
    text += unit.record->hostStub;
  return compile.hasGlue ? text + plan.glueText : text;
}

/// Only a program has an app.
const std::string &HostStage::app() const {
  static const std::string none;
  return plan.links.empty() ? none : inputs.options.appName;
}

bool HostStage::checkNames() {
  std::lock_guard lock(mutex);
  for (const HostCompilePlan &compile : plan.hostCompiles)
    reportClashes(units(compile), app());
  return !hasErrors();
}

bool HostStage::finish() {
  std::lock_guard lock(mutex);
  for (startReady(); !running.empty(); startReady()) {
    running.front().wait();
    running.pop_front();
  }
  return !hasErrors();
}

} // namespace dpa::driver
