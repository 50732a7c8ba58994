// Binds losses and the bilinear layer.
#include "paddle/framework/layers/bilinear.h"
#include "paddle/framework/layers/loss.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/composed.h"

namespace paddle::python {

namespace py = pybind11;

void BindLossLayers(py::module_& module) {
  BindComposed(module, "cross_entropy", &layer::cross_entropy, py::arg("input"),
               py::arg("label"), py::arg("soft_label") = false,
               py::arg("ignore_index") = layer::kIgnoreIndex,
               py::arg("axis") = -1);
  BindComposed(
      module, "softmax_with_cross_entropy", &layer::softmax_with_cross_entropy,
      py::arg("logits"), py::arg("label"), py::arg("soft_label") = false,
      py::arg("ignore_index") = layer::kIgnoreIndex, py::arg("axis") = -1);
  BindComposed(
      module, "nll_loss", &layer::nll_loss, py::arg("input"), py::arg("label"),
      py::arg("weight") = py::none(), py::arg("reduction") = "mean",
      py::arg("ignore_index") = layer::kIgnoreIndex, py::arg("axis") = -1);
  BindComposed(module, "dice_loss", &layer::dice_loss, py::arg("input"),
               py::arg("label"), py::arg("epsilon") = 1e-5);
  BindComposed(module, "label_smooth", &layer::label_smooth, py::arg("label"),
               py::arg("prior_dist") = py::none(), py::arg("epsilon") = 0.1);
  BindComposed(module, "nce", &layer::nce, py::arg("input"), py::arg("label"),
               py::arg("num_total_classes"));
  BindComposed(module, "hsigmoid", &layer::hsigmoid, py::arg("input"),
               py::arg("label"), py::arg("num_classes"));
  BindComposed(module, "huber_loss", &layer::huber_loss, py::arg("input"),
               py::arg("label"), py::arg("delta"));
  BindComposed(module, "hinge_loss", &layer::hinge_loss, py::arg("input"),
               py::arg("label"));
  BindComposed(module, "log_loss", &layer::log_loss, py::arg("input"),
               py::arg("label"), py::arg("epsilon") = 1e-4);
  BindComposed(module, "margin_rank_loss", &layer::margin_rank_loss,
               py::arg("label"), py::arg("left"), py::arg("right"),
               py::arg("margin") = 0.1);
  BindComposed(module, "square_error_cost", &layer::square_error_cost,
               py::arg("input"), py::arg("label"));
  BindComposed(module, "mse_loss", &layer::mse_loss, py::arg("input"),
               py::arg("label"), py::arg("reduction") = "mean");
  BindComposed(module, "l1_loss", &layer::l1_loss, py::arg("input"),
               py::arg("label"), py::arg("reduction") = "mean");
  BindComposed(module, "smooth_l1", &layer::smooth_l1, py::arg("x"),
               py::arg("y"), py::arg("inside_weight") = py::none(),
               py::arg("outside_weight") = py::none(), py::arg("sigma") = 1.0);
  BindComposed(module, "bilinear_tensor_product",
               &layer::bilinear_tensor_product, py::arg("x"), py::arg("y"),
               py::arg("size"));
}

}  // namespace paddle::python
