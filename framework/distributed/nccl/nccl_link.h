// Connects a member of a group to the others by NCCL.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

#include "absl/functional/function_ref.h"

#include "paddle/framework/distributed/group/reduction.h"
#include "paddle/framework/distributed/nccl/nccl_api.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::distributed {

// Calls of NCCL on one stream, which count bytes. Errors are those of
// NcclLink::Submit.
class NcclCalls {
 public:
  NcclCalls(const NcclApi& api, NcclComm* comm, CUstream_st* stream)
      : api_(api), comm_(comm), stream_(stream) {}

  void Send(int peer, const void* data, size_t bytes) const;
  void Receive(int peer, void* data, size_t bytes) const;
  // Messages of nothing are not sent.
  // Leaves `bytes` bytes of each member in `result`, in order of ranks; `data`
  // may be its place there.
  void AllGather(const void* data, size_t bytes, void* result) const;
  void Broadcast(void* data, size_t bytes, int root) const;
  // Leaves the combination of all members' arrays in each, in NCCL's order.
  void AllReduce(void* array, int64_t count, framework::DataType type,
                 Reduction reduction) const;
  // Leaves in `result` this member's piece of what AllReduce of `array` would,
  // `count` numbers of each member, in order of ranks.
  void ReduceScatter(const void* array, int64_t count, framework::DataType type,
                     Reduction reduction, void* result) const;

 private:
  const NcclApi& api_;
  NcclComm* const comm_;
  CUstream_st* const stream_;
};

// One member's end. Calls of NCCL on it never block, so that Abort gets through
// at any time. Submit is for one thread at a time, the others for any.
class NcclLink {
 public:
  // Returns when all members, each with the same `id` of ncclGetUniqueId, are
  // connected. The GPU is that which is the calling thread's current one.
  // Unavailable after the timeout.
  NcclLink(const NcclApi& api, const NcclId& id, int rank, int size,
           std::chrono::milliseconds timeout);
  ~NcclLink() { Close(); }
  NcclLink(const NcclLink&) = delete;
  NcclLink& operator=(const NcclLink&) = delete;

  // Runs `body`, whose calls form one group, and returns when NCCL has put them
  // on the stream, which may take as long as the others. Unavailable, naming
  // the function of NCCL or the reason, after an error and after Abort; the
  // link must then be aborted.
  void Submit(CUstream_st* stream,
              absl::FunctionRef<void(const NcclCalls& calls)> body);
  // Returns when done() is true, which must be so soon after Abort. Throws what
  // Submit throws.
  void Await(absl::FunctionRef<bool()> done);

  // Says that a member is lost: calls end within a second, as errors unless
  // it had done its part.
  void Lose(const std::string& reason);
  // Lets the others have what was sent, for a second at most; later calls fail.
  void Close();
  // Ends all calls of this member. The first reason stays.
  void Abort(const std::string& reason);

 private:
  using Clock = std::chrono::steady_clock;

  void EnforceAlive() const;
  void Settle(std::unique_lock<std::mutex>* lock, const char* function,
              NcclResult result, Clock::time_point deadline);
  void CheckProgress();

  const NcclApi api_;
  const int rank_;
  std::mutex mutex_;  // of all below
  NcclComm* comm_ = nullptr;
  std::string aborted_;  // not empty: why
  std::string lost_;     // not empty: which member, and why
  Clock::time_point lost_since_;
};

// Returns NCCL's name of a type. InvalidArgument for one that it does not have.
NcclType NcclTypeOf(framework::DataType type);

// Throws unless the call has succeeded, or goes on: Internal if NCCL blames the
// caller, otherwise Unavailable. `comm` may be null.
void CheckNccl(const NcclApi& api, NcclComm* comm, const char* function,
               NcclResult result);

}  // namespace paddle::distributed
