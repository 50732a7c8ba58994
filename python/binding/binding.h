// The parts of the extension module in the order in which they are bound, since
// each needs the types of those before it.
#pragma once

#include <pybind11/pybind11.h>

namespace paddle::python {

void BindErrors(pybind11::module_& module);
void BindPlaces(pybind11::module_& module);
void BindTensor(pybind11::module_& module);
void BindSequences(pybind11::module_& module);
void BindScope(pybind11::module_& module);
void BindRegistry(pybind11::module_& module);
void BindProgram(pybind11::module_& module);
void BindVariable(pybind11::module_& module);
void BindParamAttr(pybind11::module_& module);
void BindLayers(pybind11::module_& module);
void BindFcLayer(pybind11::module_& module);
void BindNormLayers(pybind11::module_& module);
void BindAttentionLayers(pybind11::module_& module);
void BindLiterals(pybind11::module_& module);
void BindLogical(pybind11::module_& module);
void BindMetricLayers(pybind11::module_& module);
void BindTensorLayers(pybind11::module_& module);
void BindRecurrent(pybind11::module_& module);
void BindConvLayers(pybind11::module_& module);
void BindSequenceLayers(pybind11::module_& module);
void BindLossLayers(pybind11::module_& module);
void BindRnn(pybind11::module_& module);
void BindWhileLoop(pybind11::module_& module);
void BindBranches(pybind11::module_& module);
void BindBackward(pybind11::module_& module);
void BindSchedule(pybind11::module_& module);
void BindOptimizer(pybind11::module_& module);
void BindOptimizers(pybind11::module_& module);
void BindExecutor(pybind11::module_& module);
void BindPasses(pybind11::module_& module);
void BindDistributed(pybind11::module_& module);
void BindIo(pybind11::module_& module);
void BindMemory(pybind11::module_& module);
void BindProfile(pybind11::module_& module);
// Changes the functions bound so far, so it comes last.
void BindArgumentErrors(pybind11::module_& module);

}  // namespace paddle::python
