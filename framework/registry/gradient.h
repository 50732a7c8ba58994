// Describes the gradient of an operator.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/ir/name_list.h"

namespace paddle::framework {

namespace proto {
class OpDesc;
}

// Returns "x@GRAD" for "x".
std::string GradName(absl::string_view name);

// The gradient block of a block that an operator owns.
struct GradBlock {
  int index = -1;
  // The outer variables whose gradients are the last results of the block,
  // after the gradients of its floating-point arguments.
  NameList captures;
  // The outer variables that the block reads, which must be in a slot of the
  // gradient operator.
  NameList reads;
};

// Answers the questions of a gradient maker; implemented by the code that
// builds the backward program. Made for one forward operator, whose slots it
// refers to.
class GradContext {
 public:
  virtual ~GradContext() = default;

  // Returns the gradients that flow into the outputs of a slot; "" where none
  // does.
  virtual NameList OutputGrads(absl::string_view slot) = 0;
  // Returns the gradients that flow into the outputs of a slot; where none
  // does, a new variable of zeros.
  virtual NameList OutputGradsOrZeros(absl::string_view slot) = 0;
  // Returns the names under which to write the gradients of the inputs of a
  // slot; "" for one that is not wanted. If several operators contribute to a
  // gradient, their names differ, and the caller adds the contributions.
  virtual NameList InputGrads(absl::string_view slot) = 0;
  // Makes the gradient block of a block that the operator owns. Its arguments
  // are the gradients of the block's floating-point results, in their order;
  // its results are as GradBlock says, zeros where none flows.
  virtual GradBlock DifferentiateBlock(int block) = 0;

  // For slots that hold one variable.
  std::string OutputGrad(absl::string_view slot);
  std::string OutputGradOrZeros(absl::string_view slot);
  std::string InputGrad(absl::string_view slot);
};

// Returns `op` as part of the gradient of `forward`, with its role and call
// site. For gradient makers that write ordinary operators.
proto::OpDesc AsGradientOf(const proto::OpDesc& forward, proto::OpDesc op);

// Returns the gradient of `forward` as operators, in execution order. Called
// only if some input's gradient is wanted and some output's gradient flows.
using GradMaker = std::function<std::vector<proto::OpDesc>(
    const proto::OpDesc& forward, GradContext* context)>;

}  // namespace paddle::framework
