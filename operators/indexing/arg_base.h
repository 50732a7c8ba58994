// The schema half that argmax and argmin share.
#pragma once

#include <string>
#include <utility>

#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

class ArgOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override;
};

class ArgOpMaker : public framework::OpMaker {
 public:
  // Which element is looked for, such as "largest".
  explicit ArgOpMaker(std::string which) : which_(std::move(which)) {}
  void Make() override;

 private:
  const std::string which_;
};

}  // namespace paddle::operators
