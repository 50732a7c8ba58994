// The extension module paddle.core.
#include <pybind11/pybind11.h>

#include "paddle/python/binding/binding.h"

namespace paddle::python {
namespace {

void BindAll(pybind11::module_& module) {
  const auto bind = [&](auto*... parts) { (parts(module), ...); };
  bind(BindErrors, BindPlaces, BindTensor, BindSequences, BindSelectedRows,
       BindScope, BindRegistry, BindPlugin, BindProgram, BindVariable,
       BindParamAttr, BindLayers, BindFcLayer, BindNormLayers,
       BindAttentionLayers, BindLiterals, BindLogical, BindMetricLayers,
       BindTensorLayers, BindConvLayers, BindSequenceLayers, BindLossLayers,
       BindRnn, BindControlFlow, BindBackward, BindSchedule, BindOptimizer,
       BindOptimizers, BindAmp, BindExecutor, BindPasses, BindDistributed,
       BindJobs, BindIo, BindOnnx, BindMemory, BindProfile, BindArgumentErrors);
}

}  // namespace
}  // namespace paddle::python

PYBIND11_MODULE(core, module) {
  module.doc() = "The C++ half of the paddle package.";
  paddle::python::BindAll(module);
}
