#include <algorithm>
#include <vector>

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/executor/sub_block.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/operators/control_flow/branch_kernel.h"
#include "paddle/operators/control_flow/mask_partition.h"
#include "paddle/operators/math/rows/row_partition.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using framework::KernelContext;
using framework::LoD;
using framework::LoDTensor;
using framework::SubBlock;
using framework::SubBlockRun;
using kernels::Mask;

class IfelseKernel final : public framework::OpKernel {
 public:
  explicit IfelseKernel(const framework::OpArguments& arguments)
      : OpKernel(arguments),
        true_{true, arguments.InputRange("TrueInputs"),
              arguments.OutputRange("TrueScopes"),
              SubBlock(arguments, "true_block")},
        false_{false, arguments.InputRange("FalseInputs"),
               arguments.OutputRange("FalseScopes"),
               SubBlock(arguments, "false_block")} {
    CheckBranch(true_);
    CheckBranch(false_);
  }

  void Compute(const KernelContext& context) const override {
    const LoDTensor condition = framework::OnCPU(condition_(context));
    const Mask mask = ConditionMask(condition);
    // Both branches run, each on its rows: the mask decides row by row.
    const std::vector<LoDTensor> on_true = RunBranch(context, true_, mask);
    const std::vector<LoDTensor> on_false = RunBranch(context, false_, mask);
    for (int i = 0; i < outs_.size(); ++i) {
      Merge(context, mask, on_true.empty() ? nullptr : &on_true[i],
            on_false.empty() ? nullptr : &on_false[i], i);
    }
  }

 private:
  struct Branch {
    bool part;
    framework::SlotRange inputs;
    framework::SlotRange scopes;
    SubBlock block;

    const char* name() const { return part ? "true" : "false"; }
  };

  void CheckBranch(const Branch& branch) const {
    const SubBlock& block = branch.block;
    PADDLE_ENFORCE(block.num_arguments() == branch.inputs.count &&
                       block.num_results() == outs_.size(),
                   InvalidArgument, "the ", branch.name(),
                   " block of ifelse has ", block.num_arguments(),
                   " arguments and ", block.num_results(),
                   " results, which do not fit its slots");
    PADDLE_ENFORCE(!block.records() || branch.scopes.count == 1,
                   InvalidArgument,
                   "an ifelse operator with a gradient has not both scopes");
    const auto outs = arguments().OutputRange("Out");
    for (int i = 0; i < outs.count; ++i) {
      const auto& out = arguments().var(outs.begin + i);
      const auto& result = block.result(i);
      PADDLE_ENFORCE(result.kind == out.kind && result.dtype == out.dtype,
                     InvalidArgument, "output '", out.name, "' of ifelse and '",
                     result.name, "' of its ", branch.name(),
                     " block are not of one kind and data type");
    }
  }

  // Returns the results; empty if there are no items. They may be arguments or
  // outer variables, or saved for the gradient: callers must not modify them.
  std::vector<LoDTensor> RunBranch(const KernelContext& context,
                                   const Branch& branch, Mask mask) const {
    framework::StepScopes* scopes = EmptyScopes(context, branch.scopes);
    const int64_t items = NumItems(mask, branch.part);
    std::vector<LoDTensor> results;
    for (int i = 0; i < branch.inputs.count; ++i) {
      const auto& x = context.var(branch.inputs.begin + i)->Get<LoDTensor>();
      // Checked even if the branch has no items, so that errors depend less on
      // the values of the mask.
      CheckItems(branch, i, NumItems(x), mask.size());
    }
    // Operators need not cope with a batch of no rows.
    if (items == 0) return results;
    SubBlockRun run(branch.block, context);
    for (int i = 0; i < branch.inputs.count; ++i) {
      const auto& x = context.var(branch.inputs.begin + i)->Get<LoDTensor>();
      *run.argument(i)->GetMutable<LoDTensor>() =
          SelectByMask(context, x, &x, mask, branch.part);
    }
    run.Step(0);
    for (int i = 0; i < outs_.size(); ++i) {
      results.push_back(run.result(i)->Get<LoDTensor>());
      CheckResult(branch, i, items, results.back());
    }
    SaveBranch(&run, branch.block, scopes);
    return results;
  }

  static void CheckItems(const Branch& branch, int i, int64_t given,
                         int64_t wanted) {
    PADDLE_ENFORCE(
        given == wanted, InvalidArgument, "'", branch.block.argument(i).name,
        "' has ", given, " rows or sequences for the ", branch.name(),
        " block of ifelse, but the condition has ", wanted, " bools");
  }

  void CheckResult(const Branch& branch, int i, int64_t items,
                   const LoDTensor& result) const {
    PADDLE_ENFORCE(result.rank() >= 1 && NumItems(result) == items,
                   InvalidArgument, "output '", branch.block.result(i).name,
                   "' ", result.dims().ToString(), " of the ", branch.name(),
                   " block of ifelse has ", NumItems(result),
                   " rows or sequences, where ", items, " are wanted");
  }

  void Merge(const KernelContext& context, Mask mask, const LoDTensor* on_true,
             const LoDTensor* on_false, int i) const {
    LoDTensor* out = &outs_(context, i);
    Dims dims;
    framework::LoDPtr lod;
    if (on_true == nullptr && on_false == nullptr) {
      SetEmpty(i, &dims, &lod);
    } else {
      dims = MergedDims(on_true, on_false, i);
      lod = kernels::MergedLoD(on_true == nullptr ? nullptr : on_true->lod(),
                               on_false == nullptr ? nullptr : on_false->lod(),
                               mask);
    }
    out->Allocate(dims, true_.block.result(i).dtype, context.allocator());
    out->set_lod(lod);
    kernels::MergeRows(context.device(), on_true, on_false, mask,
                       kernels::ItemOffsets(lod), out);
  }

  Dims MergedDims(const LoDTensor* on_true, const LoDTensor* on_false,
                  int i) const {
    Dims dims = on_true != nullptr ? on_true->dims() : on_false->dims();
    if (on_true == nullptr || on_false == nullptr) return dims;
    Dims other = on_false->dims();
    // The number of rows is the only size in which the parts may differ.
    other[0] = dims[0];
    PADDLE_ENFORCE(other == dims, InvalidArgument, "output ", i,
                   " of ifelse has the shape ", on_true->dims().ToString(),
                   " in the true block, but ", on_false->dims().ToString(),
                   " in the false block");
    dims[0] += on_false->dims()[0];
    return dims;
  }

  // If nothing ran, the shape is the described one, without rows.
  void SetEmpty(int i, Dims* dims, framework::LoDPtr* lod) const {
    const auto& one = true_.block.described_result(i);
    const auto& other = false_.block.described_result(i);
    for (int axis = 0; axis < one.dims_size(); ++axis) {
      const bool both = axis < other.dims_size();
      // A size that only one of the blocks knows counts for both.
      const int64_t size =
          std::max(one.dims(axis), both ? other.dims(axis) : -1);
      dims->Append(axis == 0 || size < 0 ? 0 : size);
    }
    if (one.lod_level() == 0) return;
    *lod = LoD::FromLengths(LoD::Levels(one.lod_level()));
  }

  const Input condition_{this, "Condition"};
  const OutputList outs_{this, "Out"};
  const Branch true_;
  const Branch false_;
};

}  // namespace

REGISTER_OPERATOR(ifelse, IfelseKernel);

}  // namespace paddle::operators
