// Says of operator types that they compute element by element: what a pass
// needs to know before it joins several of them. An operator says so beside its
// schema, once for each output:
//
//   REGISTER_ELEMENTWISE(relu, {"Out", {"X"}});
//   REGISTER_ELEMENTWISE(relu_grad, {"X@GRAD", {"Out@GRAD", "Out"}});
//
// and its kernels on the CPU are ElementwiseTiles
// (operators/common/elementwise_tile.h), which compute any part of the elements
// on their own.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/ir/name_list.h"

namespace paddle::framework {

// Element i of an output depends on element i of some inputs alone, which are
// dense tensors of the output's data type.
struct ElementwiseRule {
  std::string output;  // slot
  // The slots whose values are read, one variable each, in the order in which
  // tiles are given to the kernel. Other inputs of the operator are read for
  // their shape, which is the output's.
  NameList inputs;
  // There are two inputs, which broadcast by NumPy's rule, unless attribute
  // "axis" of the operator says where the second one stands in the first.
  // Otherwise all inputs have the shape of the output.
  bool broadcasts = false;
  // There is one input, and kernels of float and double also compute from a sum
  // of two, which is then never stored (ElementwiseTile::ComputesSums).
  bool of_sums = false;
};

// Returns the rules of a type, one for each output; none for an operator that
// is not elementwise. Valid for ever. Thread safe.
const std::vector<ElementwiseRule>& ElementwiseRules(absl::string_view type);
// Returns the rule of an output; null if there is none.
const ElementwiseRule* FindElementwiseRule(absl::string_view type,
                                           absl::string_view output);
// Returns the types that have rules, sorted.
NameList ElementwiseTypes();

// True for an optimizer that changes a parameter, its states and its numbers
// element by element: inputs Param, Grad and LearningRate, and those that it
// updates. With dense gradients its kernels on the CPU are PartUpdates
// (operators/optimizer/part_update.h). Thread safe.
bool UpdatesElements(absl::string_view type);
// Returns the types of which that is true, sorted.
NameList ElementwiseUpdates();

namespace internal {

// Returns 0, so that a static variable can hold the call. AlreadyExists for an
// output that has a rule.
int RegisterElementwise(const char* type, std::vector<ElementwiseRule> rules);
int RegisterElementwiseUpdate(const char* type);

}  // namespace internal
}  // namespace paddle::framework

// Says which outputs of an operator are elementwise, after its registration.
#define REGISTER_ELEMENTWISE(type, ...)                                  \
  static const int paddle_register_elementwise_##type [[maybe_unused]] = \
      ::paddle::framework::internal::RegisterElementwise(#type, {__VA_ARGS__})
// Says that an optimizer changes element by element, after its registration.
#define REGISTER_ELEMENTWISE_UPDATE(type)                           \
  static const int paddle_register_update_##type [[maybe_unused]] = \
      ::paddle::framework::internal::RegisterElementwiseUpdate(#type)
