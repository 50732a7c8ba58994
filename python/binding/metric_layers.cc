// Binds metrics that accumulate over batches: values, states, and the program
// that resets them.
#include <pybind11/stl.h>

#include <memory>
#include <tuple>
#include <vector>

#include "paddle/framework/layers/metric.h"
#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/composed.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using layer::Variable;
using ProgramPtr = std::shared_ptr<framework::Program>;
using States = std::vector<Variable>;

std::tuple<Variable, States, ProgramPtr> Auc(const Variable& input,
                                             const Variable& label,
                                             const layer::AucOptions& options) {
  const layer::Auc made = layer::auc(input, label, options);
  return {made.auc, made.states, made.reset};
}

std::tuple<Variable, Variable, States, ProgramPtr> PrecisionRecall(
    const Variable& input, const Variable& label, const Variable& weights) {
  const layer::PrecisionRecall made =
      layer::precision_recall(input, label, weights);
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
  BindComposed(module, "auc", &Auc, py::arg("input"), py::arg("label"));
  BindComposed(module, "precision_recall", &PrecisionRecall, py::arg("input"),
               py::arg("label"), py::arg("weights") = py::none());
  BindComposed(module, "mean_iou", &MeanIou, py::arg("input"), py::arg("label"),
               py::arg("num_classes"));
}

}  // namespace paddle::python
