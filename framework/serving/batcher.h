// Computes the requests of one model, several at a time.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "paddle/framework/serving/model_stats.h"
#include "paddle/framework/serving/request_queue.h"
#include "paddle/framework/serving/row_independence.h"
#include "paddle/framework/serving/served_model.h"

namespace paddle::serving {

// Decides which requests are joined.
enum class Joining {
  kNever,
  // Those of models whose rows are independent and have, as tried out, the
  // same bits in any batch.
  kEqualBits,
  // Those of models whose rows are independent; their last bits may depend on
  // how many rows there are.
  kIndependent,
};

struct BatcherOptions {
  int threads = 1;                       // each computes a batch at a time
  size_t queue = 1024;                   // requests that wait, at most
  size_t queue_bytes = size_t{1} << 28;  // of their inputs
  BatchLimits limits;
  Joining joining = Joining::kEqualBits;
};

// Owns the queue of a model, and the threads that compute what is in it.
class Batcher {
 public:
  // Finds out whether requests of the model may be joined. `stats` must outlive
  // it. With Joining::kEqualBits, no batch has more rows than kMostTried
  // (equal_bits.h). InvalidArgument for options below 1; throws
  // std::system_error if there are not as many threads.
  Batcher(std::shared_ptr<const ServedModel> model,
          const BatcherOptions& options, ModelStats* stats);
  // Computes what waits, and ends the threads.
  ~Batcher();
  Batcher(const Batcher&) = delete;
  Batcher& operator=(const Batcher&) = delete;

  // Queues a request, whose inputs ServedModel::Check has accepted, and returns
  // true; false, having counted it as refused and left it as it is, if too many
  // wait. Before a request is computed, it is seen whether anybody still waits
  // for it. If a batch fails, each of its requests is computed alone, so that
  // one that an operator refuses harms no other.
  bool Submit(Request&& request);

  // True, having counted a request as refused, if too many wait already: for
  // callers that have work to do before they can submit one.
  bool RefusesNow();

  // Why requests are not joined; "" if they are.
  const std::string& not_joined() const { return rows_.reason; }
  size_t waiting() const { return queue_.size(); }

 private:
  void End();
  void Work();
  void Compute(std::vector<Request> batch);
  std::vector<Answer> AnswersOf(const std::vector<Request>& batch) const;
  std::vector<Answer> JoinedAnswers(const std::vector<Request>& batch) const;
  Answer AnswerAlone(const Request& request) const;
  void CountBatch(const std::vector<Request>& batch, Clock::time_point begin);
  void Finish(Request* request, Answer answer);
  std::vector<Request> StillWanted(std::vector<Request> batch);

  const std::shared_ptr<const ServedModel> model_;
  ModelStats& stats_;
  RowIndependence rows_;
  BatchLimits limits_;
  RequestQueue queue_;
  std::vector<std::thread> threads_;
};

}  // namespace paddle::serving
