// The schemas that reductions of all elements share. They have no attributes,
// unlike reductions over chosen axes.
#pragma once

#include <string>
#include <utility>

#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

// Infers that Out is a scalar (rank 0) of X's data type, whatever X's shape is.
class WholeOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    context->SetOutput("Out", framework::Dims(), context->InputType("X"));
  }
};

// Declares X and Out; `formula` is the first sentence of the documentation.
class WholeOpMaker : public framework::OpMaker {
 public:
  explicit WholeOpMaker(std::string formula) : formula_(std::move(formula)) {}
  void Make() override {
    AddInput("X", "Tensor of any shape.");
    AddOutput("Out", "A scalar (rank 0).");
    AddComment(formula_ + " Errors: none beside those of every operator.");
  }

 private:
  const std::string formula_;
};

}  // namespace paddle::operators
