// The schema shared by argmax and argmin. The two differ in the word for the
// element and in the kernel.
#pragma once

#include <string>
#include <utility>

#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

// Infers Out: the shape of X without "axis" (of size 1 there if "keep_dim"), of
// int64. Throws OutOfRange for an axis that X lacks and InvalidArgument for one
// without elements. Out has the sequences of X unless the axis is 0. An axis of
// unknown size passes while a program is written, and is checked in the run.
class ArgOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override;
};

// Describes X, Out, "axis" and "keep_dim". The comment says what ties and NaN
// give: the lower index, and the index of the NaN.
class ArgOpMaker : public framework::OpMaker {
 public:
  // `which` describes the element that is searched, such as "largest".
  explicit ArgOpMaker(std::string which) : which_(std::move(which)) {}
  void Make() override;

 private:
  const std::string which_;
};

}  // namespace paddle::operators
