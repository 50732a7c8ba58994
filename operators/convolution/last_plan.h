// Plans of oneDNN for convolutions whose images have their channels last: what
// is prepared once for a shape, for one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include <dnnl.hpp>

#include "paddle/operators/convolution/conv.h"
#include "paddle/operators/convolution/conv_bands.h"
#include "paddle/operators/math/loops/fused_activation.h"

namespace paddle::operators::kernels {

// Belongs to all parts of equal sizes: a thread runs them one after the other.
struct PartKind {
  explicit PartKind(const dnnl::convolution_forward::primitive_desc& desc);
  // Returns the primitive, which is compiled when it is first wanted.
  const dnnl::primitive& Primitive();

  dnnl::convolution_forward::primitive_desc desc;
  // True if it may be a product of matrices, for which signals are blocked.
  bool may_multiply_matrices;
  dnnl::memory input;
  dnnl::memory output;
  dnnl::memory scratchpad;

 private:
  dnnl::primitive primitive_;
};

struct PartPlan {
  ConvBand rows{};
  std::shared_ptr<PartKind> kind;
};

// The parts of an image: bands of rows, or slices of filters.
struct LastPlan {
  ConvShape slice;            // the sizes of each slice of filters
  dnnl::memory plain_filter;  // of one slice
  dnnl::memory filter;        // in the order that all parts want
  dnnl::reorder pack;
  dnnl::memory bias;
  int64_t slices = 1;
  std::vector<PartPlan> parts;

  // Returns the bytes of a slice in that order.
  int64_t packed_bytes() const {
    return static_cast<int64_t>(filter.get_desc().get_size());
  }
};

// Returns what a part of the same sizes has; null: there is none.
std::shared_ptr<PartKind> FindKind(const LastPlan& plan, const ConvBand& rows);

// Writes all slices of a filter in the order of the plan.
void PackInto(LastPlan* plan, const void* filter, void* packed);

// Runs one part of an image; `filter` is in the order of the plan, and `bias`
// may be null. The elements are of the types of the plan. Throws dnnl::error.
void RunPart(LastPlan* plan, int64_t index, const void* input,
             const void* filter, const void* bias, void* output);

// True if the library has the activation in its code for convolutions.
bool HasLibraryCode(FusedActivation f);

// The library's name of a data type. T: float, bfloat16.
template <typename T>
inline constexpr dnnl::memory::data_type kLastType =
    std::is_same_v<T, float> ? dnnl::memory::data_type::f32
                             : dnnl::memory::data_type::bf16;

// Returns this thread's plan for an image of a shape and type, with a bias or
// without, whose primitives apply an activation: null if the library has no
// fast code for it, or the processor no instructions for bfloat16. All plans of
// a shape take the filter in one order. Throws dnnl::error. Belongs to the
// calling thread, as long as it holds it.
std::shared_ptr<LastPlan> LastPlanFor(const ConvShape& shape,
                                      dnnl::memory::data_type type, bool bias,
                                      FusedActivation activation);

}  // namespace paddle::operators::kernels
