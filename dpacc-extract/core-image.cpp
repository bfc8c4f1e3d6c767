// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares build ids (dpacc-extract/core-image.h).
#include "dpacc-extract/core-image.h"

#include "image/build-id.h"
#include "image/model-id.h"

namespace dpa::extract {

using namespace dpa;
using namespace dpa::image;

static std::string idOf(const Request &request, const Choice &choice) {
  return buildIdText(buildIdOf(
      request.file.subspan(choice.image->offset, choice.image->size)));
}

std::optional<Choice> selectForCore(const Request &request,
                                    const CoreSummary &core, Refusal &refusal) {
  const Wish &wish = request.options.wish;
  const std::string wanted(core.fact(coreBuildIdFact));
  if (wanted.empty()) {
    request.line.note(request.options.core +
                      " has no build id: whether it fits is not checked");
    return select(request.file, request.apps, wish, refusal);
  }
  const std::vector<Choice> choices =
      selectAll(request.file, request.apps, wish, refusal);
  if (choices.empty())
    return std::nullopt;
  refusal = {"has no image with the build id of " + request.options.core +
                 " (expected " + wanted + ")",
             {}};
  for (const Choice &choice : choices) {
    const std::string id = idOf(request, choice);
    if (id == wanted)
      return choice;
    refusal.notes.push_back("app '" + choice.app->name + "' for " +
                            nameOfModel(modelOf(request.file, *choice.image)) +
                            " has " +
                            (id.empty() ? "no build id" : "build id " + id));
  }
  return std::nullopt;
}

} // namespace dpa::extract
