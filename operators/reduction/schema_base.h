// The schemas that reductions over some axes share. With keep_dim the reduced
// axes stay with size 1, so that Out broadcasts against X.
#pragma once

#include <string>
#include <utility>

#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

// Infers Out's shape from X's and the attributes dim, keep_dim and reduce_all;
// Out keeps X's sequences if axis 0 is kept. Throws OutOfRange and
// InvalidArgument as ReducedAxes does.
class ReduceOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override;
};

// Infers the same for bool; throws InvalidArgument for another type.
class ReduceTruthOp : public ReduceOp {
 public:
  void InferShape(framework::InferShapeContext* context) const override;
};

// Declares X, Out and the attributes, and writes the documentation.
class ReduceOpMaker : public framework::OpMaker {
 public:
  // `what` says what Out is, such as "the sum"; `of_none` what it is over no
  // elements; `errors` are those beside the ones of axes.
  ReduceOpMaker(std::string what, std::string of_none, std::string errors = "")
      : what_(std::move(what)),
        of_none_(std::move(of_none)),
        errors_(std::move(errors)) {}
  void Make() override;

 private:
  const std::string what_;
  const std::string of_none_;
  const std::string errors_;
};

}  // namespace paddle::operators
