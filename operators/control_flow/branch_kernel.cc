#include "paddle/operators/control_flow/branch_kernel.h"

#include <string>

#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/operators/control_flow/block_values.h"
#include "paddle/operators/control_flow/gradient_sum.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::BlockIndex;
using framework::KernelContext;
using framework::OpArguments;
using framework::SlotRange;
using framework::StepScopes;
using framework::SubBlock;
using framework::SubBlockRun;

namespace {

// Returns the number of the block to run, -1 for none. Conditions after the
// first that holds are not read: each costs a wait for a GPU.
int FirstMatch(const KernelContext& context, SlotRange conditions,
               size_t blocks) {
  for (int i = 0; i < conditions.count; ++i) {
    if (Holds(*context.var(conditions.begin + i))) return i;
  }
  return conditions.count < blocks ? conditions.count : -1;
}

}  // namespace

std::vector<std::vector<int64_t>> WantedOfBlocks(const OpArguments& arguments) {
  const auto& places =
      std::get<std::vector<int64_t>>(arguments.attribute("wanted"));
  const auto& counts =
      std::get<std::vector<int64_t>>(arguments.attribute("wanted_counts"));
  const auto& blocks =
      std::get<std::vector<BlockIndex>>(arguments.attribute("blocks"));
  PADDLE_ENFORCE(counts.size() == blocks.size(), InvalidArgument,
                 arguments.desc().type(), " has ", blocks.size(),
                 " gradient blocks, but wanted_counts speaks of ",
                 counts.size());
  const int most = arguments.OutputRange("Captures@GRAD").count;
  std::vector<std::vector<int64_t>> wanted;
  size_t next = 0;
  for (int64_t count : counts) {
    wanted.emplace_back();
    for (int64_t i = 0; i < count; ++i, ++next) {
      PADDLE_ENFORCE(
          next < places.size() && 0 <= places[next] && places[next] < most,
          InvalidArgument, "attribute wanted of ", arguments.desc().type(),
          " does not fit its ", most, " gradients of captures");
      wanted.back().push_back(places[next]);
    }
  }
  return wanted;
}

StepScopes* EmptyScopes(const KernelContext& context, SlotRange scopes) {
  if (scopes.count == 0) return nullptr;
  auto* steps = context.var(scopes.begin)->GetMutable<StepScopes>();
  // A run of the same operator in a loop would otherwise add to the last one's.
  steps->Clear();
  return steps;
}

void SaveBranch(SubBlockRun* run, const SubBlock& block, StepScopes* scopes) {
  if (scopes == nullptr || !block.records()) return;
  scopes->Begin(block.saved_names());
  run->Save(scopes);
}

// Slots are resolved once, when the kernel is made: a run looks no name up.
BranchKernel::BranchKernel(const OpArguments& arguments,
                           absl::string_view conditions)
    : OpKernel(arguments),
      conditions_(arguments.InputRange(conditions)),
      otherwise_(arguments.InputRange("Otherwise")),
      outs_(arguments.OutputRange("Out")),
      scopes_(arguments.OutputRange("StepScopes")) {}

void BranchKernel::AddBlock(absl::string_view attribute, int i) {
  blocks_.push_back(std::make_unique<SubBlock>(arguments(), attribute, i));
  CheckResults(*blocks_.back());
}

void BranchKernel::CheckBlocks() const {
  const std::string& type = arguments().desc().type();
  const int blocks = static_cast<int>(blocks_.size());
  const bool always = blocks == conditions_.count + 1;
  PADDLE_ENFORCE(blocks == conditions_.count || always, InvalidArgument, type,
                 " has ", blocks, " blocks for ", conditions_.count,
                 " conditions");
  PADDLE_ENFORCE(otherwise_.count == (always ? 0 : outs_.count),
                 InvalidArgument, type, " has ", outs_.count, " outputs and ",
                 otherwise_.count, " values for them where no block runs");
}

// Schemas check the same when a program is built, but programs also come from
// files.
void BranchKernel::CheckResults(const SubBlock& block) const {
  const std::string& type = arguments().desc().type();
  PADDLE_ENFORCE(
      block.num_arguments() == 0 && block.num_results() == outs_.count,
      InvalidArgument, "a block of ", type, " has ", block.num_arguments(),
      " arguments and ", block.num_results(), " results, where none and ",
      outs_.count, " are wanted");
  PADDLE_ENFORCE(!block.records() || scopes_.count == 1, InvalidArgument, type,
                 " has a gradient, but no StepScopes");
  for (int i = 0; i < outs_.count; ++i) {
    const auto& out = arguments().var(outs_.begin + i);
    const auto& result = block.result(i);
    PADDLE_ENFORCE(result.kind == out.kind && result.dtype == out.dtype,
                   InvalidArgument, "output '", out.name, "' of ", type,
                   " and '", result.name,
                   "' of its block are not of one kind and data type");
  }
}

