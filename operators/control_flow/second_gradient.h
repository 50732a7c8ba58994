// Gradients of the gradients of operators that own blocks. Each maker writes
// the forward operator once more, with blocks that also compute tangents
// (backward/tangent_block.h says why that suffices), and differentiates it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/composite_gradient.h"

namespace paddle::operators {

// The variables of a slot and a tangent for each; "" for a missing one.
struct WithTangents {
  framework::NameList values;
  framework::NameList tangents;
  // Returns the values, followed by the tangents that exist.
  framework::NameList All() const;
};

// Collects the operators of one maker.
class SecondGradient {
 public:
  // `grad` is the gradient operator to differentiate. Keeps references to both.
  SecondGradient(const framework::proto::OpDesc& grad,
                 framework::GradContext* context);

  framework::CompositeContext* context() const { return context_; }
  // Returns the inputs of slot S of the forward operator; their tangents are
  // the gradients that flow into S@GRAD.
  WithTangents Slot(const std::string& slot) const;
  // Returns the captures with their tangents, each once.
  std::vector<std::pair<std::string, std::string>> Captures() const;
  // Adds zeros as tangent of each value that has none where wanted[i] is not
  // "", and removes the tangents where it is "".
  void FillTangents(const framework::NameList& wanted, WithTangents* slot);
  // Adds tangents to the forward block of the gradient block `grad_block`;
  // `arguments` tells which arguments have one.
  framework::TangentBlock Tangents(int grad_block,
                                   const std::vector<bool>& arguments) const;
  // Returns new names for an output Out with the tangents `tangents`, skipping
  // "". Remembers them: Finish gives them the gradients of the outputs.
  framework::NameList TangentOutputs(const framework::NameList& tangents);
  // Returns a new name for an output that nobody reads.
  std::string Unused(const std::string& what) const;

  // Appends `op`, the forward operator with tangents, and differentiates
  // through it.
  void Finish(framework::proto::OpDesc op);

 private:
  const framework::proto::OpDesc& grad_;
  framework::CompositeContext* const context_;
  std::vector<framework::proto::OpDesc> ops_;
  framework::NameList outputs_;  // tangents of Out; "" where there are none
};

// Returns a flag for each name: true if it is not "".
std::vector<bool> NotEmpty(const framework::NameList& names);
// Returns the names that are not "".
framework::NameList Given(const framework::NameList& names);
// Returns the concatenated lists.
framework::NameList Joined(const std::vector<framework::NameList>& lists);

}  // namespace paddle::operators
