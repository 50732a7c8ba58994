// The schema half that reductions of all elements share.
#pragma once

#include <string>
#include <utility>

#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

class WholeOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    context->SetOutput("Out", framework::Dims(), context->InputType("X"));
  }
};

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
