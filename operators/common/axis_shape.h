// The schema of operators that go along one axis and keep the shape.
#pragma once

#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

// Infers that Out has the shape of X. Throws OutOfRange for an attribute "axis"
// that X does not have. Out has the data type and the sequences of X, too. A
// negative axis counts from the end.
class AlongAxisOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    framework::NormalizeAxis(context->Attr<int64_t>("axis"),
                             context->InputDims("X").rank());
    context->ShareShape("X", "Out");
  }
};

}  // namespace paddle::operators
