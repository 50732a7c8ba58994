// Binds differentiation and the functions that change gradients.
#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/backward/append_backward.h"
#include "paddle/backward/clip.h"
#include "paddle/backward/regularizer.h"
#include "paddle/python/binding/backward_arguments.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/names.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using layer::GradientClip;
using layer::Regularizer;
using layer::Variable;

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

// Returns documentation with an example that begins with the (parameter,
// gradient) pairs of a loss and goes on with `use`.
std::string WithPairs(const char* doc, const char* use) {
  return absl::StrCat(doc,
                      "\n\nExample:\n"
                      "  >>> x = pd.layer.data(\"x\", [None, 4])\n"
                      "  >>> loss = pd.layer.mean(pd.layer.fc(x, 1))\n"
                      "  >>> pairs = pd.append_backward(loss)\n",
                      use);
}

}  // namespace

void BindBackward(py::module_& module) {
  module.def(
      "append_backward",
      [](const Variable& loss, py::handle parameters, py::handle no_grad,
         py::handle recompute) {
        return ToPairs(backward::AppendBackward(
            loss, ToOptions(parameters, no_grad, recompute)));
      },
      py::arg("loss"), py::arg("parameter_list") = py::none(),
      py::arg("no_grad_set") = py::none(), py::arg("recompute") = py::none(),
      WithPairs(
          "Appends what computes the gradients of a loss of one element with "
          "respect to parameters (all trainable ones); returns (parameter, "
          "gradient) pairs. No gradient flows into or through no_grad_set. "
          "recompute: True to compute forward values again for the backward "
          "pass instead of keeping them, which takes about the square root of "
          "the memory, at most one more forward pass of time, and gives the "
          "same bits; or the variables (checkpoints) behind which the forward "
          "pass is cut. "
          "ValueError if no parameter gets a gradient, saying why, or if a "
          "checkpoint is not between parameters and loss.",
          "  >>> [gradient.shape for parameter, gradient in pairs]\n"
          "  [(4, 1), (1,)]")
          .c_str());
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
        return ToPairs(
            backward::AppendGradientClip(FromPairs(pairs), Optional(clip)));
      },
      py::arg("params_grads"), py::arg("clip") = py::none(),
      WithPairs(
          "Appends the clips of the parameters, or `clip` for those without.",
          "  >>> clip = pd.clip.ClipByGlobalNorm(5.0)\n"
          "  >>> len(pd.optimizer.append_gradient_clip(pairs, clip))\n"
          "  2")
          .c_str());
  module.def(
      "append_regularization",
      [](const Pairs& pairs, const Regularizer* regularizer) {
        return ToPairs(backward::AppendRegularization(FromPairs(pairs),
                                                      Optional(regularizer)));
      },
      py::arg("params_grads"), py::arg("regularizer") = py::none(),
      WithPairs("Appends the regularizers of the parameters, or `regularizer`.",
                "  >>> decay = pd.regularizer.L2Decay(1e-4)\n"
                "  >>> len(pd.optimizer.append_regularization(pairs, decay))\n"
                "  2")
          .c_str());
}

}  // namespace paddle::python
