#include <algorithm>
#include <cmath>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {
namespace {

using framework::Dims;

void DescribeArgsort(framework::OpMaker* op) {
  op->AddInput("X", "Numbers, of rank 1 or more.");
  op->AddOutput("Out", "The numbers in order along the axis, the shape of X.");
  op->AddOutput("Indices", "Where in X they stand, int64, the shape of X.")
      .NoGradient();
  op->AddAttr<int64_t>("axis", "The axis; a negative one counts from the end.")
      .SetDefault(-1);
  op->AddAttr<bool>("descending", "The largest first.").SetDefault(false);
  op->AddComment(
      "Out = X sorted along an axis, and Indices = where its elements stood. "
      "Equal numbers keep their order; NaN counts as larger than any number. "
      "Errors: OutOfRange for an axis that X does not have.");
}

void InferArgsort(framework::InferShapeContext* context) {
  const Dims x = context->InputDims("X");
  const int axis =
      framework::NormalizeAxis(context->Attr<int64_t>("axis"), x.rank());
  context->SetOutput("Out", x, context->InputType("X"));
  context->SetOutput("Indices", x, framework::DataType::kInt64);
  // Sorting along axis 0 mixes the rows of sequences.
  if (axis == 0) return;
  context->ShareLoD("X", "Out");
  context->ShareLoD("X", "Indices");
}

// So many comparisons as a merge sort of each line along the axis.
double ArgsortFlops(const framework::FlopsContext& op) {
  const framework::Dims& x = op.DimsOf("X");
  const int64_t axis = op.Attr<int64_t>("axis");
  const double length = x[axis < 0 ? axis + x.rank() : axis];
  return op.SizeOf("X") * std::ceil(std::log2(std::max(length, 1.0)));
}

}  // namespace

REGISTER_OP(argsort, framework::ShapeFunction(InferArgsort),
            framework::MakerFunction(DescribeArgsort), argsort_grad,
            framework::GradOpSchema({"Indices"}));
REGISTER_OP_FLOPS(argsort, ArgsortFlops);
REGISTER_OP_FLOPS(argsort_grad, framework::NoFlops());

}  // namespace paddle::operators
