// Converts the arguments and results of differentiation and optimizers.
#pragma once

#include <pybind11/pybind11.h>

#include <utility>
#include <vector>

#include "absl/types/optional.h"

#include "paddle/backward/append_backward.h"
#include "paddle/backward/optimizer_base.h"
#include "paddle/backward/param_and_grad.h"
#include "paddle/framework/layers/param_attr.h"
#include "paddle/framework/layers/variable.h"

namespace paddle::python {

// (parameter, gradient)
using Pairs = std::vector<std::pair<layer::Variable, layer::Variable>>;
Pairs ToPairs(const backward::ParamsAndGrads& params_and_grads);
backward::ParamsAndGrads FromPairs(const Pairs& pairs);

// Take variables or names, or None; recompute may also be a bool. Throws
// InvalidArgument for an empty list of checkpoints, TypeMismatch for anything
// else.
backward::BackwardOptions ToOptions(pybind11::handle parameters,
                                    pybind11::handle no_grad,
                                    pybind11::handle recompute);

// Takes a number or a variable; throws TypeMismatch for anything else.
backward::LearningRate ToLearningRate(pybind11::handle value);

// Turns a pointer, which is null for None, into an optional value.
template <typename T>
absl::optional<T> Optional(const T* value) {
  if (value == nullptr) return absl::nullopt;
  return *value;
}

}  // namespace paddle::python
