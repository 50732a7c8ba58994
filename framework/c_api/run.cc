// Runs models.
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_join.h"

#include "paddle/framework/c_api/given.h"
#include "paddle/framework/c_api/guard.h"
#include "paddle/framework/c_api/model_handle.h"
#include "paddle/framework/c_api/tensor.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/platform/enforce.h"

namespace paddle::c_api {
namespace {

using framework::Feeds;
using framework::LoDTensor;
using framework::RunMode;
using Names = Model::Names;

// The arguments of a run.
struct Call {
  const char* const* feed_names;
  const PaddleTensor* const* feeds;
  size_t feed_count;
  const char* const* fetch_names;
  PaddleTensor** fetches;
  size_t fetch_count;
};

// Returns the names that are given or, for NULL, those of the model.
Names Chosen(const char* const* names, size_t count, const Names& of_model,
             const char* what) {
  if (names != nullptr) return TextsOf(names, count, what);
  PADDLE_ENFORCE(count == of_model.size(), InvalidArgument, what,
                 " is NULL, which stands for those of the model, (",
                 absl::StrJoin(of_model, ", "),
                 "), and their number is given "
                 "as ",
                 count);
  return of_model;
}

Feeds FeedsOf(const Model& model, const Call& call) {
  const Names names =
      Chosen(call.feed_names, call.feed_count, model.feeds(), "feed_names");
  PADDLE_ENFORCE(call.feeds != nullptr || names.empty(), InvalidArgument,
                 "feeds is NULL");
  absl::flat_hash_set<std::string> known;
  Feeds feeds;
  for (size_t i = 0; i < names.size(); ++i) {
    PADDLE_ENFORCE(known.insert(names[i]).second, InvalidArgument, names[i],
                   " is fed twice");
    feeds.emplace_back(
        names[i], TensorAt(call.feeds[i], ("feed " + names[i]).c_str())->value);
  }
  return feeds;
}

Names FetchesOf(const Model& model, const Call& call) {
  // A step of training may have nothing to fetch.
  if (call.fetch_count == 0) return {};
  PADDLE_ENFORCE(call.fetches != nullptr, InvalidArgument, "fetches is NULL");
  return Chosen(call.fetch_names, call.fetch_count, model.fetches(),
                "fetch_names");
}

// Gives all values, or none.
void Give(std::vector<LoDTensor> values, PaddleTensor** fetches) {
  size_t given = 0;
  try {
    for (; given < values.size(); ++given) {
      fetches[given] = GiveTensor(std::move(values[given]));
    }
  } catch (...) {
    while (given > 0) {
      paddle_tensor_free(std::exchange(fetches[--given], nullptr));
    }
    throw;
  }
}

// Whatever fails later, no result is one. A list that is too long to be one is
// refused, and not written.
void Clear(const Call& call) {
  if (call.fetches == nullptr || call.fetch_count > kMostTexts) return;
  std::fill_n(call.fetches, call.fetch_count, nullptr);
}

PaddleStatus Run(const PaddleModel* handle, const Call& call, RunMode mode,
                 PaddleError** error) noexcept {
  Clear(call);
  return StatusOf(error, [&] {
    const auto model = ModelAt(handle);
    const Names fetches = FetchesOf(*model, call);
    Give(model->Run(FeedsOf(*model, call), fetches, mode), call.fetches);
  });
}

}  // namespace
}  // namespace paddle::c_api

namespace c_api = paddle::c_api;
using paddle::framework::RunMode;

PaddleStatus paddle_model_run(PaddleModel* model, const char* const* feed_names,
                              const PaddleTensor* const* feeds,
                              size_t feed_count, const char* const* fetch_names,
                              PaddleTensor** fetches, size_t fetch_count,
                              PaddleError** error) {
  return c_api::Run(
      model, {feed_names, feeds, feed_count, fetch_names, fetches, fetch_count},
      RunMode::kRun, error);
}

PaddleStatus paddle_model_eval(PaddleModel* model,
                               const char* const* feed_names,
                               const PaddleTensor* const* feeds,
                               size_t feed_count,
                               const char* const* fetch_names,
                               PaddleTensor** fetches, size_t fetch_count,
                               PaddleError** error) {
  return c_api::Run(
      model, {feed_names, feeds, feed_count, fetch_names, fetches, fetch_count},
      RunMode::kEval, error);
}
