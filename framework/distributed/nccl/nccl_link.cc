#include "paddle/framework/distributed/nccl/nccl_link.h"

#include <exception>
#include <thread>

#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

using framework::DataType;
using std::chrono::milliseconds;

// The time that the end of a member, in order or not, leaves to the others.
constexpr milliseconds kGrace(1000);

// NCCL is asked so often whether it has done something; it does not tell.
void Pause() { std::this_thread::sleep_for(std::chrono::microseconds(20)); }

NcclOp OpOf(Reduction reduction) {
  if (reduction == Reduction::kMax) return NcclOp::kMax;
  return reduction == Reduction::kMin ? NcclOp::kMin : NcclOp::kSum;
}

}  // namespace

NcclType NcclTypeOf(DataType type) {
  switch (type) {
    case DataType::kFloat16:
      return NcclType::kFloat16;
    case DataType::kBFloat16:
      return NcclType::kBfloat16;
    case DataType::kFloat32:
      return NcclType::kFloat32;
    case DataType::kFloat64:
      return NcclType::kFloat64;
    case DataType::kInt32:
      return NcclType::kInt32;
    case DataType::kInt64:
      return NcclType::kInt64;
    case DataType::kInt8:
      return NcclType::kInt8;
    case DataType::kUInt8:
      return NcclType::kUint8;
    default:
      PADDLE_THROW(InvalidArgument, "NCCL does not combine numbers of ",
                   framework::DataTypeName(type), ": the order must be 'tree'");
  }
}

void CheckNccl(const NcclApi& api, NcclComm* comm, const char* function,
               NcclResult result) {
  if (result == NcclResult::kSuccess || result == NcclResult::kInProgress) {
    return;
  }
  const char* const detail = api.GetLastError(comm);
  const std::string text = std::string(function) + ": " +
                           api.GetErrorString(result) +
                           (detail == nullptr || *detail == '\0' ? "" : ": ") +
                           (detail == nullptr ? "" : detail);
  PADDLE_ENFORCE(result != NcclResult::kInvalidArgument &&
                     result != NcclResult::kInvalidUsage,
                 Internal, text);
  PADDLE_THROW(Unavailable, text);
}

void NcclCalls::Send(int peer, const void* data, size_t bytes) const {
  if (bytes == 0) return;
  CheckNccl(api_, comm_, "ncclSend",
            api_.Send(data, bytes, NcclType::kUint8, peer, comm_, stream_));
}

void NcclCalls::Receive(int peer, void* data, size_t bytes) const {
  if (bytes == 0) return;
  CheckNccl(api_, comm_, "ncclRecv",
            api_.Recv(data, bytes, NcclType::kUint8, peer, comm_, stream_));
}

void NcclCalls::AllGather(const void* data, size_t bytes, void* result) const {
  CheckNccl(
      api_, comm_, "ncclAllGather",
      api_.AllGather(data, result, bytes, NcclType::kUint8, comm_, stream_));
}

void NcclCalls::Broadcast(void* data, size_t bytes, int root) const {
  CheckNccl(api_, comm_, "ncclBroadcast",
            api_.Broadcast(data, data, bytes, NcclType::kUint8, root, comm_,
                           stream_));
}

void NcclCalls::AllReduce(void* array, int64_t count, DataType type,
                          Reduction reduction) const {
  CheckNccl(api_, comm_, "ncclAllReduce",
            api_.AllReduce(array, array, count, NcclTypeOf(type),
                           OpOf(reduction), comm_, stream_));
}

void NcclCalls::ReduceScatter(const void* array, int64_t count, DataType type,
                              Reduction reduction, void* result) const {
  CheckNccl(api_, comm_, "ncclReduceScatter",
            api_.ReduceScatter(array, result, count, NcclTypeOf(type),
                               OpOf(reduction), comm_, stream_));
}

