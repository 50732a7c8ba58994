// Base classes of the schemas of operators that draw a random tensor.
#pragma once

#include <string>
#include <vector>

#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/constant_shape.h"
#include "paddle/operators/random/seed.h"

namespace paddle::operators {

// Gives Out the shape of attribute "shape" and the data type of attribute
// "dtype". Out has no sequences. ConstantShape says which shapes are legal.
class RandomOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    context->SetOutput(
        "Out", ConstantShape(context->Attr<std::vector<int64_t>>("shape")),
        context->DataTypeAttr("dtype"));
  }
};

// Declares Out, shape, dtype and seed, which come first; a derived maker adds
// the distribution, or is that of distributions.h.
class RandomOpMaker : public framework::OpMaker {
 protected:
  void AddCommon() {
    AddOutput("Out", "The random tensor, of the given shape and data type.");
    AddAttr<std::vector<int64_t>>("shape", "The shape of Out.")
        .LengthOfAxes()
        .AtLeast(0);
    AddDataTypeAttr("dtype", "The data type of Out: float32 or float64.");
    AddSeed(this);
  }
};

}  // namespace paddle::operators
