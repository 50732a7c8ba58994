// Wraps what all convolutions of oneDNN share beside what all primitives do.
// Included by sources of builds that have the library.
#pragma once

#include <array>
#include <cstddef>

#include <dnnl.hpp>

#include "paddle/operators/convolution/conv.h"
#include "paddle/operators/math/blas/onednn.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

// Returns the description of floats in an order.
dnnl::memory::desc FloatDesc(const dnnl::memory::dims& dims,
                             dnnl::memory::format_tag order);

// Returns the dims of the filters, [filters, channels / groups, kernel]: with
// groups [groups, filters / groups, channels / groups, kernel]. The kernel has
// a depth unless the convolution is flat.
dnnl::memory::dims ConvFilterDims(const ConvShape& shape);

// Runs a primitive on the calling thread, with signals blocked: some primitives
// are matrix products, for which gemm_float_onednn.cc says why. Throws
// dnnl::error if it cannot run.
void ExecuteConv(const dnnl::primitive& primitive, int count,
                 const dnnl_exec_arg_t* arguments);
template <size_t N>
void ExecuteConv(const dnnl::primitive& primitive,
                 const std::array<dnnl_exec_arg_t, N>& arguments) {
  ExecuteConv(primitive, static_cast<int>(N), arguments.data());
}

// Copies elements from one order to another.
void ReorderConv(const dnnl::reorder& reorder, const dnnl::memory& from,
                 const dnnl::memory& to);

// True if an implementation is oneDNN's slow reference or, of groups, its
// product of matrices, which is slower than one for each group.
bool IsSlowConv(const ConvShape& shape, const char* implementation);

// Calls body, translating oneDNN's exceptions into Internal with the sizes of
// the convolution. The library uses the calling thread alone.
template <typename Body>
void GuardedConv(const ConvShape& s, const Body& body) {
  try {
    const platform::SerialLibraries serial;
    body();
  } catch (const dnnl::error& e) {
    PADDLE_THROW(Internal, "oneDNN: ", e.what(), " for a convolution of ",
                 s.batch, " images of ", s.channels, " x ", s.in[0], " x ",
                 s.in[1], " x ", s.in[2], " by ", s.filters, " filters of ",
                 s.kernel[0], " x ", s.kernel[1], " x ", s.kernel[2]);
  }
}

}  // namespace paddle::operators::kernels
