// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dpa-ps: lists the processes and threads of a device, those of programs of the
// same user (root: of all). Exit status 0, or 1 with an error on standard error.
#include "base/text-table.h"
#include "tools/command-line/command-line.h"
#include "tools/command-line/option-table.h"
#include "tools/statistics-view/watch.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace dpa::ps {
namespace {

using view::DeviceView;
using view::programOf;
using view::Snapshot;

constexpr tools::Program program = {
    "dpa-ps",
    "dpa-ps: processes and threads on a DPA, of programs of the same user",
    "dpa-ps [-d <device>] [-p <id>] [-t] [options]"};

struct Options {
  std::string device;
  view::Selection selection{};
  view::Watch watch{};
  bool showsThreads = false;
  bool isJson = false;
};

Result<Options> readOptions(const tools::CommandLine &line) {
  if (const std::vector<std::string> words = line.inputs(); !words.empty())
    return Error{"unexpected word '" + words.front() + "'"};
  Options options{.device = line.value(OPT_d).value_or("mlx5_0"),
                  .showsThreads = line.has(OPT_t),
                  .isJson = line.has(OPT_json)};
  const Result<uint32_t> process =
      view::readId("-p", line.value(OPT_p), DPA_STATS_ALL_PROCESSES);
  if (!process)
    return process.error();
  options.selection.process = *process;
  const Result<view::Watch> watch =
      view::readWatch(line.value(OPT_watch_EQ), line.value(OPT_count_EQ));
  if (!watch)
    return watch.error();
  options.watch = *watch;
  return options;
}

std::string processTable(const Snapshot &snapshot) {
  TextTable table({{"PROCESS"}, {"PROGRAM"}, {"THREADS"}, {"NAME", false}});
  for (const dpa_stats_process_info &process : snapshot.processes)
    table.add({std::to_string(process.dpa_process_id),
               std::to_string(programOf(process.dpa_process_id)),
               std::to_string(process.num_of_threads), process.process_name});
  return table.text();
}

std::string threadTable(const Snapshot &snapshot) {
  TextTable table({{"PROCESS"},
                   {"PROGRAM"},
                   {"THREAD"},
                   {"NAME", false},
                   {"THREAD NAME", false}});
  for (const dpa_stats_thread_info &thread : snapshot.threads)
    table.add({std::to_string(thread.dpa_process_id),
               std::to_string(programOf(thread.dpa_process_id)),
               std::to_string(thread.dpa_thread_id),
               snapshot.processName(thread.dpa_process_id),
               thread.thread_name});
  return table.text();
}

llvm::json::Array threadsOf(const Snapshot &snapshot, uint32_t process) {
  llvm::json::Array threads;
  for (const dpa_stats_thread_info &thread : snapshot.threads)
    if (thread.dpa_process_id == process)
      threads.push_back(llvm::json::Object{
          {"thread", thread.dpa_thread_id},
          {"name", llvm::json::fixUTF8(thread.thread_name)}});
  return threads;
}

std::string jsonText(const Snapshot &snapshot, const Options &options) {
  llvm::json::Array processes;
  for (const dpa_stats_process_info &process : snapshot.processes) {
    llvm::json::Object object{
        {"process", process.dpa_process_id},
        {"program", programOf(process.dpa_process_id)},
        {"name", llvm::json::fixUTF8(process.process_name)},
        {"thread_count", process.num_of_threads}};
    if (options.showsThreads)
      object["threads"] = threadsOf(snapshot, process.dpa_process_id);
    processes.push_back(std::move(object));
  }
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::json::Value(llvm::json::Object{
             {"device", options.device}, {"processes", std::move(processes)}})
      << '\n';
  return text;
}

Result<void> run(const Options &options) {
  const Result<DeviceView> device = DeviceView::open(options.device);
  if (!device)
    return device.error();
  return view::show(options.watch, [&]() -> Result<std::string> {
    const Result<Snapshot> snapshot = device->read(options.selection);
    if (!snapshot)
      return snapshot.error();
    if (options.isJson)
      return jsonText(*snapshot, options);
    return options.showsThreads ? threadTable(*snapshot)
                                : processTable(*snapshot);
  });
}

} // namespace
} // namespace dpa::ps

int main(int argc, char **argv) {
  using namespace dpa;
  return tools::runCommand(
      tools::CommandLine(ps::program, optionTable(), commonOptions), argc, argv,
      ps::readOptions, ps::run);
}