NcclLink::NcclLink(const NcclApi& api, const NcclId& id, int rank, int size,
                   milliseconds timeout)
    : api_(api), rank_(rank) {
  std::unique_lock<std::mutex> lock(mutex_);
  NcclConfig config;
  const char* const function = "ncclCommInitRankConfig";
  try {
    Settle(&lock, function,
           api_.CommInitRankConfig(&comm_, size, id, rank, &config),
           Clock::now() + timeout);
  } catch (...) {
    if (comm_ != nullptr) api_.CommAbort(comm_);
    throw;
  }
}

void NcclLink::Close() {
  std::unique_lock<std::mutex> lock(mutex_);
  if (comm_ == nullptr) return;
  NcclResult (*end)(NcclComm*) = api_.CommDestroy;
  try {
    Settle(&lock, "ncclCommFinalize", api_.CommFinalize(comm_),
           Clock::now() + kGrace);
  } catch (const std::exception&) {
    // Nobody asks any more; the others learn of it from their own calls.
    end = api_.CommAbort;
  }
  if (comm_ != nullptr) end(comm_);
  comm_ = nullptr;
  if (aborted_.empty()) aborted_ = "it has ended";
}

void NcclLink::EnforceAlive() const {
  PADDLE_ENFORCE(aborted_.empty(), Unavailable, "rank ", rank_,
                 " has left the group: ", aborted_);
  PADDLE_ENFORCE(lost_.empty() || Clock::now() < lost_since_ + kGrace,
                 Unavailable, lost_);
}

// A call that does not block may go on after it has returned; the lock is given
// up while it does.
void NcclLink::Settle(std::unique_lock<std::mutex>* lock, const char* function,
                      NcclResult result, Clock::time_point deadline) {
  CheckNccl(api_, comm_, function, result);
  while (result == NcclResult::kInProgress) {
    PADDLE_ENFORCE(Clock::now() < deadline, Unavailable, function, " of rank ",
                   rank_, " does not end: other members do not answer");
    lock->unlock();
    Pause();
    lock->lock();
    EnforceAlive();
    CheckNccl(api_, comm_, "ncclCommGetAsyncError",
              api_.CommGetAsyncError(comm_, &result));
    CheckNccl(api_, comm_, function, result);
  }
}

void NcclLink::Submit(CUstream_st* stream,
                      absl::FunctionRef<void(const NcclCalls& calls)> body) {
  std::unique_lock<std::mutex> lock(mutex_);
  EnforceAlive();
  CheckNccl(api_, comm_, "ncclGroupStart", api_.GroupStart());
  try {
    body(NcclCalls(api_, comm_, stream));
  } catch (...) {
    api_.GroupEnd();  // or the thread's next group would be part of this one
    throw;
  }
  Settle(&lock, "ncclGroupEnd", api_.GroupEnd(), Clock::time_point::max());
}

// Throws if what is under way cannot end.
void NcclLink::CheckProgress() {
  std::lock_guard<std::mutex> lock(mutex_);
  EnforceAlive();
  NcclResult result = NcclResult::kSuccess;
  CheckNccl(api_, comm_, "ncclCommGetAsyncError",
            api_.CommGetAsyncError(comm_, &result));
  CheckNccl(api_, comm_, "a call of NCCL that was under way", result);
}

void NcclLink::Await(absl::FunctionRef<bool()> done) {
  try {
    while (!done()) {
      CheckProgress();
      Pause();
    }
  } catch (const std::exception& error) {
    Abort(error.what());
    // The memory of the call is about to go.
    const auto deadline = Clock::now() + kGrace;
    while (!done() && Clock::now() < deadline) Pause();
    throw;
  }
}

void NcclLink::Lose(const std::string& reason) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (!lost_.empty()) return;
  lost_ = reason;
  lost_since_ = Clock::now();
}

void NcclLink::Abort(const std::string& reason) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (!aborted_.empty()) return;
  aborted_ = reason.empty() ? "no reason is given" : reason;
  if (comm_ != nullptr) api_.CommAbort(comm_);
  comm_ = nullptr;
}

}  // namespace paddle::distributed
