// Binds the methods that all optimizers share.
#include <pybind11/stl.h>

#include <memory>

#include "paddle/backward/optimizer_base.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/python/binding/backward_arguments.h"
#include "paddle/python/binding/binding.h"

namespace paddle::python {
namespace py = pybind11;
using backward::Optimizer;
using layer::Variable;
using ProgramPtr = std::shared_ptr<framework::Program>;

void BindOptimizer(py::module_& module) {
  py::class_<Optimizer, std::shared_ptr<Optimizer>>(
      module, "Optimizer",
      "What makes a program train; see pd.optimizer.\n\n"
      "Example:\n"
      "  >>> x = pd.layer.data(\"x\", [None, 4])\n"
      "  >>> loss = pd.layer.mean(pd.layer.fc(x, 1))\n"
      "  >>> sgd = pd.optimizer.SGD(0.1)\n"
      "  >>> pairs = sgd.backward(loss)\n"
      "  >>> sgd.apply_gradients(pairs)\n"
      "  >>> sgd.learning_rate_of().shape\n"
      "  (1,)")
      .def(
          "minimize",
          [](Optimizer& self, const Variable& loss, const ProgramPtr& startup,
             py::handle parameters, py::handle no_grad,
             int64_t accumulate_steps, py::handle recompute) {
            return ToPairs(self.Minimize(
                loss, startup, ToOptions(parameters, no_grad, recompute),
                accumulate_steps));
          },
          py::arg("loss"), py::arg("startup_program") = py::none(),
          py::arg("parameter_list") = py::none(),
          py::arg("no_grad_set") = py::none(), py::arg("accumulate_steps") = 1,
          py::arg("recompute") = py::none(),
          "backward, then apply_gradients; returns (parameter, gradient) "
          "pairs. After an error both programs are as they were.")
      .def(
          "backward",
          [](Optimizer& self, const Variable& loss, py::handle parameters,
             py::handle no_grad, py::handle recompute,
             const ProgramPtr& startup) {
            return ToPairs(self.Backward(
                loss, ToOptions(parameters, no_grad, recompute), startup));
          },
          py::arg("loss"), py::arg("parameter_list") = py::none(),
          py::arg("no_grad_set") = py::none(),
          py::arg("recompute") = py::none(),
          py::arg("startup_program") = py::none(),
          "As pd.append_backward. The startup program is that of "
          "apply_gradients: a loss scale of pd.amp begins there.")
      .def(
          "apply_gradients",
          [](Optimizer& self, const Pairs& pairs, const ProgramPtr& startup,
             int64_t accumulate_steps) {
            self.ApplyGradients(FromPairs(pairs), startup, accumulate_steps);
          },
          py::arg("params_grads"), py::arg("startup_program") = py::none(),
          py::arg("accumulate_steps") = 1,
          "Appends clips, regularizers and the update of each parameter. With "
          "accumulate_steps k, parameters change in every k-th run, by the "
          "mean of the gradients of k runs: k small batches train as one "
          "large one. ValueError if it is below 1.")
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
          "scope to change it between runs.")
      .def(
          "loss_scale_of",
          [](const Optimizer& self, const ProgramPtr& main) -> py::object {
            const Variable scale = self.LossScaleOf(
                main == nullptr ? *layer::DefaultMainProgram() : *main);
            return scale.is_valid() ? py::cast(scale) : py::none();
          },
          py::arg("main_program") = py::none(),
          "The scale of the losses of a program, a persistable variable of "
          "float32; None if they have none. See pd.amp.decorate.");
}

}  // namespace paddle::python
