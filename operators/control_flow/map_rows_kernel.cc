#include <memory>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/executor/sub_block.h"
#include "paddle/memory/allocator.h"
#include "paddle/operators/math/loops/copy.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators {
namespace {

using framework::KernelContext;
using framework::LoDTensor;
using framework::SubBlockRun;
using framework::Tensor;

// A row of an output, in which a block may compute its result.
class RowMemory final : public memory::Allocation {
 public:
  explicit RowMemory(const Tensor& row)
      : Allocation(const_cast<void*>(row.raw_data()), row.bytes(),
                   row.holder()->place()),
        whole_(row.holder()) {}

 private:
  const std::shared_ptr<memory::Allocation> whole_;
};

class MapRowsKernel final : public framework::OpKernel {
 public:
  explicit MapRowsKernel(const framework::OpArguments& arguments)
      : OpKernel(arguments), block_(arguments, "block") {
    PADDLE_ENFORCE(block_.num_arguments() == inputs_.size() &&
                       block_.num_results() == outs_.size(),
                   InvalidArgument, "the block of map_rows has ",
                   block_.num_arguments(), " arguments and ",
                   block_.num_results(),
                   " results, which do not fit its slots");
  }

  // As many rows for each thread, and all threads for each of the rows that are
  // left: a single row is computed as without this operator.
  void Compute(const KernelContext& ctx) const override {
    const int64_t rows = inputs_(ctx, 0).dims()[0];
    const int64_t shared = rows - rows % platform::NumThreads();
    platform::ParallelFor(shared, 1, [&](int64_t begin, int64_t end) {
      RunRows(ctx, begin, end);
    });
    if (shared < rows) RunRows(ctx, shared, rows);
  }

 private:
  void RunRows(const KernelContext& ctx, int64_t begin, int64_t end) const {
    SubBlockRun run(block_, ctx);
    for (int64_t row = begin; row < end; ++row) {
      for (int i = 0; i < inputs_.size(); ++i) {
        *run.argument(i)->GetMutable<LoDTensor>() =
            LoDTensor(inputs_(ctx, i).Slice(row, row + 1));
      }
      for (int i = 0; i < outs_.size(); ++i) LendMemory(ctx, run, i, row);
      run.Step(row);
      for (int i = 0; i < outs_.size(); ++i) TakeResult(ctx, run, i, row);
    }
  }

  // The executor computes a result in memory that is there and fits.
  void LendMemory(const KernelContext& ctx, const SubBlockRun& run, int i,
                  int64_t row) const {
    const Tensor out = outs_(ctx, i).Slice(row, row + 1);
    if (!block_.OwnsResult(i) || out.numel() == 0) return;
    run.result(i)->GetMutable<LoDTensor>()->Bind(
        std::make_shared<RowMemory>(out), 0, out.dims(), out.dtype());
  }

  // Copies a result that lies elsewhere.
  void TakeResult(const KernelContext& ctx, const SubBlockRun& run, int i,
                  int64_t row) const {
    const auto& result = run.result(i)->Get<LoDTensor>();
    Tensor out = outs_(ctx, i).Slice(row, row + 1);
    PADDLE_ENFORCE(result.dims() == out.dims(), InvalidArgument, "result '",
                   block_.result(i).name, "' of the block of map_rows is ",
                   result.dims().ToString(), ", not ", out.dims().ToString());
    if (result.raw_data() == out.raw_data()) return;
    kernels::CopyElements(ctx.device(), result, &out);
  }

  const InputList inputs_{this, "X"};
  const OutputList outs_{this, "Out"};
  const framework::SubBlock block_;
};

}  // namespace

REGISTER_OPERATOR(map_rows, MapRowsKernel);

}  // namespace paddle::operators
