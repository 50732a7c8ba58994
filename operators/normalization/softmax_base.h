// The schema half of softmax and of its logarithm, whose shapes AlongAxisOp
// infers.
#pragma once

#include <string>
#include <utility>

#include "paddle/operators/common/axis_shape.h"

namespace paddle::operators {

// Declares X, Out and axis, which is the last one by default. Out may take the
// memory of X: the sum along the axis is known before an element is written.
class SoftmaxOpMaker final : public framework::OpMaker {
 public:
  // `out` says what Out is, without its shape; `formula` how it is computed.
  SoftmaxOpMaker(std::string out, std::string formula)
      : out_(std::move(out)), formula_(std::move(formula)) {}
  void Make() override {
    AddInput("X", "Scores, of any shape of rank 1 or more.");
    AddOutput("Out", out_ + " along the axis; the shape of X.");
    AddAttr<int64_t>("axis", "The axis of the classes; negative: from the end.")
        .SetDefault(-1);
    MayReuse("Out", "X");
    AddComment(formula_ +
               " Errors: OutOfRange for an axis that X does not have.");
  }

 private:
  const std::string out_;
  const std::string formula_;
};

}  // namespace paddle::operators
