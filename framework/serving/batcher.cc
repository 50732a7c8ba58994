#include "paddle/framework/serving/batcher.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>
#include <utility>

#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/serving/equal_bits.h"
#include "paddle/platform/enforce.h"

namespace paddle::serving {
namespace {

using std::chrono::duration_cast;

uint64_t Nanoseconds(Clock::duration time) {
  return static_cast<uint64_t>(std::max<int64_t>(
      duration_cast<std::chrono::nanoseconds>(time).count(), 0));
}

int64_t NowInMilliseconds() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return duration_cast<std::chrono::milliseconds>(now).count();
}

RowIndependence RowsOfModel(const ServedModel& model,
                            const BatcherOptions& options) {
  RowIndependence rows;
  if (options.joining == Joining::kNever || options.limits.rows <= 1) {
    rows.reason = "the model's configuration says so";
    return rows;
  }
  rows = FindRowIndependence(model.program(), framework::OpInfoMap::Instance());
  if (rows.holds() && options.joining == Joining::kEqualBits) {
    rows.reason = FindOtherBits(model, rows, options.limits.rows);
  }
  return rows;
}

BatchLimits LimitsOf(const BatcherOptions& options) {
  BatchLimits limits = options.limits;
  if (options.joining == Joining::kEqualBits) {
    limits.rows = std::min(limits.rows, kMostTried);
  }
  return limits;
}

}  // namespace

Batcher::Batcher(std::shared_ptr<const ServedModel> model,
                 const BatcherOptions& options, ModelStats* stats)
    : model_(std::move(model)),
      stats_(*stats),
      rows_(RowsOfModel(*model_, options)),
      limits_(LimitsOf(options)),
      queue_(options.queue, options.queue_bytes) {
  PADDLE_ENFORCE(options.threads >= 1, InvalidArgument,
                 "a model is computed by at least one thread, not ",
                 options.threads);
  limits_.join = rows_.holds();
  try {
    for (int i = 0; i < options.threads; ++i) {
      threads_.emplace_back([this] { Work(); });
    }
  } catch (...) {
    End();
    throw;
  }
}

Batcher::~Batcher() { End(); }

void Batcher::End() {
  queue_.Close();
  for (std::thread& thread : threads_) thread.join();
}

bool Batcher::Submit(Request&& request) {
  if (queue_.Push(std::move(request))) return true;
  stats_.Count(Outcome::kRefused);
  return false;
}

bool Batcher::RefusesNow() {
  if (!queue_.Full()) return false;
  stats_.Count(Outcome::kRefused);
  return true;
}

void Batcher::Work() {
  while (true) {
    std::vector<Request> batch = queue_.Pop(limits_);
    if (batch.empty()) return;
    batch = StillWanted(std::move(batch));
    if (!batch.empty()) Compute(std::move(batch));
  }
}

std::vector<Request> Batcher::StillWanted(std::vector<Request> batch) {
  const auto now = Clock::now();
  std::vector<Request> wanted;
  wanted.reserve(batch.size());
  for (Request& request : batch) {
    if (request.gone != nullptr && request.gone->load()) {
      Finish(&request, {Outcome::kGone, {}, "the client has gone"});
    } else if (request.deadline <= now) {
      Finish(&request, {Outcome::kExpired,
                        {},
                        "the request's time was over before it was computed"});
    } else {
      wanted.push_back(std::move(request));
    }
  }
  return wanted;
}

void Batcher::Compute(std::vector<Request> batch) {
  const auto begin = Clock::now();
  std::vector<Answer> answers = AnswersOf(batch);
  CountBatch(batch, begin);
  for (size_t i = 0; i < batch.size(); ++i) {
    Finish(&batch[i], std::move(answers[i]));
  }
}

std::vector<Answer> Batcher::AnswersOf(
    const std::vector<Request>& batch) const {
  if (batch.size() > 1) {
    try {
      return JoinedAnswers(batch);
    } catch (const std::exception&) {
      // One of them is at fault: alone, the others are well.
    }
  }
  std::vector<Answer> answers;
  for (const Request& request : batch) answers.push_back(AnswerAlone(request));
  return answers;
}

std::vector<Answer> Batcher::JoinedAnswers(
    const std::vector<Request>& batch) const {
  std::vector<const Tensors*> inputs;
  for (const Request& request : batch) inputs.push_back(&request.inputs);
  std::vector<Answer> answers;
  for (Tensors& outputs :
       CutOutputs(model_->Run(JoinRequests(inputs)), rows_, inputs)) {
    answers.push_back({Outcome::kDone, std::move(outputs), ""});
  }
  return answers;
}

Answer Batcher::AnswerAlone(const Request& request) const {
  try {
    return {Outcome::kDone, model_->Run(request.inputs), ""};
  } catch (const platform::Error& error) {
    return {Outcome::kFailed, {}, error.what(), error.code()};
  } catch (const std::bad_alloc&) {
    return {Outcome::kFailed,
            {},
            "no memory",
            platform::ErrorCode::kResourceExhausted};
  } catch (const std::exception& error) {
    return {Outcome::kFailed, {}, error.what()};
  }
}

void Batcher::CountBatch(const std::vector<Request>& batch,
                         Clock::time_point begin) {
  const uint64_t compute = Nanoseconds(Clock::now() - begin);
  uint64_t rows = 0;
  for (const Request& request : batch) {
    const uint64_t queue = Nanoseconds(begin - request.queued);
    stats_.queue_time += queue;
    stats_.queue_microseconds.Add(queue / 1000);
    rows += static_cast<uint64_t>(RowsOf(request.inputs));
  }
  stats_.compute_time += compute * batch.size();
  stats_.compute_microseconds.Add(compute / 1000);
  stats_.rows += rows;
  stats_.batch_rows.Add(rows);
  stats_.batch_requests.Add(batch.size());
  ++stats_.batches;
  stats_.last_inference = NowInMilliseconds();
}

void Batcher::Finish(Request* request, Answer answer) {
  stats_.Count(answer.outcome);
  request->done(std::move(answer));
}

}  // namespace paddle::serving
