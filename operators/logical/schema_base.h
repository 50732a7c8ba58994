// The schemas of comparisons and logical operators. Their outputs are bool and
// have no gradient: the inputs are declared NoGradient, and there is no
// gradient operator.
#pragma once

#include <string>
#include <utility>

#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

// Gives Out the data type bool and the shape to which X and Y broadcast. Throws
// InvalidArgument if they do not broadcast or differ in data type.
class ComparisonOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override;
};

// Infers the shape as ComparisonOp does; throws InvalidArgument unless X and Y
// are bool.
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

// Declares the slots for operands of bool, and documents the formula.
class LogicalOpMaker : public framework::OpMaker {
 public:
  // `formula` is an expression such as "X and Y".
  explicit LogicalOpMaker(std::string formula) : formula_(std::move(formula)) {}
  void Make() override;

 private:
  const std::string formula_;
};

// Gives Out the data type bool and the shape and sequences of X, a tensor of
// numbers.
class NumberKindOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override;
};

// Declares X and Out, and documents which numbers are meant.
class NumberKindOpMaker : public framework::OpMaker {
 public:
  // `kind` completes "whether an element is".
  explicit NumberKindOpMaker(std::string kind) : kind_(std::move(kind)) {}
  void Make() override;

 private:
  const std::string kind_;
};

// Throws InvalidArgument, naming slot and type, unless the input is bool. For
// LogicalOp and for logical_not, which has one operand.
void CheckBool(const framework::InferShapeContext& context,
               const std::string& slot);

}  // namespace paddle::operators
