#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/unknown_size.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::Dims;

void DescribeUnique(framework::OpMaker* op) {
  op->AddInput("X", "Tensor of rank 1 or more.").NoGradient();
  op->AddOutput("Out",
                "The different slices, the shape of X but for the axis.");
  op->AddOutput("Indices", "The first place of each in X, int64, [n].");
  op->AddOutput("Inverse",
                "For each slice of X its place in Out, int64, [size].");
  op->AddOutput("Counts", "How often each slice occurs, int64, [n].");
  op->AddAttr<int64_t>("axis",
                       "The axis of the slices; a negative one counts from the "
                       "end.")
      .SetDefault(0);
  op->AddAttr<bool>("sorted",
                    "Whether slices are in ascending order of their elements; "
                    "else they are in the order in which they first occur.")
      .SetDefault(true);
  op->HasValueDependentShape();
  op->AddComment(
      "The different slices of X along an axis: of 2, 1, 1, 3 the numbers 1, "
      "2, 3, first at 1, 0, 3, the inverse 1, 0, 0, 2 and the counts 2, 1, 1. "
      "NaN is the greatest number, and equal to NaN. Compared on the host, for "
      "a GPU too. There is no gradient. Errors: OutOfRange for an axis that X "
      "does not have.");
}

void InferUnique(framework::InferShapeContext* context) {
  Dims dims = context->InputDims("X");
  const int axis =
      framework::NormalizeAxis(context->Attr<int64_t>("axis"), dims.rank());
  const int64_t size = dims[axis];
  const int64_t count = UnknownSize(context, "unique");
  dims[axis] = count;
  context->SetOutput("Out", dims, context->InputType("X"));
  context->SetOutput("Indices", Dims({count}), DataType::kInt64);
  context->SetOutput("Inverse", Dims({size}), DataType::kInt64);
  context->SetOutput("Counts", Dims({count}), DataType::kInt64);
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(unique, framework::ShapeFunction(InferUnique),
                             framework::MakerFunction(DescribeUnique));
REGISTER_OP_FLOPS(unique, framework::NoFlops());

}  // namespace paddle::operators
