#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/elementwise_tile.h"
#include "paddle/operators/elementwise/align.h"
#include "paddle/operators/elementwise/fused_program.h"
#include "paddle/operators/elementwise/own_kernel_steps.h"
#include "paddle/operators/elementwise/step_kernel.h"
#include "paddle/operators/elementwise/tile_operand.h"
#include "paddle/operators/elementwise/tile_plan.h"
#include "paddle/operators/elementwise/whole_steps.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::OpArguments;

// The kernel of a step, which computes tiles.
class TileKernel {
 public:
  TileKernel(const FusedStep& step, DataType dtype)
      : step_(step.desc, platform::PlaceKind::kCPU, dtype),
        tile_(dynamic_cast<const ElementwiseTile*>(&step_.kernel())) {
    PADDLE_ENFORCE(tile_ != nullptr, Unimplemented, "the kernel of operator ",
                   step.desc.type(), " computes no tiles");
  }

  const ElementwiseTile& tile() const { return *tile_; }

 private:
  StepKernel step_;
  const ElementwiseTile* tile_;
};

// Several arrays of a tile stay in the innermost cache.
constexpr int64_t kTileBytes = 8192;
// Elements times steps that pay for a task, as in the loops of one operator.
constexpr int64_t kGrain = 16384;

template <class T>
class FusedElementwiseKernel final : public framework::OpKernel {
 public:
  explicit FusedElementwiseKernel(const OpArguments& arguments)
      : OpKernel(arguments) {
    program_ = ReadFusedProgram(
        [&](absl::string_view name) -> const framework::Attribute& {
          return arguments.attribute(name);
        },
        x_.size(), out_.size());
    std::vector<bool> sums;
    for (const FusedStep& step : program_.steps) {
      kernels_.emplace_back(step, framework::DataTypeOf<T>());
      sums.push_back(kernels_.back().tile().ComputesSums());
    }
    plan_ = PlanTiles(program_, sums);
  }
  void Compute(const framework::KernelContext& context) const override;

 private:
  using Operand = kernels::TileOperand<T>;
  // The data that the tiles of a run share.
  struct Run {
    absl::InlinedVector<Operand, 6> operands;  // by view
    absl::InlinedVector<T*, 6> outputs;
    int64_t size = 0;
    int64_t tile = 0;  // elements
    int spread = 0;    // operands that are broadcast
  };
  // A tile, and the memory of the thread that computes it.
  struct Tile {
    int64_t begin = 0;
    int64_t end = 0;
    bool first = false;  // of the thread
    T* scratch = nullptr;
  };
  using Values = absl::InlinedVector<const void*, 24>;

  bool ComputeApart(const framework::KernelContext& context,
                    const Run& run) const;
  void ReadOperands(const framework::KernelContext& context, Run* run) const;
  void ComputeTiles(const Run& run, int64_t begin, int64_t end) const;
  void Spread(const Run& run, const Tile& tile, Values* values) const;
  T* ComputeStep(const Run& run, const Tile& tile, size_t step,
                 const Values& values) const;
  void ComputeTile(const Run& run, const Tile& tile) const;

  const InputList x_{this, "X"};
  const OutputList out_{this, "Out"};
  FusedProgram program_;
  TilePlan plan_;
  std::vector<TileKernel> kernels_;
};

// The tile is a multiple of what is repeated along it, if that is short: then
// all tiles read the same copy.
template <class T>
void FusedElementwiseKernel<T>::ReadOperands(
    const framework::KernelContext& context, Run* run) const {
  const framework::Dims& space = out_(context, 0).dims();
  run->tile = kTileBytes / sizeof(T);
  int64_t longest = 1;
  for (const TilePlan::View& view : plan_.views) {
    const framework::Tensor& x = x_(context, view.input);
    run->operands.emplace_back(x.data<T>(),
                               AlignedDims(space, x.dims(), view.axis), space);
    const Operand& operand = run->operands.back();
    if (operand.whole()) continue;
    ++run->spread;
    if (operand.period() <= run->tile) {
      longest = std::max(longest, operand.period());
    }
  }
  run->tile -= run->tile % longest;
}

