#include "paddle/operators/control_flow/block_gradient_base.h"

#include <algorithm>

#include "paddle/framework/types/size_match.h"
#include "paddle/operators/control_flow/block_ends.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::GradName;
using framework::NameList;

void BlockGradOpMaker::AddForwardList(const std::string& slot,
                                      framework::VarKinds kinds) {
  AddInput(slot, "As forward.").AsList().AsOptional().ShapeOnly().Kinds(kinds);
}

void BlockGradOpMaker::AddForwardScopes(const std::string& slot) {
  AddInput(slot, "As forward.").Kinds({framework::kStepScopes});
}

void BlockGradOpMaker::AddGradList(const std::string& slot,
                                   const std::string& comment,
                                   framework::VarKinds kinds) {
  AddOutput(GradName(slot), comment).AsList().AsOptional().Kinds(kinds);
}

void BlockGradOpMaker::AddBlockGrad(framework::VarKinds out) {
  AddInput("Out", "As forward.")
      .AsList()
      .AsOptional()
      .NoGradient()
      .ShapeOnly()
      .Kinds(out);
  AddInput("Wanted", "The captures whose gradients are wanted.")
      .AsList()
      .AsOptional()
      .NoGradient()
      .ShapeOnly()
      .Kinds(framework::kTensorOrArray);
  AddInput("ForwardCaptures",
           "All captures of the forward operator: the gradient of this one "
           "reads them.")
      .AsList()
      .AsOptional()
      .ShapeOnly()
      .Kinds(framework::kAnyTensors);
  AddInput("Captures", "What the gradient blocks read from outside.")
      .AsList()
      .AsOptional()
      .Kinds(framework::kAnyTensors);
  AddInput("Out@GRAD", "The gradients of the outputs.")
      .AsList()
      .AsOptional()
      .Kinds(out);
  AddOutput("Captures@GRAD",
            "Of the wanted captures: the sum over all that ran, steps or "
            "blocks; zeros without any.")
      .AsList()
      .AsOptional()
      .Kinds(framework::kAnyTensors);
}

void SetGrads(framework::InferShapeContext* context, const std::string& slot) {
  const std::string grad = GradName(slot);
  for (int i = 0; i < context->OutputCount(grad); ++i) {
    if (!context->HasOutput(grad, i)) continue;
    const framework::Dims dims = context->InputDims(slot, i);
    const framework::DataType dtype = context->InputType(slot, i);
    // Arrays have no LoD; their gradients have the shape of the elements.
    if (context->InputIsTensorArray(slot, i)) {
      context->SetTensorArray(grad, dims, dtype, i);
    } else {
      context->SetOutput(grad, dims, dtype, i);
      context->ShareLoD(slot, grad, i, i);
    }
  }
}

void CheckOutputGrads(const framework::InferShapeContext& context) {
  const std::string grad = GradName("Out");
  const int count = context.InputCount(grad);
  PADDLE_ENFORCE(count == 0 || count == context.InputCount("Out"),
                 InvalidArgument, context.op_type(), " has ", count,
                 " gradients of ", context.InputCount("Out"), " outputs");
  for (int i = 0; i < count; ++i) {
    if (!context.HasInput(grad, i)) continue;
    const framework::Dims dims = context.InputDims(grad, i);
    const framework::Dims wanted = context.InputDims("Out", i);
    PADDLE_ENFORCE(
        framework::MayBeEqual(dims, wanted) &&
            context.InputType(grad, i) == context.InputType("Out", i) &&
            context.InputIsTensorArray(grad, i) ==
                context.InputIsTensorArray("Out", i),
        InvalidArgument, "gradient ", i, " of ", context.op_type(),
        " has the shape ", dims.ToString(), ", its output ", wanted.ToString(),
        ", or they differ in data type");
  }
}

