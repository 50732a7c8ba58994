#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

void DescribeSquaredL2Distance(framework::OpMaker* op) {
  op->AddInput("X", "Rows, [N, ...].");
  op->AddInput("Y", "As many rows of the same shape, or one row for all.");
  op->AddOutput("sub_result", "X - Y as a matrix, [N, elements of a row].")
      .AsIntermediate();
  op->AddOutput("Out", "The squared distances of the rows, [N, 1].");
  op->AddComment(
      "Out[n] = sum((X[n] - Y[n])^2) over the elements of row n. Errors: "
      "InvalidArgument for rows of different shapes or data types, and a Y of "
      "neither one row nor as many.");
}

void CheckShapes(const Dims& x, const Dims& y) {
  bool fits = x.rank() > 0 && x.rank() == y.rank() &&
              (y[0] == 1 || framework::MayBeEqual(x[0], y[0]));
  for (int i = 1; fits && i < x.rank(); ++i) {
    fits = framework::MayBeEqual(x[i], y[i]);
  }
  PADDLE_ENFORCE(fits, InvalidArgument, "squared_l2_distance compares X ",
                 x.ToString(), " with Y ", y.ToString(),
                 ": rows of different shapes, or not one row or as many");
}

void InferSquaredL2Distance(framework::InferShapeContext* context) {
  const Dims x = context->InputDims("X");
  const Dims y = context->InputDims("Y");
  CheckShapes(x, y);
  PADDLE_ENFORCE_EQ(context->InputType("X"), context->InputType("Y"),
                    "X and Y of squared_l2_distance must be of one data type");
  const int64_t width = context->NumelOf(x.Slice(1, x.rank()));
  context->SetOutput("sub_result", {x[0], width}, context->InputType("X"));
  context->SetOutput("Out", {x[0], 1}, context->InputType("X"));
  context->ShareLoD("X", "Out");
}

}  // namespace

REGISTER_OP(squared_l2_distance,
            framework::ShapeFunction(InferSquaredL2Distance),
            framework::MakerFunction(DescribeSquaredL2Distance),
            squared_l2_distance_grad, framework::GradOpSchema({"sub_result"}));
REGISTER_OP_FLOPS(squared_l2_distance, framework::FlopsOfLargest(3));

}  // namespace paddle::operators
