// The schema half that losses of elements share.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

// InvalidArgument, naming both shapes or types, unless input `slot` has the
// shape and the type of input `like`.
void CheckAlike(const framework::InferShapeContext& context,
                const std::string& slot, const std::string& like);

// A loss for each element: inputs and outputs all have the same shape and type.
class ElementLossOp : public framework::OpSchema {
 public:
  ElementLossOp(std::vector<std::string> inputs,
                std::vector<std::string> outputs)
      : inputs_(std::move(inputs)), outputs_(std::move(outputs)) {}
  void InferShape(framework::InferShapeContext* context) const override;

 private:
  const std::vector<std::string> inputs_;
  const std::vector<std::string> outputs_;
};

}  // namespace paddle::operators
