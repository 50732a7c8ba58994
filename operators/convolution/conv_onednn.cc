#include "paddle/operators/convolution/conv_onednn.h"

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"

#include "paddle/platform/signals_blocked.h"

namespace paddle::operators::kernels {

using dnnl::memory;

memory::desc FloatDesc(const memory::dims& dims, memory::format_tag order) {
  return memory::desc(dims, memory::data_type::f32, order);
}

memory::dims ConvFilterDims(const ConvShape& s) {
  memory::dims dims{s.filters / s.groups, s.channels / s.groups};
  if (s.groups > 1) dims.insert(dims.begin(), s.groups);
  dims.insert(dims.end(), s.kernel.begin() + (s.is_flat() ? 1 : 0),
              s.kernel.end());
  return dims;
}

void ExecuteConv(const dnnl::primitive& primitive, int count,
                 const dnnl_exec_arg_t* arguments) {
  const platform::SignalsBlocked blocked;
  ExecutePrimitive(primitive, count, arguments);
}

void ReorderConv(const dnnl::reorder& reorder, const memory& from,
                 const memory& to) {
  ExecuteConv<2>(reorder,
                 {{{DNNL_ARG_FROM, from.get()}, {DNNL_ARG_TO, to.get()}}});
}

bool IsSlowConv(const ConvShape& shape, const char* implementation) {
  const absl::string_view name = implementation;
  if (absl::StartsWith(name, "ref")) return true;
  return shape.groups > 1 &&
         (absl::StartsWith(name, "gemm") || absl::StartsWith(name, "x64:gemm"));
}

}  // namespace paddle::operators::kernels
