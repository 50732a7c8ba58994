#include "paddle/operators/control_flow/branch_shapes.h"

#include "absl/strings/str_cat.h"

#include "paddle/framework/types/data_type.h"
#include "paddle/operators/control_flow/block_ends.h"
#include "paddle/operators/control_flow/block_gradient_base.h"
#include "paddle/operators/control_flow/second_gradient.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::DataType;
using framework::Dims;
using framework::InferShapeContext;

namespace {

// Collects what is known of an output, whichever block computes it.
class CommonResult {
 public:
  explicit CommonResult(BlockEnds::Var first) : var_(std::move(first)) {}

  void Join(InferShapeContext* context, const BlockEnds::Var& other,
            const std::string& where) {
    PADDLE_ENFORCE(other.kind == var_.kind && other.dtype == var_.dtype &&
                       other.lod_level == var_.lod_level &&
                       (other.dims.rank() == var_.dims.rank() ||
                        IsUnknown(var_) || IsUnknown(other)),
                   InvalidArgument, "an output of ", context->op_type(),
                   " is '", var_.name, "' ", var_.dims.ToString(), " ",
                   framework::DataTypeName(var_.dtype),
                   " in the first block, but '", other.name, "' ",
                   other.dims.ToString(), " ",
                   framework::DataTypeName(other.dtype), " ", where);
    const bool alike = var_.dims.rank() == other.dims.rank();
    if (!alike && IsUnknown(var_)) var_.dims = other.dims;
    for (int axis = 0; axis < var_.dims.rank(); ++axis) {
      // Blocks may compute different sizes; which one applies is known in a
      // run.
      if (alike && var_.dims[axis] == other.dims[axis]) continue;
      var_.dims[axis] = context->sizes().Fresh();
    }
  }

  void Set(InferShapeContext* context, int i) const {
    if (var_.kind == framework::proto::TENSOR_ARRAY) {
      return context->SetTensorArray("Out", var_.dims, var_.dtype, i);
    }
    BlockEnds::CheckKind(var_, framework::proto::DENSE_TENSOR, "result");
    context->SetOutput("Out", var_.dims, var_.dtype, i);
    context->SetLoDLevels("Out", var_.lod_level, i);
  }

 private:
  // An array of rank 0 has elements of unknown shape, as in CommonDims
  // (operators/tensor_array/array_shape.h).
  static bool IsUnknown(const BlockEnds::Var& var) {
    return var.kind == framework::proto::TENSOR_ARRAY && var.dims.rank() == 0;
  }

  BlockEnds::Var var_;
};

// Describes a value for the case that no block runs like a result of a block,
// so that the two are compared alike.
BlockEnds::Var Otherwise(const InferShapeContext& context, int i) {
  BlockEnds::Var var;
  var.name = absl::StrCat("Otherwise ", i);
  if (context.InputIsTensorArray("Otherwise", i)) {
    var.kind = framework::proto::TENSOR_ARRAY;
  }
  var.dtype = context.InputType("Otherwise", i);
  var.dims = context.InputDims("Otherwise", i);
  var.lod_level = context.LoDLevels("Otherwise", i);
  return var;
}

}  // namespace

void BranchOpMaker::AddBranches() {
  AddCaptures("What the blocks read from outside, of any shape.");
  AddInput("Otherwise",
           "The outputs where no block runs, of their kinds, data types and "
           "rank. Not given if a block always runs.")
      .AsList()
      .AsOptional()
      .Kinds(framework::kTensorOrArray);
  AddOutput("Out",
            "The results of the block that ran, or Otherwise, in their shapes.")
      .AsList()
      .AsOptional()
      .Kinds(framework::kTensorOrArray);
  AddScopes("StepScopes", "What the gradient reads of the block that ran.");
  HasValueDependentShape();
}

void CheckConditions(const InferShapeContext& context,
                     const std::string& slot) {
  for (int i = 0; i < context.InputCount(slot); ++i) {
    const DataType dtype = context.InputType(slot, i);
    const Dims dims = context.InputDims(slot, i);
    // Unknown sizes may turn out to be 1; the kernel looks again.
    bool one = true;
    for (int64_t size : dims) one = one && (size == 1 || size < 0);
    PADDLE_ENFORCE(dtype == DataType::kBool && one, InvalidArgument,
                   "a condition of ", context.op_type(), " is one bool, not ",
                   framework::DataTypeName(dtype), " ", dims.ToString());
  }
}

