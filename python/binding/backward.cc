// Differentiation and optimizers.
#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "paddle/backward/append_backward.h"
#include "paddle/backward/clip.h"
#include "paddle/backward/optimizer.h"
#include "paddle/backward/regularizer.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/platform/enforce.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/names.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using backward::AdamOptimizer;
using backward::BackwardOptions;
using backward::LearningRate;
using backward::MomentumOptimizer;
using backward::Optimizer;
using backward::OptimizerOptions;
using backward::ParamsAndGrads;
using backward::SGDOptimizer;
using layer::GradientClip;
using layer::Regularizer;
using layer::Variable;
using ProgramPtr = std::shared_ptr<framework::Program>;
using Pairs = std::vector<std::pair<Variable, Variable>>;

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

BackwardOptions ToOptions(py::handle parameters, py::handle no_grad) {
  return {NameStrings(parameters), NameStrings(no_grad)};
}

LearningRate ToLearningRate(py::handle value) {
  if (py::isinstance<Variable>(value)) return value.cast<Variable>();
  PADDLE_ENFORCE(PyFloat_Check(value.ptr()) || PyIndex_Check(value.ptr()) ||
                     py::hasattr(value, "__float__"),
                 TypeMismatch,
                 "a learning rate is a number or a variable, not ",
                 py::repr(value).cast<std::string>());
  return value.attr("__float__")().cast<double>();
}

OptimizerOptions ToOptions(const Regularizer* regularizer,
                           const GradientClip* clip) {
  OptimizerOptions options;
  if (regularizer != nullptr) options.regularizer = *regularizer;
  if (clip != nullptr) options.gradient_clip = *clip;
  return options;
}

std::vector<py::object> Gradients(const std::vector<Variable>& targets,
                                  const std::vector<Variable>& inputs,
                                  const std::vector<Variable>& weights,
                                  py::handle no_grad) {
  std::vector<py::object> gradients;
  for (const Variable& gradient :
       backward::Gradients(targets, inputs, weights, NameStrings(no_grad))) {
    gradients.push_back(gradient.is_valid() ? py::cast(gradient) : py::none());
  }
  return gradients;
}

void BindFunctions(py::module_& module) {
  module.def(
      "append_backward",
      [](const Variable& loss, py::handle parameters, py::handle no_grad) {
        return ToPairs(
            backward::AppendBackward(loss, ToOptions(parameters, no_grad)));
      },
      py::arg("loss"), py::arg("parameter_list") = py::none(),
      py::arg("no_grad_set") = py::none(),
      "Appends what computes the gradients of a loss of one element with "
      "respect to parameters (all trainable ones); returns (parameter, "
      "gradient) pairs. No gradient flows into or through no_grad_set. "
      "ValueError if no parameter gets a gradient, saying why.");
  module.def("gradients", &Gradients, py::arg("targets"), py::arg("inputs"),
             py::arg("target_gradients") = std::vector<Variable>(),
             py::arg("no_grad_set") = py::none(),
             "Appends what computes the gradients of the sum of all elements "
             "of the targets with respect to any variables: one for each "
             "input, None where there is none. target_gradients weigh the "
             "elements of the targets.");
  module.def(
      "append_gradient_clip",
      [](const Pairs& pairs, const GradientClip* clip) {
        return ToPairs(backward::AppendGradientClip(
            FromPairs(pairs), ToOptions(nullptr, clip).gradient_clip));
      },
      py::arg("params_grads"), py::arg("clip") = py::none(),
      "Appends the clips of the parameters, or `clip` for those without.");
  module.def(
      "append_regularization",
      [](const Pairs& pairs, const Regularizer* regularizer) {
        return ToPairs(backward::AppendRegularization(
            FromPairs(pairs), ToOptions(regularizer, nullptr).regularizer));
      },
      py::arg("params_grads"), py::arg("regularizer") = py::none(),
      "Appends the regularizers of the parameters, or `regularizer`.");
}

