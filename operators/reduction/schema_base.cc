#include "paddle/operators/reduction/schema_base.h"

#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/operators/reduction/reduced_axes.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

void ReduceOp::InferShape(framework::InferShapeContext* context) const {
  const framework::Dims x = context->InputDims("X");
  const auto axes = ReducedAxes(context->Attr<std::vector<int64_t>>("dim"),
                                context->Attr<bool>("reduce_all"), x.rank());
  const framework::Dims out =
      ReducedDims(x, axes, context->Attr<bool>("keep_dim"));
  context->SetOutput("Out", out, context->InputType("X"));
  // Sequences are rows of axis 0: they hold as long as it is kept.
  if (x.rank() > 0 && !axes[0]) context->ShareLoD("X", "Out");
}

void ReduceTruthOp::InferShape(framework::InferShapeContext* context) const {
  const framework::DataType type = context->InputType("X");
  PADDLE_ENFORCE(type == framework::DataType::kBool, InvalidArgument, "X of ",
                 context->op_type(), " is of bool, not ",
                 framework::DataTypeName(type));
  ReduceOp::InferShape(context);
}

void ReduceOpMaker::Make() {
  AddInput("X", "Tensor of any shape.");
  AddOutput("Out",
            "Tensor of the shape of X without the reduced axes (of size 1 "
            "with keep_dim); a scalar if none is left.");
  AddAttr<std::vector<int64_t>>("dim",
                                "The axes to reduce; negative ones count from "
                                "the end. Empty: all.")
      .SetDefault({0})
      .LengthOfAxes();
  AddAttr<bool>("keep_dim", "Whether reduced axes stay, with size 1.")
      .SetDefault(false);
  AddAttr<bool>("reduce_all", "Whether to reduce all axes, whatever dim says.")
      .SetDefault(false);
  AddComment(absl::StrCat("Out = ", what_,
                          " over the reduced axes; over no elements ", of_none_,
                          ". Errors: OutOfRange for an axis that X does not "
                          "have; InvalidArgument for one that is named twice",
                          errors_, "."));
}

}  // namespace paddle::operators
