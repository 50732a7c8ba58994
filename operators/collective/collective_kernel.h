// The base of kernels that exchange tensors between the members of a group.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/distributed/group/communicator.h"
#include "paddle/framework/distributed/group/shard_sums.h"
#include "paddle/framework/executor/op_kernel.h"

namespace paddle::operators {

class CollectiveKernel : public framework::OpKernel {
 public:
  explicit CollectiveKernel(const framework::OpArguments& arguments);

 protected:
  // Returns the group that the variable Group holds, with calls that take
  // memory of the kernel's device. FailedPrecondition, naming the variable, if
  // it holds none, and Unimplemented on a GPU whose memory the members do not
  // exchange.
  distributed::Communicator& group(
      const framework::KernelContext& context) const;

 private:
  const int group_;
};

// A kernel whose tensors count by the rows of the shard, one of several that
// the member may have; see AddWeight and AddShards.
class WeightedKernel : public CollectiveKernel {
 public:
  explicit WeightedKernel(const framework::OpArguments& arguments);

 protected:
  double WeightOf(const framework::KernelContext& context) const;
  bool has_shards() const { return shards_.count > 0; }
  // Returns what the variable Shards holds; only where has_shards().
  distributed::ShardSums& shards(const framework::KernelContext& context) const;
  int exchange() const { return static_cast<int>(exchange_); }

 private:
  const framework::SlotRange shards_;
  const Attr<int64_t> exchange_{this, "exchange"};
  const Input rows_{this, "Rows"};
  const Input weight_{this, "Weight"};
  const Attr<double> nominal_rows_{this, "nominal_rows"};
};

// A list of tensors that the members change together; see AddExchanged.
class ExchangedList final {
 public:
  explicit ExchangedList(const framework::OpArguments& arguments);

  int size() const { return x_.count; }
  // Returns Out[i], which holds what X[i] does.
  framework::LoDTensor& operator()(const framework::KernelContext& context,
                                   int i) const;

 private:
  const framework::SlotRange x_, out_;
};

// Returns the order that the attribute of AddOrder names.
distributed::Order OrderOf(const std::string& order);

// Throws InvalidArgument if a member of the group has several shards, and so
// several tensors to give.
void EnforceOneShard(const distributed::Communicator& group);

// Leaves the reduction of all members' tensors in each of them. Errors are
// those of EnforceOneShard.
void AllReduceInPlace(distributed::Communicator* group,
                      distributed::Reduction reduction,
                      distributed::Order order, framework::Tensor* tensor);

// Returns the numbers of each member, which may differ in count.
std::vector<std::vector<int64_t>> GatherNumbers(
    distributed::Communicator* group, absl::Span<const int64_t> numbers);

// Returns the sizes of each member, which gives as many. InvalidArgument,
// naming the member, for another number of sizes, and for one below 0.
std::vector<std::vector<int64_t>> GatherSizes(distributed::Communicator* group,
                                              absl::Span<const int64_t> sizes);

// Return the sum of sizes, and the bytes of each member's rows. InvalidArgument
// if a number is too large for an int64.
int64_t SumOfSizes(absl::Span<const int64_t> sizes);
std::vector<size_t> BytesOfRows(absl::Span<const int64_t> rows,
                                int64_t row_bytes);

}  // namespace paddle::operators
