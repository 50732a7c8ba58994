#include <cstddef>
#include <cstdint>

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/operators/collective/collective_kernel.h"
#include "paddle/operators/collective/pending_reduction.h"
#include "paddle/operators/collective/scale_numbers.h"

namespace paddle::operators {
namespace {

using framework::LoDTensor;
using framework::SizeOf;

class AllreduceStartKernel final : public WeightedKernel {
 public:
  explicit AllreduceStartKernel(const framework::OpArguments& arguments)
      : WeightedKernel(arguments),
        pending_(arguments.OutputRange("Pending").begin) {}

  void Compute(const framework::KernelContext& context) const override {
    distributed::Communicator& members = group(context);
    EnforceOneShard(members);
    auto* pending = context.var(pending_)->GetMutable<PendingReduction>();
    pending->call = nullptr;  // of a run that failed in between
    LoDTensor& buffer = buffer_(context);
    Pack(context, &buffer);
    pending->buffer = buffer;
    void* part = buffer.raw_mutable_data();
    pending->call =
        members.StartAllReduce({absl::MakeConstSpan(&part, 1), buffer.numel(),
                                buffer.dtype(), distributed::Reduction::kSum},
                               part);
  }

 private:
  void Pack(const framework::KernelContext& context, LoDTensor* buffer) const {
    const double weight = WeightOf(context);
    auto* next = static_cast<std::byte*>(buffer->raw_mutable_data());
    for (int i = 0; i < x_.size(); ++i) {
      const LoDTensor& x = x_(context, i);
      PackNumbers(x, weight, next);
      next += x.numel() * SizeOf(buffer->dtype());
    }
    if (buffer->dtype() == framework::DataType::kFloat64) {
      *reinterpret_cast<double*>(next) = weight;
    } else {
      *reinterpret_cast<float*>(next) = static_cast<float>(weight);
    }
  }

  const InputList x_{this, "X"};
  const Output buffer_{this, "Buffer"};
  const int pending_;
};

}  // namespace

REGISTER_OPERATOR(allreduce_start, AllreduceStartKernel);

}  // namespace paddle::operators
