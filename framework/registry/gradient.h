// How the gradient of an operator is described.
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

// "x@GRAD".
std::string GradName(absl::string_view name);

// The gradient block of a block that an operator owns.
struct GradBlock {
  int index = -1;
  // The outer variables whose gradients it gives: its last results, behind the
  // gradients of the block's arguments that hold floating point numbers.
  NameList captures;
  // The outer variables it reads: they belong into a slot of the gradient
  // operator.
  NameList reads;
};

// What a gradient maker asks of whoever builds the backward program. It is made
// for one forward operator; slots are that operator's.
class GradContext {
 public:
  virtual ~GradContext() = default;

  // The gradients that flow into the outputs of a slot; "" where none does.
  virtual NameList OutputGrads(absl::string_view slot) = 0;
  // The same, but where none flows a variable of zeros is made.
  virtual NameList OutputGradsOrZeros(absl::string_view slot) = 0;
  // The names to write the gradients of the inputs of a slot to; "" where it is
  // not wanted. Several operators may contribute to one variable: the names
  // are then different, and the caller adds them up.
  virtual NameList InputGrads(absl::string_view slot) = 0;
  // Makes the gradient block of a block the operator owns. Its arguments are
  // the gradients of the block's results that hold floating point numbers, in
  // their order; its results are as GradBlock says, zeros where none flows.
  virtual GradBlock DifferentiateBlock(int block) = 0;

  // Of slots that hold one variable.
  std::string OutputGrad(absl::string_view slot);
  std::string OutputGradOrZeros(absl::string_view slot);
  std::string InputGrad(absl::string_view slot);
};

// `op` as part of the gradient of `forward`: it gets the role and the call
// site. For gradient makers that write ordinary operators.
proto::OpDesc AsGradientOf(const proto::OpDesc& forward, proto::OpDesc op);

// The gradient of `forward` as operators, in the order they run. Called only
// if some input's gradient is wanted and some output's gradient flows.
using GradMaker = std::function<std::vector<proto::OpDesc>(
    const proto::OpDesc& forward, GradContext* context)>;

}  // namespace paddle::framework