void SetCaptureGrads(framework::InferShapeContext* context,
                     absl::string_view attribute, int block) {
  // The gradients of captures are the last results of the block; those before
  // them belong to its arguments.
  const BlockEnds ends(*context, attribute, block);
  const int wanted = context->InputCount("Wanted");
  PADDLE_ENFORCE(ends.num_results() >= wanted &&
                     context->OutputCount("Captures@GRAD") <= wanted,
                 InvalidArgument, context->op_type(), " has ", wanted,
                 " captures and ", context->OutputCount("Captures@GRAD"),
                 " gradients of them, but its "
                 "block has ",
                 ends.num_results(), " results");
  SetCaptureGrads(context, ends, ends.num_results() - wanted, 0, wanted);
}

void SetCaptureGrads(framework::InferShapeContext* context,
                     const BlockEnds& ends, int first, int begin, int end) {
  end = std::min(end, context->OutputCount("Captures@GRAD"));
  for (int i = begin; i < end; ++i) {
    const auto result = ends.result(first + i - begin);
    // Only the data type is checked here: shapes come from Wanted.
    BlockEnds::CheckType(result, context->InputType("Wanted", i), "gradient");
    SetCaptureGrad(context, result.kind, i);
  }
}

void SetCaptureGrad(framework::InferShapeContext* context,
                    framework::proto::VarKind kind, int i) {
  const framework::Dims dims = context->InputDims("Wanted", i);
  const framework::DataType dtype = context->InputType("Wanted", i);
  if (kind == framework::proto::SELECTED_ROWS) {
    context->SetSelectedRows("Captures@GRAD", dims, dtype, i);
  } else if (kind == framework::proto::TENSOR_ARRAY) {
    context->SetTensorArray("Captures@GRAD", dims, dtype, i);
  } else {
    context->SetOutput("Captures@GRAD", dims, dtype, i);
    context->ShareLoD("Wanted", "Captures@GRAD", i, i);
  }
}

NameList GradsOfWanted(const framework::proto::OpDesc& forward,
                       const framework::GradBlock& grad,
                       framework::GradContext* context) {
  const NameList captures = framework::Inputs(forward, "Captures");
  const NameList grads = context->InputGrads("Captures");
  NameList wanted;
  for (const std::string& name : grad.captures) {
    // Captures are few: a search per name is cheaper than an index.
    const auto found = std::find(captures.begin(), captures.end(), name);
    PADDLE_ENFORCE(found != captures.end(), InvalidArgument, "a block of ",
                   forward.type(), " reads '", name,
                   "', which is not among its captures");
    wanted.push_back(grads[found - captures.begin()]);
  }
  return wanted;
}

framework::proto::OpDesc MakeBlockGrad(
    const framework::proto::OpDesc& forward, const BlockGradSlots& slots,
    const framework::GradBlock& grad, const framework::AttributeMap& attributes,
    framework::GradContext* context) {
  framework::SlotMap inputs, outputs;
  for (const std::string& slot : slots.inputs) {
    inputs.push_back(ForwardSlot(forward, slot));
  }
  inputs.emplace_back("Out", framework::Outputs(forward, "Out"));
  // Two lists of captures: those with a gradient, of which only shapes are
  // needed, and all of them, which the gradient of the gradient reads.
  inputs.emplace_back("Wanted", grad.captures);
  inputs.emplace_back("ForwardCaptures",
                      framework::Inputs(forward, "Captures"));
  inputs.emplace_back("Captures", grad.reads);
  for (const std::string& slot : slots.scopes) {
    inputs.emplace_back(slot, framework::Outputs(forward, slot));
  }
  inputs.emplace_back(GradName("Out"), context->OutputGrads("Out"));
  for (const std::string& slot : slots.differentiated) {
    outputs.push_back(GradSlot(context, slot));
  }
  outputs.emplace_back(GradName("Captures"),
                       GradsOfWanted(forward, grad, context));
  return framework::MakeOp(forward.type() + "_grad", inputs, outputs,
                           attributes);
}

std::pair<std::string, NameList> ForwardSlot(
    const framework::proto::OpDesc& forward, const std::string& slot) {
  return {slot, framework::Inputs(forward, slot)};
}

std::pair<std::string, NameList> GradSlot(framework::GradContext* context,
                                          const std::string& slot) {
  return {GradName(slot), context->InputGrads(slot)};
}

}  // namespace paddle::operators
