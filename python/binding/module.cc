// The extension module paddle.core.
#include <pybind11/pybind11.h>

#include "paddle/python/binding/binding.h"
#include "paddle/python/binding/plugin.h"

PYBIND11_MODULE(core, module) {
  namespace python = paddle::python;
  module.doc() = "The C++ half of the paddle package.";
  python::BindErrors(module);
  python::BindPlaces(module);
  python::BindTensor(module);
  python::BindSequences(module);
  python::BindScope(module);
  python::BindRegistry(module);
  python::BindPlugin(module);
  python::BindProgram(module);
  python::BindVariable(module);
  python::BindParamAttr(module);
  python::BindLayers(module);
  python::BindNormLayers(module);
  python::BindAttentionLayers(module);
  python::BindLiterals(module);
  python::BindLogical(module);
  python::BindMetricLayers(module);
  python::BindTensorLayers(module);
  python::BindRecurrent(module);
  python::BindConvLayers(module);
  python::BindSequenceLayers(module);
  python::BindLossLayers(module);
  python::BindRnn(module);
  python::BindWhileLoop(module);
  python::BindBranches(module);
  python::BindBackward(module);
  python::BindSchedule(module);
  python::BindOptimizer(module);
  python::BindOptimizers(module);
  python::BindExecutor(module);
  python::BindPasses(module);
  python::BindIo(module);
  python::BindMemory(module);
  python::BindProfile(module);
  python::BindArgumentErrors(module);
}
