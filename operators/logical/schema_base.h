// The schema half that comparisons and logic share.
#pragma once

#include <string>
#include <utility>

#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

// Out is of bool; X and Y are of one data type and broadcast.
class ComparisonOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override;
};

// As above, of bool only.
class LogicalOp : public ComparisonOp {
 public:
  void InferShape(framework::InferShapeContext* context) const override;
};

class ComparisonOpMaker : public framework::OpMaker {
 public:
  // `formula` such as "X < Y".
  explicit ComparisonOpMaker(std::string formula)
      : formula_(std::move(formula)) {}
  void Make() override;

 private:
  const std::string formula_;
};

class LogicalOpMaker : public framework::OpMaker {
 public:
  // `formula` such as "X and Y".
  explicit LogicalOpMaker(std::string formula) : formula_(std::move(formula)) {}
  void Make() override;

 private:
  const std::string formula_;
};

// InvalidArgument, naming slot and type, unless the input is of bool.
void CheckBool(const framework::InferShapeContext& context,
               const std::string& slot);

}  // namespace paddle::operators