// Returns false if all results have one shape, as the program says.
template <class T>
bool FusedElementwiseKernel<T>::ComputeApart(
    const framework::KernelContext& context, const Run& run) const {
  absl::InlinedVector<const framework::Tensor*, 8> inputs;
  for (int i = 0; i < x_.size(); ++i) inputs.push_back(&x_(context, i));
  const kernels::StepDims dims = kernels::DimsOfSteps(program_, inputs);
  if (kernels::AllEqual(dims)) return false;
  std::vector<const ElementwiseTile*> tiles;
  for (const TileKernel& kernel : kernels_) tiles.push_back(&kernel.tile());
  kernels::WholeSteps<T>(program_, std::move(tiles), inputs, dims)
      .Compute([&](size_t bytes) { return context.Workspace(bytes); },
               run.outputs);
  return true;
}

template <class T>
void FusedElementwiseKernel<T>::Compute(
    const framework::KernelContext& context) const {
  Run run;
  for (int i = 0; i < out_.size(); ++i) {
    run.outputs.push_back(out_(context, i).template mutable_data<T>());
  }
  if (ComputeApart(context, run)) return;
  run.size = out_(context, 0).numel();
  if (run.size == 0) return;
  ReadOperands(context, &run);
  const int64_t tiles = (run.size + run.tile - 1) / run.tile;
  const int64_t work = run.tile * static_cast<int64_t>(kernels_.size());
  platform::ParallelFor(
      tiles, (kGrain + work - 1) / work,
      [&](int64_t begin, int64_t end) { ComputeTiles(run, begin, end); });
}

template <class T>
void FusedElementwiseKernel<T>::ComputeTiles(const Run& run, int64_t begin,
                                             int64_t end) const {
  Tile tile;
  tile.scratch = kernels::ThreadScratch<T>(
      kernels::ScratchSlot::kPiece, (plan_.buffers + run.spread) * run.tile);
  for (int64_t i = begin; i < end; ++i) {
    tile.first = i == begin;
    tile.begin = i * run.tile;
    tile.end = std::min(run.size, tile.begin + run.tile);
    ComputeTile(run, tile);
  }
}

// Operands that are broadcast are copied behind the buffers.
template <class T>
void FusedElementwiseKernel<T>::Spread(const Run& run, const Tile& tile,
                                       Values* values) const {
  T* copy = tile.scratch + plan_.buffers * run.tile;
  for (const Operand& operand : run.operands) {
    if (operand.whole()) {
      values->push_back(operand.at(tile.begin));
      continue;
    }
    const bool same = operand.period() > 0 && run.tile % operand.period() == 0;
    if (tile.first || !same) operand.CopyTo(tile.begin, tile.end, copy);
    values->push_back(copy);
    copy += run.tile;
  }
}

// Returns the result of a step, null of one that is not run.
template <class T>
T* FusedElementwiseKernel<T>::ComputeStep(const Run& run, const Tile& tile,
                                          size_t s,
                                          const Values& values) const {
  const TilePlan::Step& step = plan_.steps[s];
  if (step.skipped) return nullptr;
  const void* in[kMostOperands] = {};
  for (size_t i = 0; i < step.values.size(); ++i)
    in[i] = values[step.values[i]];
  T* out = step.output >= 0 ? run.outputs[step.output] + tile.begin
                            : tile.scratch + step.buffer * run.tile;
  const int64_t size = tile.end - tile.begin;
  if (step.of_sum) {
    kernels_[s].tile().ComputeTileOfSum(size, in, out);
  } else {
    kernels_[s].tile().ComputeTile(size, in, out);
  }
  return out;
}

template <class T>
void FusedElementwiseKernel<T>::ComputeTile(const Run& run,
                                            const Tile& tile) const {
  Values values;
  Spread(run, tile, &values);
  for (size_t s = 0; s < kernels_.size(); ++s) {
    values.push_back(ComputeStep(run, tile, s, values));
  }
  if (plan_.delayed < 0) return;
  const T* delayed =
      tile.scratch + plan_.steps[plan_.delayed].buffer * run.tile;
  std::copy_n(delayed, tile.end - tile.begin, run.outputs[0] + tile.begin);
}

// GPUs have no tiles: a thread computes all steps of an element.
template <class Device, class T>
using KernelOf_fused_elementwise =
    std::conditional_t<platform::kIsCUDA<Device>, OwnKernelSteps<T>,
                       FusedElementwiseKernel<T>>;

}  // namespace

REGISTER_OP_KERNEL(fused_elementwise, KernelOf_fused_elementwise,
                   PADDLE_ALL_TYPES);

}  // namespace paddle::operators
