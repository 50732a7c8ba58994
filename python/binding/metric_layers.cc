// Binds metrics that accumulate over batches: values, states, and the program
// that resets them.
#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "paddle/framework/layers/metric.h"
#include "paddle/python/binding/binding.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using layer::Variable;
using ProgramPtr = std::shared_ptr<framework::Program>;
using States = std::vector<Variable>;

std::tuple<Variable, States, ProgramPtr> Auc(const Variable& input,
                                             const Variable& label,
                                             const std::string& curve,
                                             int64_t num_thresholds) {
  const layer::Auc made = layer::auc(input, label, {curve, num_thresholds});
  return {made.auc, made.states, made.reset};
}

std::tuple<Variable, Variable, States, ProgramPtr> PrecisionRecall(
    const Variable& input, const Variable& label, const Variable* weights) {
  const layer::PrecisionRecall made = layer::precision_recall(
      input, label, weights == nullptr ? Variable() : *weights);
  return {made.batch, made.total, made.states, made.reset};
}

std::tuple<Variable, States, ProgramPtr> MeanIou(const Variable& input,
                                                 const Variable& label,
                                                 int64_t num_classes) {
  const layer::MeanIou made = layer::mean_iou(input, label, num_classes);
  return {made.mean_iou, made.states, made.reset};
}

}  // namespace

void BindMetricLayers(py::module_& module) {
  module.def("_auc", &Auc);
  module.def("_precision_recall", &PrecisionRecall);
  module.def("_mean_iou", &MeanIou);
}

}  // namespace paddle::python