void BranchKernel::Compute(const KernelContext& context) const {
  const int chosen = FirstMatch(context, conditions_, blocks_.size());
  if (chosen >= 0) return RunBlock(context, chosen);
  EmptyScopes(context, scopes_);
  for (int i = 0; i < outs_.count; ++i) {
    CopyValue(context, *context.var(otherwise_.begin + i),
              context.var(outs_.begin + i));
  }
}

void BranchKernel::RunBlock(const KernelContext& context, int chosen) const {
  StepScopes* scopes = EmptyScopes(context, scopes_);
  const SubBlock& block = *blocks_[chosen];
  SubBlockRun run(block, context);
  run.Step(0);
  for (int i = 0; i < outs_.count; ++i) {
    framework::Variable* out = context.var(outs_.begin + i);
    // A result that the block owns is not overwritten before the next run; a
    // captured one belongs to an outer scope, and may be.
    if (block.OwnsResult(i)) {
      ShareValue(*run.result(i), out);
    } else {
      CopyValue(context, *run.result(i), out);
    }
  }
  SaveBranch(&run, block, scopes);
}

BranchGradKernel::BranchGradKernel(const OpArguments& arguments,
                                   absl::string_view conditions)
    : OpKernel(arguments),
      conditions_(arguments.InputRange(conditions)),
      outs_(arguments.InputRange("Out")),
      out_grads_(arguments.InputRange("Out@GRAD")),
      otherwise_(arguments.InputRange("Otherwise")),
      otherwise_grads_(arguments.OutputRange("Otherwise@GRAD")),
      scopes_(arguments.InputRange("StepScopes")),
      wanted_(WantedOfBlocks(arguments)) {
  for (int i = 0; i < outs_.count; ++i) {
    const auto& var = arguments.var(outs_.begin + i);
    // Outputs of other types, such as indices, carry no gradient: the gradient
    // block has no argument for them.
    if (framework::IsFloating(var.dtype)) floating_.push_back(i);
  }
  for (size_t i = 0; i < wanted_.size(); ++i) {
    blocks_.push_back(std::make_unique<SubBlock>(arguments, "blocks", i));
    const SubBlock& block = *blocks_.back();
    PADDLE_ENFORCE(block.num_arguments() == floating_.size() &&
                       block.num_results() == wanted_[i].size(),
                   InvalidArgument, "gradient block ", i, " of ",
                   arguments.desc().type(), " has ", block.num_arguments(),
                   " arguments and ", block.num_results(),
                   " results, which do not fit its ", floating_.size(),
                   " outputs and ", wanted_[i].size(), " captures");
  }
}

bool BranchGradKernel::IsGiven(int i) const {
  return i < out_grads_.count &&
         !arguments().var(out_grads_.begin + i).name.empty();
}

void BranchGradKernel::Compute(const KernelContext& context) const {
  const int chosen = FirstMatch(context, conditions_, blocks_.size());
  CaptureGrads captures(arguments(), context);
  if (chosen >= 0) {
    auto* scopes = framework::StepScopesOf(context.var(scopes_.begin));
    SubBlockRun run(*blocks_[chosen], context);
    run.Load(scopes, 0);
    GiveGrads(context, run);
    run.Step(0);
    captures.Add(run, 0, &wanted_[chosen]);
  }
  // Also if no block ran: the gradients of all captures are zeros then.
  captures.Finish();
  OtherwiseGrads(context, chosen >= 0);
}

void BranchGradKernel::GiveGrads(const KernelContext& context,
                                 const SubBlockRun& run) const {
  for (size_t k = 0; k < floating_.size(); ++k) {
    const int i = floating_[k];
    framework::VariableValue grad;
    if (IsGiven(i)) {
      ShareValue(*context.var(out_grads_.begin + i), &grad);
    } else {
      // The output did not get a gradient: its block still expects one.
      ZeroValue(context, arguments().var(outs_.begin + i),
                *context.var(outs_.begin + i), &grad);
    }
    run.argument(static_cast<int>(k))->Swap(&grad);
  }
}

void BranchGradKernel::OtherwiseGrads(const KernelContext& context,
                                      bool chosen) const {
  for (int i = 0; i < otherwise_grads_.count; ++i) {
    const int argument = otherwise_grads_.begin + i;
    if (arguments().var(argument).name.empty()) continue;
    if (!chosen && IsGiven(i)) {
      CopyValue(context, *context.var(out_grads_.begin + i),
                context.var(argument));
    } else {
      framework::VariableValue zeros;
      ZeroValue(context, arguments().var(otherwise_.begin + i),
                *context.var(otherwise_.begin + i), &zeros);
      CopyValue(context, &zeros, context.var(argument));
    }
  }
}

}  // namespace paddle::operators