void SetBranchOutputs(InferShapeContext* context,
                      const std::vector<OwnedBlockAttr>& blocks, bool always) {
  const int outputs = context->OutputCount("Out");
  const int otherwise = context->InputCount("Otherwise");
  PADDLE_ENFORCE(otherwise == (always ? 0 : outputs), InvalidArgument,
                 context->op_type(), " has ", outputs, " outputs and ",
                 otherwise, " values for them where no block runs",
                 always ? ", but one always runs" : "");
  std::vector<CommonResult> results;
  for (size_t block = 0; block < blocks.size(); ++block) {
    const BlockEnds ends(*context, blocks[block].first, blocks[block].second);
    PADDLE_ENFORCE(ends.num_arguments() == 0 && ends.num_results() == outputs,
                   InvalidArgument, "block ", block, " of ", context->op_type(),
                   " has ", ends.num_arguments(), " arguments and ",
                   ends.num_results(), " results, where none and ", outputs,
                   " are wanted");
    for (int i = 0; i < outputs; ++i) {
      if (block == 0) {
        results.emplace_back(ends.result(i));
      } else {
        results[i].Join(context, ends.result(i),
                        absl::StrCat("in block ", block));
      }
    }
  }
  for (int i = 0; i < outputs; ++i) {
    if (!always) {
      // Otherwise counts as one more block.
      results[i].Join(context, operators::Otherwise(*context, i),
                      "where no block runs");
    }
    results[i].Set(context, i);
  }
  context->SetStepScopes("StepScopes");
}

void BranchGradSlotsMaker::AddGrad(const std::string& conditions) {
  AddInput(conditions, "As forward.").AsList().NoGradient();
  AddInput("Otherwise", "As forward.")
      .AsList()
      .AsOptional()
      .NoGradient()
      .ShapeOnly()
      .Kinds(framework::kTensorOrArray);
  AddForwardScopes("StepScopes");
  AddBranchGrad(framework::kTensorOrArray);
  AddGradList("Otherwise",
              "The gradients of the outputs if no block ran, else zeros.",
              framework::kTensorOrArray);
}

void BranchGradOp::InferShape(InferShapeContext* context) const {
  CheckOutputGrads(*context);
  SetGrads(context, "Otherwise");
  SetBranchCaptureGrads(context);
}

std::vector<framework::proto::OpDesc> MakeBranchGradient(
    const framework::proto::OpDesc& forward, const std::string& conditions,
    const std::vector<framework::BlockIndex>& blocks,
    framework::GradContext* context) {
  // Only conditions are read as values: which block ran follows from them, and
  // its values from the scopes that it saved.
  const BranchGradients grads(blocks, context);
  return {MakeBlockGrad(forward, {{conditions, "Otherwise"}, {"Otherwise"}},
                        grads.all, grads.Attributes(), context)};
}

std::vector<framework::proto::OpDesc> MakeBranchSecondGradient(
    const framework::proto::OpDesc& grad, framework::GradContext* context,
    const std::string& type, const std::string& conditions,
    const std::function<framework::AttributeMap(
        const std::vector<framework::BlockIndex>&)>& attributes) {
  SecondGradient second(grad, context);
  std::vector<framework::BlockIndex> blocks;
  framework::NameList captures, tangents;
  for (framework::BlockIndex grad_block :
       framework::GetAttr<std::vector<framework::BlockIndex>>(grad, "blocks")) {
    const auto block = second.Tangents(grad_block.index, {});
    blocks.push_back(framework::BlockIndex{block.index});
    // Every block has the same results, so the tangents of any one will do.
    tangents = block.result_tangents;
    const framework::NameList reads =
        second.context()->SetBlockEnds(block.index, {}, Given(tangents));
    for (const std::string& name : reads) PlaceIn(&captures, name);
  }
  WithTangents otherwise = second.Slot("Otherwise");
  second.FillTangents(tangents, &otherwise);
  second.Finish(framework::MakeOp(type,
                                  {ForwardSlot(grad, conditions),
                                   {"Captures", captures},
                                   {"Otherwise", Given(otherwise.tangents)}},
                                  {{"Out", second.TangentOutputs(tangents)},
                                   {"StepScopes", {second.Unused("steps")}}},
                                  attributes(blocks)));
  return {};
}

}  // namespace paddle::operators
