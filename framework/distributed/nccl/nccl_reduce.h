// Combines arrays of GPUs in the order of the tree of shards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/distributed/group/communicator.h"
#include "paddle/framework/distributed/nccl/nccl_link.h"
#include "paddle/platform/cuda_device_context.h"

namespace paddle::distributed {

// Shares the work of a reduction among the members, as TreeReduce does, with
// the same bits. Work is submitted to a stream; arrays must live until it has
// been done. Immutable.
class NcclReduce {
 public:
  // Both pointers must outlive this; `link` is null for a group of one.
  NcclReduce(NcclLink* link, const platform::CUDADeviceContext* stream,
             int rank, const PartsOfMembers& parts)
      : link_(link), stream_(stream), rank_(rank), parts_(parts) {}

  // The numbers that each member combines: rank r those from begins[r] to
  // begins[r + 1], and all members those from begins.back() to the end.
  using Begins = std::vector<int64_t>;

  // Returns equal pieces for all, which leave numbers for all to combine: few
  // if their number does not divide the array's, and all of a small array.
  Begins EqualPieces(const Contribution& given) const;

  // Returns how many bytes of memory of the GPU Combine needs besides arrays.
  size_t ScratchBytes(const Contribution& given, const Begins& begins) const;

  // Leaves what this member combines in `own_result`, and what all do in
  // `rest_result`; each may be the place of these numbers in the first part.
  void Combine(const Contribution& given, const Begins& begins, void* scratch,
               void* own_result, void* rest_result) const;

 private:
  struct Share;

  std::vector<Share> SharesOf(const Contribution& given, const Begins& begins,
                              void* scratch) const;
  void Exchange(const Contribution& given, const Begins& begins,
                const std::vector<Share>& shares) const;

  NcclLink* const link_;
  const platform::CUDADeviceContext* const stream_;
  const int rank_;
  const PartsOfMembers parts_;
};

}  // namespace paddle::distributed
