// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the command line of dpa-statistics.
#include "tools/dpa-statistics/options.h"

#include "tools/command-line/option-table.h"

namespace dpa::statistics {
namespace {

constexpr tools::Program program = {
    "dpa-statistics",
    "dpa-statistics: counters and events of threads on a DPA, of programs of "
    "the same user",
    "dpa-statistics [show] [-d <device>] [-p <id> [-t <id>]] [--sort <column>] "
    "[options]\n"
    "       dpa-statistics events [-d <device>] [-p <id> [-t <id>]] [options]\n"
    "       dpa-statistics (start | stop | reset) [-d <device>] [-p <id>] "
    "[--type <type>]\n"
    "       dpa-statistics state [-d <device>] [-p <id>]"};

template <typename Value> struct Word {
  const char *text;
  Value value;
};

constexpr Word<Action> actions[] = {
    {"show", Action::Show},   {"events", Action::Events},
    {"start", Action::Start}, {"stop", Action::Stop},
    {"reset", Action::Reset}, {"state", Action::State}};
constexpr Word<Order> orders[] = {{"thread", Order::Thread},
                                  {"executions", Order::Executions},
                                  {"instructions", Order::Instructions},
                                  {"cycles", Order::Cycles},
                                  {"time", Order::Time}};
constexpr Word<dpa_stats_sample_type> types[] = {
    {"cumulative", DPA_STATS_SAMPLE_TYPE_CUMULATIVE_EVENT},
    {"tracer", DPA_STATS_SAMPLE_TYPE_EVENT_TRACER}};

/// `what` is the option, or empty for the action.
template <typename Value, size_t n>
Result<void> readWord(const Word<Value> (&words)[n], const std::string &what,
                      const std::string &text, Value &value) {
  std::string expected;
  for (const Word<Value> &word : words) {
    if (text == word.text) {
      value = word.value;
      return {};
    }
    expected += (expected.empty() ? "" : ", ") + std::string(word.text);
  }
  return Error{what + "expected one of " + expected + ", got '" + text + "'"};
}

/// Options that the action does not use.
Result<void> checkUse(const tools::CommandLine &line, Action action) {
  const bool shows = action == Action::Show;
  const bool watches = shows || action == Action::Events;
  const bool sets = !watches && action != Action::State;
  struct Rule {
    unsigned option;
    bool isAllowed;
  };
  for (const Rule &rule :
       {Rule{OPT_t, watches}, Rule{OPT_sort_EQ, shows}, Rule{OPT_type_EQ, sets},
        Rule{OPT_json, !sets}, Rule{OPT_watch_EQ, watches},
        Rule{OPT_count_EQ, watches}})
    if (line.has(rule.option) && !rule.isAllowed)
      return Error{line.spelling(rule.option) +
                   " is not an option of this command"};
  if (line.has(OPT_t) && !line.has(OPT_p))
    return Error{"-t: expected with -p only, as threads have their ids in a "
                 "process"};
  return {};
}

Result<void> readWords(const tools::CommandLine &line, Options &options) {
  const std::vector<std::string> words = line.inputs();
  if (words.size() > 1)
    return Error{"unexpected word '" + words[1] + "'"};
  Result<void> done;
  if (!words.empty())
    done = readWord(actions, "", words.front(), options.action);
  if (const auto text = line.value(OPT_sort_EQ); done && text)
    done = readWord(orders, "--sort: ", *text, options.order);
  if (const auto text = line.value(OPT_type_EQ); done && text)
    done = readWord(types, "--type: ", *text, options.type);
  return done ? checkUse(line, options.action) : done;
}

} // namespace

tools::CommandLine commandLine() {
  return {program, optionTable(), commonOptions};
}

Result<Options> readOptions(const tools::CommandLine &line) {
  Options options{.device = line.value(OPT_d).value_or("mlx5_0"),
                  .isJson = line.has(OPT_json)};
  if (Result<void> done = readWords(line, options); !done)
    return done.error();
  const Result<uint32_t> process =
      view::readId("-p", line.value(OPT_p), DPA_STATS_ALL_PROCESSES);
  const Result<uint32_t> thread =
      view::readId("-t", line.value(OPT_t), DPA_STATS_ALL_THREADS);
  const Result<view::Watch> watch =
      view::readWatch(line.value(OPT_watch_EQ), line.value(OPT_count_EQ));
  if (!process || !thread || !watch)
    return !process ? process.error()
                    : (!thread ? thread.error() : watch.error());
  options.selection = {*process, *thread};
  options.watch = *watch;
  return options;
}

} // namespace dpa::statistics
