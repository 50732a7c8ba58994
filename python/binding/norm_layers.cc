// Binds layers that normalize.
#include "absl/types/optional.h"

#include "paddle/framework/layers/nn.h"
#include "paddle/framework/layers/norm.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/composed.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using layer::Variable;

// In Python, two flags say that a parameter is left out, too.
Variable LayerNorm(const Variable& input, bool scale, bool shift,
                   const layer::LayerNormOptions& options) {
  layer::LayerNormOptions own = options;
  if (!scale) own.scale = absl::nullopt;
  if (!shift) own.bias = absl::nullopt;
  return layer::layer_norm(input, own);
}

}  // namespace

void BindNormLayers(py::module_& module) {
  BindComposed(module, "batch_norm", &layer::batch_norm, py::arg("input"));
  BindComposed(module, "layer_norm", &LayerNorm, py::arg("input"),
               py::arg("scale") = true, py::arg("shift") = true);
  BindComposed(module, "rms_norm", &layer::rms_norm, py::arg("input"));
  BindComposed(module, "group_norm", &layer::group_norm, py::arg("input"),
               py::arg("groups"));
  BindComposed(module, "instance_norm", &layer::instance_norm,
               py::arg("input"));
}

}  // namespace paddle::python
