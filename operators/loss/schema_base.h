// The schema half of losses of elements.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

// Checks that input `slot` has the shape and the type of input `like`. Throws
// InvalidArgument, naming both. Sizes that are not known yet fit any.
void CheckAlike(const framework::InferShapeContext& context,
                const std::string& slot, const std::string& like);

// The schema of a loss for each element: inputs and outputs all have the same
// shape and type, those of the first input.
class ElementLossOp : public framework::OpSchema {
 public:
  ElementLossOp(std::vector<std::string> inputs,
                std::vector<std::string> outputs)
      : inputs_(std::move(inputs)), outputs_(std::move(outputs)) {}
  void InferShape(framework::InferShapeContext* context) const override;

 private:
  // Names of slots; all of them are required.
  const std::vector<std::string> inputs_;
  const std::vector<std::string> outputs_;
};

// Declares what such losses document alike.
class ElementLossOpMaker : public framework::OpMaker {
 protected:
  // Adds a comment: `formula` and its source, then the errors.
  void AddFormula(const std::string& formula);
};

}  // namespace paddle::operators
