// The schema half that reductions over some axes share.
#pragma once

#include <string>
#include <utility>

#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

class ReduceOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override;
};

// The same of truth values; InvalidArgument for another type.
class ReduceTruthOp : public ReduceOp {
 public:
  void InferShape(framework::InferShapeContext* context) const override;
};

class ReduceOpMaker : public framework::OpMaker {
 public:
  // What Out is, such as "the sum", and what it is over no elements; `errors`:
  // beside those of the axes.
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
