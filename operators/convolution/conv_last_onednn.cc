#include <algorithm>
#include <cfenv>
#include <memory>

#include <dnnl.hpp>

#include "paddle/operators/convolution/conv_bands.h"
#include "paddle/operators/convolution/conv_last.h"
#include "paddle/operators/convolution/conv_onednn.h"
#include "paddle/operators/convolution/last_plan.h"
#include "paddle/operators/convolution/packed_filter.h"
#include "paddle/operators/math/loops/thread_scratch.h"

namespace paddle::operators::kernels {
namespace {

using dnnl::memory;
using framework::Tensor;

void PackInto(LastPlan* plan, const float* filter, float* packed) {
  for (int64_t i = 0; i < plan->slices; ++i) {
    plan->plain_filter.set_data_handle(
        const_cast<float*>(filter + i * plan->slice.filter_size()));
    plan->filter.set_data_handle(packed + i * plan->packed_size());
    ReorderConv(plan->pack, plan->plain_filter, plan->filter);
  }
}

// Returns the filter in the order of the plan, in memory that all parts read.
const float* OrderedFilter(LastPlan* plan, const ConvLastOperands& operands) {
  const memory::desc order = plan->filter.get_desc();
  if (operands.packed != nullptr) {
    const float* packed = FindPacked(*operands.packed, order, plan->slices);
    if (packed != nullptr) return packed;
  }
  if (plan->plain_filter.get_desc() == order) return operands.filter;
  float* shared = ThreadScratch<float>(ScratchSlot::kShared,
                                       plan->slices * plan->packed_size());
  PackInto(plan, operands.filter, shared);
  return shared;
}

// Runs one part of an image; `filter` is in the order of the plan, and `bias`
// may be null.
void RunPart(LastPlan* plan, int64_t index, const float* input,
             const float* filter, const float* bias, float* output) {
  PartKind& kind = *plan->parts[index].kind;
  const dnnl::primitive& primitive = kind.Primitive();
  kind.input.set_data_handle(const_cast<float*>(input));
  kind.output.set_data_handle(output);
  plan->filter.set_data_handle(const_cast<float*>(filter));
  if (bias != nullptr) {
    plan->bias.set_data_handle(const_cast<float*>(bias));
  }
  BindScratchpad(&kind.scratchpad);
  const dnnl_exec_arg_t arguments[] = {
      {DNNL_ARG_SRC, kind.input.get()},
      {DNNL_ARG_WEIGHTS, plan->filter.get()},
      {DNNL_ARG_DST, kind.output.get()},
      {DNNL_ARG_SCRATCHPAD, kind.scratchpad.get()},
      {DNNL_ARG_BIAS, bias == nullptr ? nullptr : plan->bias.get()}};
  ExecuteConv(primitive, bias == nullptr ? 4 : 5, arguments);
}

using Finishing = absl::FunctionRef<void(int64_t, int64_t)>;

// A call of FloatConvLast, with the filter in the order that the library wants.
struct Call {
  const ConvShape& shape;
  ConvLastOperands operands;
  Finishing finish;
  float* output;
};

// Computes part `index` with the activation by the library, or, if that has no
// code for it, without. Returns true if the results are finished.
//
// The library's maximum with 0 turns NaN into 0. The processor notes that it
// compared NaN as an invalid operation, as it notes others: the part is then
// computed again, without the activation.
bool RunFinished(const Call& call, int64_t index, const float* input,
                 const float* filter, const float* bias, float* output) {
  const ConvActivation f = call.operands.activation;
  const bool has_bias = bias != nullptr;
  if (f != ConvActivation::kNone) {
    const auto plan = LastPlanFor(call.shape, has_bias, f);
    if (plan != nullptr) {
      std::feclearexcept(FE_INVALID);
      RunPart(plan.get(), index, input, filter, bias, output);
      if (std::fetestexcept(FE_INVALID) == 0) return true;
    }
  }
  const auto plain = LastPlanFor(call.shape, has_bias, ConvActivation::kNone);
  RunPart(plain.get(), index, input, filter, bias, output);
  return false;
}

// Computes a band of an image, whose rows of the output are consecutive.
void ComputeBand(const Call& call, const LastPlan& plan, int64_t image,
                 int64_t index) {
  const ConvShape& s = call.shape;
  const ConvBand& rows = plan.parts[index].rows;
  const int64_t row = s.out[2] * s.filters;
  const int64_t first = image * s.output_size() + rows.begin * row;
  const bool finished = RunFinished(
      call, index,
      call.operands.input + image * s.input_size() +
          rows.first * s.in[2] * s.channels,
      call.operands.filter, call.operands.bias, call.output + first);
  if (!finished) call.finish(first, rows.count * row);
}

// Computes a slice of the filters for an image: a piece of each pixel, which
// the library computes side by side.
void ComputeSlice(const Call& call, const LastPlan& plan, int64_t image,
                  int64_t index) {
  const ConvShape& s = call.shape;
  const int64_t filters = plan.slice.filters, pixels = Volume(s.out);
  const float* bias = call.operands.bias;
  float* piece = ThreadScratch<float>(ScratchSlot::kPiece, pixels * filters);
  const bool finished =
      RunFinished(call, index, call.operands.input + image * s.input_size(),
                  call.operands.filter + index * plan.packed_size(),
                  bias == nullptr ? nullptr : bias + index * filters, piece);
  int64_t first = image * s.output_size() + index * filters;
  for (int64_t p = 0; p < pixels; ++p, first += s.filters) {
    std::copy_n(piece + p * filters, filters, call.output + first);
    if (!finished) call.finish(first, filters);
  }
}

}  // namespace

bool FloatConvLast(const ConvShape& s, const ConvLastOperands& operands,
                   Finishing finish, float* output) {
  bool done = false;
  GuardedConv(s, [&] {
    const auto plan =
        LastPlanFor(s, operands.bias != nullptr, ConvActivation::kNone);
    if (plan == nullptr) return;
    Call call{s, operands, finish, output};
    call.operands.filter = OrderedFilter(plan.get(), operands);
    if (!HasLibraryCode(operands.activation)) {
      call.operands.activation = ConvActivation::kNone;
    }
    const auto compute = plan->slices > 1 ? ComputeSlice : ComputeBand;
    ForEachPart(s, static_cast<int64_t>(plan->parts.size()),
                [&](int64_t image, int64_t part) {
                  compute(call, *plan, image, part);
                });
    done = true;
  });
  return done;
}

void PackConvFilter(const ConvShape& s, const float* filter, Tensor* packed) {
  ClearPacked(packed);
  GuardedConv(s, [&] {
    const auto plan = LastPlanFor(s, /*bias=*/true, ConvActivation::kNone);
    if (plan == nullptr) return;
    float* to = NotePacked(plan->filter.get_desc(), plan->slices, packed);
    if (to != nullptr) PackInto(plan.get(), filter, to);
  });
}

}  // namespace paddle::operators::kernels
