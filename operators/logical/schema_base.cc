#include "paddle/operators/logical/schema_base.h"

#include "absl/strings/str_cat.h"

#include "paddle/framework/types/data_type.h"
#include "paddle/operators/common/broadcast_output.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::DataType;

void ComparisonOp::InferShape(framework::InferShapeContext* context) const {
  // Y broadcasts as it is: comparisons have no attribute `axis`.
  SetBroadcastOutput(context, context->InputDims("Y"), DataType::kBool);
}

void LogicalOp::InferShape(framework::InferShapeContext* context) const {
  // Before the shapes, so that a wrong type is what the message names.
  CheckBool(*context, "X");
  CheckBool(*context, "Y");
  ComparisonOp::InferShape(context);
}

void CheckBool(const framework::InferShapeContext& context,
               const std::string& slot) {
  const DataType type = context.InputType(slot);
  PADDLE_ENFORCE(type == DataType::kBool, InvalidArgument, slot, " of ",
                 context.op_type(), " is of bool, not ", DataTypeName(type));
}

void NumberKindOp::InferShape(framework::InferShapeContext* context) const {
  context->SetOutput("Out", context->InputDims("X"), DataType::kBool);
  context->ShareLoD("X", "Out");
}

void NumberKindOpMaker::Make() {
  AddInput("X", "Numbers, of any shape.").NoGradient();
  AddOutput("Out", "bool, of the shape of X.");
  AddComment(absl::StrCat(
      "Out = whether an element of X is ", kind_,
      ". Integers are all finite. Errors: none beside those of every "
      "operator."));
}

void ComparisonOpMaker::Make() {
  AddInput("X", "The left operand, of any shape.").NoGradient();
  AddInput("Y",
           "The right operand, of X's data type and of a shape that broadcasts "
           "with X's by NumPy's rule.")
      .NoGradient();
  AddOutput("Out", "bool, of the shape to which X and Y broadcast.");
  AddComment(
      absl::StrCat("Out = ", formula_,
                   ", element by element. NaN is unequal to everything, "
                   "and neither less nor greater. Errors: InvalidArgument "
                   "for shapes that do not broadcast, and X and Y of two "
                   "data types."));
}

void LogicalOpMaker::Make() {
  AddInput("X", "bool, of any shape.").NoGradient();
  AddInput("Y", "bool, of a shape that broadcasts with X's by NumPy's rule.")
      .NoGradient();
  AddOutput("Out", "bool, of the shape to which X and Y broadcast.");
  AddComment(absl::StrCat("Out = ", formula_,
                          ", element by element. Errors: InvalidArgument for "
                          "shapes that do not broadcast, and what is not "
                          "bool."));
}

}  // namespace paddle::operators
