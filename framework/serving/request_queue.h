// A bounded queue of requests, from which threads take batches.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "paddle/framework/serving/joined_batch.h"
#include "paddle/framework/serving/model_stats.h"
#include "paddle/platform/enforce.h"

namespace paddle::serving {

using Clock = std::chrono::steady_clock;

// The result of a request.
struct Answer {
  Outcome outcome = Outcome::kDone;
  Tensors outputs;                                            // of kDone
  std::string error;                                          // of the others
  platform::ErrorCode code = platform::ErrorCode::kInternal;  // of kFailed
};

struct Request {
  Tensors inputs;
  // Computing it is pointless afterwards.
  Clock::time_point deadline = Clock::time_point::max();
  // Set by whoever sees the client go; may be null.
  std::shared_ptr<std::atomic<bool>> gone;
  // Called exactly once, by a thread of the batcher; must not throw.
  std::function<void(Answer)> done;
  Clock::time_point queued;  // set by Push
};

// Closes a batch.
struct BatchLimits {
  int64_t rows = 256;
  // A batch that is not full waits so long for more. With 0 it has what has
  // queued up while others were computed.
  std::chrono::microseconds wait{0};
  bool join = true;  // false: each request is a batch
};

// Thread safe.
class RequestQueue {
 public:
  // It is full with so many requests, or once their inputs have so many bytes.
  // InvalidArgument unless a request fits.
  RequestQueue(size_t capacity, size_t bytes);

  // Takes the request and returns true, unless the queue is full or closed.
  bool Push(Request&& request);
  // Waits for requests and returns those of a batch: all of them may join, and
  // they have at most so many rows, or are a single one. Empty once the queue
  // is closed and has nothing left.
  std::vector<Request> Pop(const BatchLimits& limits);
  // Refuses all that comes from now on.
  void Close();
  size_t size() const;
  // True if nothing more would be taken now.
  bool Full() const;

 private:
  // These are called under the mutex.
  bool Takes() const;
  bool Ready() const { return closed_ || !requests_.empty(); }
  Request TakeFirst();
  void TakeJoining(const BatchLimits& limits, int64_t* rows,
                   std::vector<Request>* batch);

  const size_t capacity_;
  const size_t max_bytes_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Request> requests_;
  size_t bytes_ = 0;  // of the inputs
  bool closed_ = false;
};

}  // namespace paddle::serving
