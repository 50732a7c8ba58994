#include <string>
#include <vector>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/infer_broadcast.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/common/broadcast_output.h"
#include "paddle/operators/common/fused_attributes.h"
#include "paddle/operators/elementwise/align.h"
#include "paddle/operators/elementwise/fused_program.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using framework::InferShapeContext;
using framework::NameList;

void DescribeFused(framework::OpMaker* op) {
  op->AddInput(
        "X",
        "One or more tensors of one data type, whose shapes broadcast as "
        "those of the steps do.")
      .AsList();
  op->AddOutput(
        "Out",
        "Results of steps, of the shapes to which their operands broadcast.")
      .AsList();
  op->AddAttr<NameList>("types", "The operator of each step.")
      .LengthBetween(1, 1 << 10);
  op->AddAttr<NameList>("outputs", "The output of it that the step computes.")
      .LengthOf("types");
  op->AddAttr<std::vector<int64_t>>(
        "operands",
        "What the steps read, step by step: the number of an input, or -1 - i "
        "for the result of step i, an earlier one.")
      .AnyLength();
  op->AddAttr<std::vector<int64_t>>("results", "The step of each output.")
      .LengthAtLeast(1);
  AddFusedAttributes(
      "Attributes of steps that are not what they are by default, each "
      "<step>.<attribute>.",
      op);
  op->MayReuse("Out", "X");
  op->AddComment(
      "Out[k] = the result of step results[k]: elementwise operators, one "
      "after "
      "the other on a part of the elements while it is in cache, so that each "
      "array is read and written once; where results have different shapes, "
      "one "
      "after the other as a whole. The bits are those of the operators one by "
      "one. Written by pass fuse_elementwise. Errors: InvalidArgument for a "
      "step "
      "that is not elementwise, for operands and results that are not there, "
      "for "
      "attributes that a step does not have, and for shapes that do not go "
      "together.");
}

// The shapes of the steps, while they are inferred.
class StepShapes {
 public:
  StepShapes(InferShapeContext* context, const FusedProgram& program)
      : context_(*context) {
    for (const FusedStep& step : program.steps) Add(step);
  }

  // Gives output number `i` the shape of a step.
  void SetOutput(int i, int step) {
    const Shape& shape = steps_[step];
    context_.SetOutput("Out", shape.dims, context_.InputType("X"), i);
    context_.ShareLoD("X", "Out", shape.input, i);
  }

 private:
  // A result, and the input that has its sequences.
  struct Shape {
    Dims dims;
    int input = 0;
  };

  Shape Of(int operand) const {
    if (operand < 0) return steps_[-1 - operand];
    return {context_.InputDims("X", operand), operand};
  }
  void Add(const FusedStep& step);
  Shape Broadcast(const FusedStep& step);

  InferShapeContext& context_;
  std::vector<Shape> steps_;
};

StepShapes::Shape StepShapes::Broadcast(const FusedStep& step) {
  const Shape x = Of(step.operands[0]), y = Of(step.operands[1]);
  const Dims out = framework::BroadcastDims(
      x.dims, AlignedDims(x.dims, y.dims, step.axis), &context_.sizes());
  return {out, HasRowsOf(x.dims, out) ? x.input : y.input};
}

void StepShapes::Add(const FusedStep& step) {
  Shape shape =
      step.rule->broadcasts ? Broadcast(step) : Of(step.operands.back());
  for (int operand : step.operands) {
    PADDLE_ENFORCE(step.rule->broadcasts ||
                       framework::MayBeEqual(Of(operand).dims, shape.dims),
                   InvalidArgument, "step ", steps_.size(), ", ",
                   step.desc.type(), ", of fused_elementwise reads shapes ",
                   Of(operand).dims.ToString(), " and ", shape.dims.ToString());
  }
  steps_.push_back(shape);
}

void InferFused(InferShapeContext* context) {
  const int inputs = context->InputCount("X");
  for (int i = 0; i < inputs; ++i) {
    PADDLE_ENFORCE_EQ(
        context->InputType("X", i), context->InputType("X"),
        "the inputs of fused_elementwise must be of one data type");
  }
  const FusedProgram program = ReadFusedProgram(
      [&](absl::string_view name) -> const framework::Attribute& {
        return context->attribute(name);
      },
      inputs, context->OutputCount("Out"));
  StepShapes shapes(context, program);
  for (size_t i = 0; i < program.results.size(); ++i) {
    shapes.SetOutput(static_cast<int>(i), program.results[i]);
  }
}

// One for each step, as most operators count.
double FusedFlops(const framework::FlopsContext& op) {
  return static_cast<double>(op.Attr<NameList>("types").size()) *
         framework::NumelFrom(op.DimsOf("Out"), 0);
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(fused_elementwise,
                             framework::ShapeFunction(InferFused),
                             framework::MakerFunction(DescribeFused));
REGISTER_OP_FLOPS(fused_elementwise, FusedFlops);

}  // namespace paddle::operators
