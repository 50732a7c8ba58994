// What the bindings of differentiation and optimizers take and give.
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

// Of variables or names, or None.
backward::BackwardOptions ToOptions(pybind11::handle parameters,
                                    pybind11::handle no_grad);

// A number or a variable; TypeMismatch for anything else.
backward::LearningRate ToLearningRate(pybind11::handle value);

// None comes as a null pointer.
template <typename T>
absl::optional<T> Optional(const T* value) {
  if (value == nullptr) return absl::nullopt;
  return *value;
}

}  // namespace paddle::python
