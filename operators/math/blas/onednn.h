// Wraps what all primitives of oneDNN share: its engine, the stream and the
// scratch memory of a thread. Included by sources of builds that have the
// library.
#pragma once

#include <dnnl.hpp>

namespace paddle::operators::kernels {

// Returns the processor, for oneDNN. Never destroyed: threads may still run
// when the process ends.
const dnnl::engine& OneDnnEngine();

// Returns memory that has no address yet.
dnnl::memory NoMemory(const dnnl::memory::desc& desc);

// Gives a primitive of this thread the scratch memory that it wants, that of
// ScratchSlot::kLibrary.
void BindScratchpad(dnnl::memory* scratchpad);

// Runs a primitive on the calling thread. Throws dnnl::error if it cannot run.
void ExecutePrimitive(const dnnl::primitive& primitive, int count,
                      const dnnl_exec_arg_t* arguments);

}  // namespace paddle::operators::kernels
