#include "paddle/operators/convolution/conv_onednn.h"

#include <cstring>

#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/platform/signals_blocked.h"

namespace paddle::operators::kernels {
namespace {

using dnnl::memory;

// One for each thread, as a stream may be used by one thread at a time.
const dnnl::stream& Stream() {
  thread_local const dnnl::stream stream(ConvEngine());
  return stream;
}

}  // namespace

const dnnl::engine& ConvEngine() {
  static const auto* engine = new dnnl::engine(dnnl::engine::kind::cpu, 0);
  return *engine;
}

memory::desc FloatDesc(const memory::dims& dims, memory::format_tag order) {
  return memory::desc(dims, memory::data_type::f32, order);
}

memory NoMemory(const memory::desc& desc) {
  return memory(desc, ConvEngine(), DNNL_MEMORY_NONE);
}

void ExecuteConv(const dnnl::primitive& primitive, int count,
                 const dnnl_exec_arg_t* arguments) {
  const platform::SignalsBlocked blocked;
  dnnl::error::wrap_c_api(
      dnnl_primitive_execute(primitive.get(), Stream().get(), count, arguments),
      "could not run a primitive");
}

void ReorderConv(const dnnl::reorder& reorder, const memory& from,
                 const memory& to) {
  ExecuteConv<2>(reorder,
                 {{{DNNL_ARG_FROM, from.get()}, {DNNL_ARG_TO, to.get()}}});
}

bool IsReferenceConv(const char* implementation) {
  return std::strncmp(implementation, "ref", 3) == 0;
}

void BindConvScratchpad(memory* scratchpad) {
  const size_t bytes = scratchpad->get_desc().get_size();
  if (bytes == 0) return;
  scratchpad->set_data_handle(ThreadScratch(ScratchSlot::kLibrary, bytes));
}

}  // namespace paddle::operators::kernels
