// Gradients of the gradients of operators that own blocks. Each maker writes
// the forward operator once more, with blocks that compute tangents besides
// (backward/tangent_block.h says why that is enough), and has it
// differentiated.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/composite_gradient.h"

namespace paddle::operators {

// Variables of one slot, and a tangent for each; "" for one that has none.
struct WithTangents {
  framework::NameList values;
  framework::NameList tangents;
  // The values, then the tangents that there are.
  framework::NameList All() const;
};

// What one maker collects.
class SecondGradient {
 public:
  // `grad`: the gradient operator whose gradient is made; it must outlive this.
  SecondGradient(const framework::proto::OpDesc& grad,
                 framework::GradContext* context);

  framework::CompositeContext* context() const { return context_; }
  // The inputs of a slot S of the forward operator; their tangents are the
  // gradients that flow into S@GRAD.
  WithTangents Slot(const std::string& slot) const;
  // The same of the captures, each once.
  std::vector<std::pair<std::string, std::string>> Captures() const;
  // Makes zeros like values[i] the tangent of each that has none, where
  // `wanted[i]` is not "".
  void FillTangents(const framework::NameList& wanted, WithTangents* slot);
  // The forward block of the gradient block in an attribute, with tangents.
  framework::TangentBlock Tangents(int grad_block,
                                   const std::vector<bool>& arguments) const;
  // An output Out of the tangents `tangents` ("" is skipped), with new names.
  // Remembers them: they get the gradients of the outputs.
  framework::NameList TangentOutputs(const framework::NameList& tangents);
  // A new name for an output that nobody reads.
  std::string Unused(const std::string& what) const;

  // Differentiates through `op`, the forward operator with tangents.
  void Finish(framework::proto::OpDesc op);

 private:
  const framework::proto::OpDesc& grad_;
  framework::CompositeContext* const context_;
  std::vector<framework::proto::OpDesc> ops_;
  framework::NameList outputs_;  // tangents of Out; "" where there are none
};

// Which of a list of names are not "".
std::vector<bool> NotEmpty(const framework::NameList& names);
// Those that are not "".
framework::NameList Given(const framework::NameList& names);
// One list after the other.
framework::NameList Joined(const std::vector<framework::NameList>& lists);

}  // namespace paddle::operators
