// The schema half of losses of classification: a loss for each row of scores.
#pragma once

#include <string>
#include <utility>

#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

// Gives the output `loss` the dims that belong to the input `scores`
// (label_shape.h), its type and its sequences. Throws InvalidArgument if Label
// does not fit.
class RowLossOp : public framework::OpSchema {
 public:
  // `may_be_soft` tells that there are the attributes of AddMaybeSoftLabel.
  RowLossOp(std::string scores, std::string loss, bool may_be_soft)
      : scores_(std::move(scores)),
        loss_(std::move(loss)),
        may_be_soft_(may_be_soft) {}
  void InferShape(framework::InferShapeContext* context) const override;

 private:
  const std::string scores_;
  const std::string loss_;
  const bool may_be_soft_;
};

// Declares what several of these losses have.
class RowLossOpMaker : public framework::OpMaker {
 protected:
  // Declares Label, a class for each row.
  void AddLabel();
  // Declares a Label of classes or weights, and the attributes soft_label,
  // ignore_index and axis; `scores` is the input that Label belongs to.
  void AddMaybeSoftLabel(const std::string& scores);
  // Declares the attribute axis: where the classes are.
  void AddAxis();
};

}  // namespace paddle::operators
