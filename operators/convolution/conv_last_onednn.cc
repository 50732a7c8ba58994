#include <algorithm>
#include <cfenv>
#include <memory>

#include <dnnl.hpp>

#include "paddle/operators/convolution/conv_bands.h"
#include "paddle/operators/convolution/conv_last.h"
#include "paddle/operators/convolution/conv_onednn.h"
#include "paddle/operators/convolution/last_plan.h"
#include "paddle/operators/math/blas/packed_order.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {
namespace {

using dnnl::memory;
using framework::Tensor;

// Returns the elements of a slice of filters in the order of the plan.
template <typename T>
int64_t PackedSlice(const LastPlan& plan) {
  return plan.packed_bytes() / static_cast<int64_t>(sizeof(T));
}

// Returns the filter in the order of the plan, in memory that all parts read.
template <typename T>
const T* OrderedFilter(LastPlan* plan, const ConvLastOperands<T>& operands) {
  const memory::desc order = plan->filter.get_desc();
  const int64_t bytes = plan->slices * plan->packed_bytes();
  if (operands.packed != nullptr) {
    const char* packed = FindPacked(*operands.packed, order, bytes);
    if (packed != nullptr) return reinterpret_cast<const T*>(packed);
  }
  if (plan->plain_filter.get_desc() == order) return operands.filter();
  T* shared = static_cast<T*>(ThreadScratch(ScratchSlot::kShared, bytes));
  PackInto(plan, operands.filter(), shared);
  return shared;
}

// A call of ConvLast, with the filter in the order that the library wants.
template <typename T>
struct Call {
  const ConvShape& shape;
  const ConvLastOperands<T>& operands;
  const T* filter;
  FusedActivation activation;  // that the library applies
  ConvFinish<T> finish;
  T* output;
};

// Computes part `index` with the activation by the library, or, if that has no
// code for it, without. Returns true if the results are finished.
//
// The library's maximum with 0 turns NaN into 0. The processor notes that it
// compared NaN as an invalid operation, as it notes others: the part is then
// computed again, without the activation.
template <typename T>
bool RunFinished(const Call<T>& call, int64_t index, const T* input,
                 const T* filter, const T* bias, T* output) {
  const FusedActivation f = call.activation;
  const bool has_bias = bias != nullptr;
  if (f != FusedActivation::kNone) {
    const auto plan = LastPlanFor(call.shape, kLastType<T>, has_bias, f);
    if (plan != nullptr) {
      std::feclearexcept(FE_INVALID);
      RunPart(plan.get(), index, input, filter, bias, output);
      if (std::fetestexcept(FE_INVALID) == 0) return true;
    }
  }
  const auto plain =
      LastPlanFor(call.shape, kLastType<T>, has_bias, FusedActivation::kNone);
  RunPart(plain.get(), index, input, filter, bias, output);
  return false;
}

// Computes a band of an image, whose rows of the output are consecutive.
template <typename T>
void ComputeBand(const Call<T>& call, const LastPlan& plan, int64_t image,
                 int64_t index) {
  const ConvShape& s = call.shape;
  const ConvBand& rows = plan.parts[index].rows;
  const int64_t row = s.out[2] * s.filters;
  const int64_t first = image * s.output_size() + rows.begin * row;
  const bool finished =
      RunFinished(call, index,
                  call.operands.input + image * s.input_size() +
                      rows.first * s.in[2] * s.channels,
                  call.filter, call.operands.bias, call.output + first);
  if (!finished) call.finish(first, rows.count * row, call.output + first);
}

// Computes a slice of the filters for an image: a piece of each pixel, which
// the library computes side by side.
template <typename T>
void ComputeSlice(const Call<T>& call, const LastPlan& plan, int64_t image,
                  int64_t index) {
  const ConvShape& s = call.shape;
  const int64_t filters = plan.slice.filters, pixels = Volume(s.out);
  const T* bias = call.operands.bias;
  T* piece = ThreadScratch<T>(ScratchSlot::kPiece, pixels * filters);
  const bool finished =
      RunFinished(call, index, call.operands.input + image * s.input_size(),
                  call.filter + index * PackedSlice<T>(plan),
                  bias == nullptr ? nullptr : bias + index * filters, piece);
  int64_t first = image * s.output_size() + index * filters;
  for (int64_t p = 0; p < pixels; ++p, first += s.filters) {
    const T* from = piece + p * filters;
    if (finished) {
      std::copy_n(from, filters, call.output + first);
    } else {
      call.finish(first, filters, from);
    }
  }
}

}  // namespace

template <typename T>
bool ConvLast(const ConvShape& s, const ConvLastOperands<T>& operands,
              ConvFinish<T> finish, T* output) {
  bool done = false;
  GuardedConv(s, [&] {
    const auto plan = LastPlanFor(s, kLastType<T>, operands.bias != nullptr,
                                  FusedActivation::kNone);
    if (plan == nullptr) return;
    const Call<T> call{s,
                       operands,
                       OrderedFilter(plan.get(), operands),
                       HasLibraryCode(operands.activation)
                           ? operands.activation
                           : FusedActivation::kNone,
                       finish,
                       output};
    const auto compute = plan->slices > 1 ? ComputeSlice<T> : ComputeBand<T>;
    ForEachPart(s, static_cast<int64_t>(plan->parts.size()),
                [&](int64_t image, int64_t part) {
                  compute(call, *plan, image, part);
                });
    done = true;
  });
  return done;
}

template <typename T>
void PackConvFilter(const ConvShape& s, const T* filter, Tensor* packed) {
  ClearPacked(packed);
  GuardedConv(s, [&] {
    const auto plan =
        LastPlanFor(s, kLastType<T>, /*bias=*/true, FusedActivation::kNone);
    if (plan == nullptr) return;
    char* to = NotePacked(plan->filter.get_desc(),
                          plan->slices * plan->packed_bytes(), packed);
    if (to != nullptr) PackInto(plan.get(), filter, reinterpret_cast<T*>(to));
  });
}

PADDLE_INSTANTIATE_ONE(ConvLast<float>);
PADDLE_INSTANTIATE_ONE(ConvLast<platform::bfloat16>);
PADDLE_INSTANTIATE_ONE(PackConvFilter<float>);
PADDLE_INSTANTIATE_ONE(PackConvFilter<platform::bfloat16>);

}  // namespace paddle::operators::kernels
