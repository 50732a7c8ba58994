#include "paddle/operators/math/blas/onednn.h"

#include "paddle/operators/math/loops/thread_scratch.h"

namespace paddle::operators::kernels {
namespace {

using dnnl::memory;

// One for each thread, as a stream may be used by one thread at a time.
const dnnl::stream& Stream() {
  thread_local const dnnl::stream stream(OneDnnEngine());
  return stream;
}

}  // namespace

const dnnl::engine& OneDnnEngine() {
  static const auto* engine = new dnnl::engine(dnnl::engine::kind::cpu, 0);
  return *engine;
}

memory NoMemory(const memory::desc& desc) {
  return memory(desc, OneDnnEngine(), DNNL_MEMORY_NONE);
}

void BindScratchpad(memory* scratchpad) {
  const size_t bytes = scratchpad->get_desc().get_size();
  if (bytes == 0) return;
  scratchpad->set_data_handle(ThreadScratch(ScratchSlot::kLibrary, bytes));
}

void ExecutePrimitive(const dnnl::primitive& primitive, int count,
                      const dnnl_exec_arg_t* arguments) {
  dnnl::error::wrap_c_api(
      dnnl_primitive_execute(primitive.get(), Stream().get(), count, arguments),
      "could not run a primitive");
}

}  // namespace paddle::operators::kernels
