// Binds losses and the bilinear layer.
#include <pybind11/stl.h>

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/layers/bilinear.h"
#include "paddle/framework/layers/loss.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/param_attr.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using layer::Variable;

// None leaves a variable out.
Variable OrAbsent(const Variable* variable) {
  return variable == nullptr ? Variable() : *variable;
}

Variable Nce(const Variable& input, const Variable& label,
             int64_t num_total_classes, const Variable* sample_weight,
             py::handle param_attr, py::handle bias_attr,
             int64_t num_neg_samples, const std::string& sampler,
             const std::vector<int64_t>& custom_neg_classes, int64_t seed,
             bool is_sparse, const std::string& name) {
  layer::NceOptions options;
  options.sample_weight = OrAbsent(sample_weight);
  options.weight = ToParamAttr(param_attr);
  options.bias = ToOptionalParamAttr(bias_attr);
  options.num_neg_samples = num_neg_samples;
  options.sampler = sampler;
  options.custom_neg_classes = custom_neg_classes;
  options.seed = seed;
  options.is_sparse = is_sparse;
  options.name = name;
  return layer::nce(input, label, num_total_classes, options);
}

Variable BilinearTensorProduct(const Variable& x, const Variable& y,
                               int64_t size, const std::string& act,
                               const std::string& name, py::handle param_attr,
                               py::handle bias_attr) {
  layer::BilinearOptions options;
  options.weight = ToParamAttr(param_attr);
  options.bias = ToOptionalParamAttr(bias_attr);
  options.act = act;
  options.name = name;
  return layer::bilinear_tensor_product(x, y, size, options);
}

void BindLossesOfClasses(py::module_& module) {
  module.def("_cross_entropy", &layer::cross_entropy);
  module.def("_softmax_with_cross_entropy", &layer::softmax_with_cross_entropy);
  module.def(
      "_nll_loss",
      [](const Variable& input, const Variable& label, const Variable* weight,
         const std::string& reduction, int64_t ignore_index) {
        return layer::nll_loss(input, label, OrAbsent(weight), reduction,
                               ignore_index);
      });
  module.def("_dice_loss", &layer::dice_loss);
  module.def("_label_smooth",
             [](const Variable& label, const Variable* prior, double epsilon) {
               return layer::label_smooth(label, OrAbsent(prior), epsilon);
             });
  module.def("_nce", &Nce);
}

}  // namespace

void BindLossLayers(py::module_& module) {
  BindLossesOfClasses(module);
  module.def("_square_error_cost", &layer::square_error_cost);
  module.def("_mse_loss", &layer::mse_loss);
  module.def("_l1_loss", &layer::l1_loss);
  module.def("_smooth_l1", [](const Variable& x, const Variable& y,
                              const Variable* inside, const Variable* outside,
                              double sigma) {
    return layer::smooth_l1(x, y, OrAbsent(inside), OrAbsent(outside), sigma);
  });
  module.def("_bilinear_tensor_product", &BilinearTensorProduct);
}

}  // namespace paddle::python
