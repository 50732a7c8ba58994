// The schemas that comparisons and logical operators share. Their outputs are
// conditions, to which no gradient flows: the inputs are declared NoGradient,
// and the operators have no gradient operator.
#pragma once

#include <string>
#include <utility>

#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

// Infers that Out is of bool and has the shape to which X and Y broadcast.
// Throws InvalidArgument if they do not broadcast or are of two data types.
class ComparisonOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override;
};

// Infers the same; throws InvalidArgument unless X and Y are of bool.
class LogicalOp : public ComparisonOp {
 public:
  void InferShape(framework::InferShapeContext* context) const override;
};

// Declares X, Y and Out without gradients, and documents the formula.
class ComparisonOpMaker : public framework::OpMaker {
 public:
  // `formula` is an expression such as "X < Y".
  explicit ComparisonOpMaker(std::string formula)
      : formula_(std::move(formula)) {}
  void Make() override;

 private:
  const std::string formula_;
};

// Declares the same for operands of bool.
class LogicalOpMaker : public framework::OpMaker {
 public:
  // `formula` is an expression such as "X and Y".
  explicit LogicalOpMaker(std::string formula) : formula_(std::move(formula)) {}
  void Make() override;

 private:
  const std::string formula_;
};

// Throws InvalidArgument, with slot and type, unless the input is of bool.
// logical_not, which is no LogicalOp, uses it as well.
void CheckBool(const framework::InferShapeContext& context,
               const std::string& slot);

}  // namespace paddle::operators
