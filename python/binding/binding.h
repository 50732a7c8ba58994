// The parts of the extension module in the order in which they are bound, since
// each needs the types of those before it.
#pragma once

#include <pybind11/pybind11.h>

namespace paddle::python {

// Binds one part; called with the GIL held. BindArgumentErrors comes last,
// because it changes the functions bound so far.
using BindPart = void(pybind11::module_& module);

BindPart BindErrors, BindPlaces, BindTensor, BindSequences, BindSelectedRows,
    BindScope, BindRegistry, BindPlugin, BindProgram, BindVariable,
    BindParamAttr, BindLayers, BindFcLayer, BindNormLayers, BindAttentionLayers,
    BindLiterals, BindLogical, BindMetricLayers, BindTensorLayers,
    BindConvLayers, BindSequenceLayers, BindLossLayers, BindRnn,
    BindControlFlow, BindBackward, BindSchedule, BindOptimizer, BindOptimizers,
    BindAmp, BindExecutor, BindPasses, BindDistributed, BindJobs, BindIo,
    BindOnnx, BindMemory, BindProfile, BindArgumentErrors;

}  // namespace paddle::python