void BindBase(py::module_& module) {
  py::class_<Optimizer>(module, "Optimizer",
                        "What makes a program train; see pd.optimizer.")
      .def(
          "minimize",
          [](Optimizer& self, const Variable& loss, const ProgramPtr& startup,
             py::handle parameters, py::handle no_grad) {
            return ToPairs(
                self.Minimize(loss, startup, ToOptions(parameters, no_grad)));
          },
          py::arg("loss"), py::arg("startup_program") = py::none(),
          py::arg("parameter_list") = py::none(),
          py::arg("no_grad_set") = py::none(),
          "backward, then apply_gradients; returns (parameter, gradient) "
          "pairs. After an error both programs are as they were.")
      .def(
          "backward",
          [](const Optimizer& self, const Variable& loss, py::handle parameters,
             py::handle no_grad) {
            return ToPairs(self.Backward(loss, ToOptions(parameters, no_grad)));
          },
          py::arg("loss"), py::arg("parameter_list") = py::none(),
          py::arg("no_grad_set") = py::none(), "As pd.append_backward.")
      .def(
          "apply_gradients",
          [](Optimizer& self, const Pairs& pairs, const ProgramPtr& startup) {
            self.ApplyGradients(FromPairs(pairs), startup);
          },
          py::arg("params_grads"), py::arg("startup_program") = py::none(),
          "Appends clips, regularizers and the update of each parameter.")
      .def(
          "learning_rate_of",
          [](Optimizer& self, const ProgramPtr& main,
             const ProgramPtr& startup) {
            return self.LearningRateOf(
                main == nullptr ? layer::DefaultMainProgram() : main,
                startup == nullptr ? layer::DefaultStartupProgram() : startup);
          },
          py::arg("main_program") = py::none(),
          py::arg("startup_program") = py::none(),
          "The learning rate as a persistable variable; set its value in the "
          "scope to change it between runs.");
}

void BindOptimizers(py::module_& module) {
  py::class_<SGDOptimizer, Optimizer>(module, "SGD", "param -= rate * grad")
      .def(py::init([](py::handle rate, const Regularizer* regularizer,
                       const GradientClip* clip) {
             return std::make_unique<SGDOptimizer>(
                 ToLearningRate(rate), ToOptions(regularizer, clip));
           }),
           py::arg("learning_rate"), py::arg("regularization") = py::none(),
           py::arg("grad_clip") = py::none());
  py::class_<MomentumOptimizer, Optimizer>(
      module, "Momentum",
      "velocity = momentum * velocity + grad; param -= rate * velocity, or "
      "rate * (grad + momentum * velocity) with use_nesterov.")
      .def(py::init([](py::handle rate, double momentum, bool use_nesterov,
                       const Regularizer* regularizer,
                       const GradientClip* clip) {
             return std::make_unique<MomentumOptimizer>(
                 ToLearningRate(rate), momentum, use_nesterov,
                 ToOptions(regularizer, clip));
           }),
           py::arg("learning_rate"), py::arg("momentum"),
           py::arg("use_nesterov") = false,
           py::arg("regularization") = py::none(),
           py::arg("grad_clip") = py::none());
  py::class_<AdamOptimizer, Optimizer>(
      module, "Adam",
      "Kingma and Ba 2015. lazy_mode: rows without gradient of a sparse "
      "embedding stay as they are.")
      .def(py::init([](py::handle rate, double beta1, double beta2,
                       double epsilon, bool lazy_mode,
                       const Regularizer* regularizer,
                       const GradientClip* clip) {
             return std::make_unique<AdamOptimizer>(
                 ToLearningRate(rate),
                 backward::AdamSettings{beta1, beta2, epsilon, lazy_mode},
                 ToOptions(regularizer, clip));
           }),
           py::arg("learning_rate") = 0.001, py::arg("beta1") = 0.9,
           py::arg("beta2") = 0.999, py::arg("epsilon") = 1e-8,
           py::arg("lazy_mode") = false, py::arg("regularization") = py::none(),
           py::arg("grad_clip") = py::none());
}

}  // namespace

void BindBackward(py::module_& module) {
  BindFunctions(module);
  BindBase(module);
  BindOptimizers(module);
}

}  // namespace paddle::python
