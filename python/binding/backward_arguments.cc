#include "paddle/python/binding/backward_arguments.h"

#include <string>

#include "paddle/platform/enforce.h"
#include "paddle/python/binding/names.h"
#include "paddle/python/binding/text.h"

namespace paddle::python {

namespace py = pybind11;
using backward::BackwardOptions;
using backward::LearningRate;
using backward::ParamsAndGrads;
using layer::Variable;

Pairs ToPairs(const ParamsAndGrads& params_and_grads) {
  Pairs pairs;
  for (const auto& each : params_and_grads) {
    pairs.emplace_back(each.param, each.grad);
  }
  return pairs;
}

ParamsAndGrads FromPairs(const Pairs& pairs) {
  ParamsAndGrads params_and_grads;
  for (const auto& [param, grad] : pairs) {
    params_and_grads.push_back({param, grad});
  }
  return params_and_grads;
}

BackwardOptions ToOptions(py::handle parameters, py::handle no_grad,
                          py::handle recompute) {
  BackwardOptions options;
  options.parameter_list = NameStrings(parameters);
  options.no_grad_set = NameStrings(no_grad);
  if (recompute.is_none()) return options;
  if (py::isinstance<py::bool_>(recompute)) {
    options.recompute = recompute.cast<bool>();
    return options;
  }
  options.recompute = true;
  options.checkpoints = NameStrings(recompute);
  PADDLE_ENFORCE(!options.checkpoints.empty(), InvalidArgument,
                 "recompute lists no checkpoint; True has them chosen");
  return options;
}

LearningRate ToLearningRate(py::handle value) {
  // A variable is the output of a schedule, which changes from run to run.
  if (py::isinstance<Variable>(value)) return value.cast<Variable>();
  PADDLE_ENFORCE(PyFloat_Check(value.ptr()) || PyIndex_Check(value.ptr()) ||
                     py::hasattr(value, "__float__"),
                 TypeMismatch,
                 "a learning rate is a number or a variable, not ",
                 ReprOf(value));
  return value.attr("__float__")().cast<double>();
}

}  // namespace paddle::python
