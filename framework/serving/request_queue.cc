#include "paddle/framework/serving/request_queue.h"

#include <thread>
#include <utility>

#include "paddle/platform/enforce.h"

namespace paddle::serving {

namespace {

size_t BytesOf(const Request& request) {
  size_t bytes = 0;
  for (const auto& input : request.inputs) {
    bytes += input.bytes();
    if (input.lod() == nullptr) continue;
    for (int level = 0; level < input.lod()->levels(); ++level) {
      bytes += input.lod()->offsets(level).size() * sizeof(int64_t);
    }
  }
  return bytes;
}

}  // namespace

RequestQueue::RequestQueue(size_t capacity, size_t bytes)
    : capacity_(capacity), max_bytes_(bytes) {
  PADDLE_ENFORCE(capacity > 0 && bytes > 0, InvalidArgument,
                 "a queue has room for at least one request");
}

bool RequestQueue::Push(Request&& request) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!Takes()) return false;
    const size_t bytes = BytesOf(request);
    request.queued = Clock::now();
    requests_.push_back(std::move(request));
    bytes_ += bytes;
  }
  changed_.notify_one();
  return true;
}

std::vector<Request> RequestQueue::Pop(const BatchLimits& limits) {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [this] { return Ready(); });
  if (limits.join && requests_.size() == 1) {
    // On a busy core, whoever has queued it has not yet come to the next one.
    lock.unlock();
    std::this_thread::yield();
    lock.lock();
    changed_.wait(lock, [this] { return Ready(); });
  }
  std::vector<Request> batch;
  if (requests_.empty()) return batch;
  batch.push_back(TakeFirst());
  int64_t rows = RowsOf(batch[0].inputs);
  const auto end = batch[0].queued + limits.wait;
  TakeJoining(limits, &rows, &batch);
  // Another that does not fit ends the batch, too.
  while (limits.join && rows < limits.rows && requests_.empty() && !closed_ &&
         limits.wait.count() > 0 && Clock::now() < end) {
    changed_.wait_until(lock, end);
    TakeJoining(limits, &rows, &batch);
  }
  const bool more = !requests_.empty();
  lock.unlock();
  if (more) changed_.notify_one();
  return batch;
}

void RequestQueue::TakeJoining(const BatchLimits& limits, int64_t* rows,
                               std::vector<Request>* batch) {
  while (limits.join && !requests_.empty()) {
    const Tensors& next = requests_.front().inputs;
    const int64_t more = RowsOf(next);
    if (*rows + more > limits.rows || !MayJoin(batch->front().inputs, next)) {
      return;
    }
    *rows += more;
    batch->push_back(TakeFirst());
  }
}

Request RequestQueue::TakeFirst() {
  Request request = std::move(requests_.front());
  requests_.pop_front();
  bytes_ -= BytesOf(request);
  return request;
}

void RequestQueue::Close() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    closed_ = true;
  }
  changed_.notify_all();
}

bool RequestQueue::Takes() const {
  return !closed_ && requests_.size() < capacity_ && bytes_ < max_bytes_;
}

bool RequestQueue::Full() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return !Takes();
}

size_t RequestQueue::size() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return requests_.size();
}

}  // namespace paddle::serving
