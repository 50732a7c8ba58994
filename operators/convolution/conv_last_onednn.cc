#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include <dnnl.hpp>

#include "paddle/operators/convolution/conv_bands.h"
#include "paddle/operators/convolution/conv_key.h"
#include "paddle/operators/convolution/conv_last.h"
#include "paddle/operators/convolution/conv_onednn.h"
#include "paddle/operators/convolution/packed_filter.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/platform/fork_guard.h"

namespace paddle::operators::kernels {
namespace {

using dnnl::memory;
using framework::Tensor;
using Tag = memory::format_tag;
using ForwardDesc = dnnl::convolution_forward::primitive_desc;

// A part of one image, ready to run on one thread.
struct PartPlan {
  ConvBand rows{};
  memory input;
  memory output;
  memory scratchpad;
  dnnl::primitive primitive;
};

// The parts of an image: bands of rows, or slices of filters.
struct Plan {
  ConvShape slice;      // the sizes of each slice of filters
  memory plain_filter;  // of one slice
  memory filter;        // in the order that all parts want
  dnnl::reorder pack;
  memory bias;
  int64_t slices = 1;
  std::vector<PartPlan> parts;

  int64_t packed_size() const {
    return static_cast<int64_t>(filter.get_desc().get_size() / sizeof(float));
  }
};

memory::dims FilterDims(const ConvShape& s) {
  memory::dims dims{s.filters, s.channels / s.groups, s.kernel[1], s.kernel[2]};
  if (s.groups > 1) {
    dims[0] /= s.groups;
    dims.insert(dims.begin(), s.groups);
  }
  return dims;
}

memory::desc PlainFilter(const ConvShape& s) {
  return FloatDesc(FilterDims(s), s.groups > 1 ? Tag::goihw : Tag::oihw);
}

memory::desc BiasDesc(const ConvShape& s, bool bias) {
  return bias ? FloatDesc({s.filters}, Tag::a) : memory::desc();
}

// Throws dnnl::error if the library has no code at all for it.
ForwardDesc DescOf(const ConvShape& s, bool bias, const ConvBand& band,
                   const memory::desc& filter) {
  dnnl::primitive_attr attributes;
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  const int64_t reach = (s.kernel[2] - 1) * s.dilation[2] + 1;
  // The zeros that windows reach, which may be fewer than the padding.
  const int64_t right =
      (s.out[2] - 1) * s.stride[2] + reach - s.in[2] - s.padding[2];
  return {{dnnl::prop_kind::forward_inference,
           dnnl::algorithm::convolution_direct,
           FloatDesc({1, s.channels, band.rows, s.in[2]}, Tag::nhwc),
           filter,
           BiasDesc(s, bias),
           FloatDesc({1, s.filters, band.count, s.out[2]}, Tag::nhwc),
           {s.stride[1], s.stride[2]},
           {s.dilation[1] - 1, s.dilation[2] - 1},
           {band.before, s.padding[2]},
           {band.after, right}},
          attributes,
          ConvEngine()};
}

PartPlan Finish(const ConvBand& rows, const ForwardDesc& desc) {
  PartPlan plan;
  plan.rows = rows;
  plan.input = NoMemory(desc.src_desc());
  plan.output = NoMemory(desc.dst_desc());
  plan.scratchpad = NoMemory(desc.scratchpad_desc());
  plan.primitive = dnnl::convolution_forward(desc);
  return plan;
}

// Returns null if the library has only its slow reference for some part. There
// is one slice, or one band.
std::shared_ptr<Plan> MakePlan(ConvShape s, bool bias, int64_t slices,
                               int64_t bands) {
  auto plan = std::make_shared<Plan>();
  s.filters /= slices;
  plan->slice = s;
  plan->slices = slices;
  // `any` lets oneDNN choose the order for the first part; the others take it.
  memory::desc filter = FloatDesc(FilterDims(s), Tag::any);
  for (int64_t i = 0; i < slices * bands; ++i) {
    const ConvBand rows = BandAt(s, bands, i % bands);
    const ForwardDesc desc = DescOf(s, bias, rows, filter);
    if (IsReferenceConv(desc.impl_info_str())) return nullptr;
    filter = desc.weights_desc();
    plan->parts.push_back(Finish(rows, desc));
  }
  plan->plain_filter = NoMemory(PlainFilter(s));
  plan->filter = NoMemory(filter);
  plan->pack = dnnl::reorder(plan->plain_filter, plan->filter);
  if (bias) plan->bias = NoMemory(BiasDesc(s, bias));
  return plan;
}

// True if no band lacks rows of the image, and the library can say by how much
// windows miss its right end: not by a stride or more.
bool FitsLibrary(const ConvShape& s) {
  const int64_t reach = (s.kernel[2] - 1) * s.dilation[2] + 1;
  return s.is_flat() && BandAt(s, 1, 0).rows > 0 &&
         s.out[2] * s.stride[2] + reach > s.in[2] + s.padding[2];
}

// A library without code for a shape is no failure: other code computes it.
std::shared_ptr<Plan> TryPlan(const ConvShape& s, bool bias) {
  if (!FitsLibrary(s)) return nullptr;
  try {
    const int64_t slices = SliceCount(s);
    auto plan = MakePlan(s, bias, slices, slices > 1 ? 1 : BandCount(s));
    return plan != nullptr ? plan : MakePlan(s, bias, 1, 1);
  } catch (const dnnl::error& e) {
    if (e.status == dnnl_unimplemented) return nullptr;
    throw;
  }
}

// Returns this thread's plan for an image of a shape, null if there is none.
std::shared_ptr<Plan> PlanFor(ConvShape s, bool bias) {
  constexpr size_t kMaxPlans = 256;
  thread_local absl::flat_hash_map<ConvKey, std::shared_ptr<Plan>> plans;
  s.batch = 1;
  const ConvKey key = ConvKeyOf(s, bias ? 1 : 0);
  auto found = plans.find(key);
  if (found == plans.end()) {
    if (plans.size() >= kMaxPlans) plans.clear();
    // A fork now would copy oneDNN's cache of primitives while this thread
    // holds its lock: the guard makes it wait.
    const platform::ForkGuard guard;
    found = plans.emplace(key, TryPlan(s, bias)).first;
  }
  return found->second;
}

void PackInto(Plan* plan, const float* filter, float* packed) {
  for (int64_t i = 0; i < plan->slices; ++i) {
    plan->plain_filter.set_data_handle(
        const_cast<float*>(filter + i * plan->slice.filter_size()));
    plan->filter.set_data_handle(packed + i * plan->packed_size());
    ReorderConv(plan->pack, plan->plain_filter, plan->filter);
  }
}

// Returns the filter in the order of the plan, in memory that all parts read.
const float* OrderedFilter(Plan* plan, const ConvLastOperands& operands) {
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

// Runs one part of an image; `filter` is in the order of the plan, and what is
// not read is null.
void RunPart(Plan* plan, PartPlan* part, const float* input,
             const float* filter, const float* bias, float* output) {
  part->input.set_data_handle(const_cast<float*>(input));
  part->output.set_data_handle(output);
  plan->filter.set_data_handle(const_cast<float*>(filter));
  if (bias != nullptr) {
    plan->bias.set_data_handle(const_cast<float*>(bias));
  }
  BindConvScratchpad(&part->scratchpad);
  const dnnl_exec_arg_t arguments[] = {
      {DNNL_ARG_SRC, part->input.get()},
      {DNNL_ARG_WEIGHTS, plan->filter.get()},
      {DNNL_ARG_DST, part->output.get()},
      {DNNL_ARG_SCRATCHPAD, part->scratchpad.get()},
      {DNNL_ARG_BIAS, bias == nullptr ? nullptr : plan->bias.get()}};
  ExecuteConv(part->primitive, bias == nullptr ? 4 : 5, arguments);
}

using Finishing = absl::FunctionRef<void(int64_t, int64_t)>;

// Computes a band of an image, whose rows of the output are consecutive.
void ComputeBand(const ConvShape& s, Plan* plan, int64_t image, int64_t index,
                 const ConvLastOperands& operands, Finishing finish,
                 float* output) {
  PartPlan& part = plan->parts[index];
  const int64_t row = s.out[2] * s.filters;
  const int64_t first = image * s.output_size() + part.rows.begin * row;
  RunPart(plan, &part,
          operands.input + image * s.input_size() +
              part.rows.first * s.in[2] * s.channels,
          operands.filter, operands.bias, output + first);
  finish(first, part.rows.count * row);
}

// Computes a slice of the filters for an image: a piece of each pixel, which
// the library computes side by side.
void ComputeSlice(const ConvShape& s, Plan* plan, int64_t image, int64_t index,
                  const ConvLastOperands& operands, Finishing finish,
                  float* output) {
  const int64_t filters = plan->slice.filters, pixels = Volume(s.out);
  float* piece = ThreadScratch<float>(ScratchSlot::kPiece, pixels * filters);
  RunPart(plan, &plan->parts[index], operands.input + image * s.input_size(),
          operands.filter + index * plan->packed_size(),
          operands.bias == nullptr ? nullptr : operands.bias + index * filters,
          piece);
  int64_t first = image * s.output_size() + index * filters;
  for (int64_t p = 0; p < pixels; ++p, first += s.filters) {
    std::copy_n(piece + p * filters, filters, output + first);
    finish(first, filters);
  }
}

}  // namespace

bool FloatConvLast(const ConvShape& s, const ConvLastOperands& operands,
                   absl::FunctionRef<void(int64_t, int64_t)> finish,
                   float* output) {
  bool done = false;
  GuardedConv(s, [&] {
    const bool bias = operands.bias != nullptr;
    const auto whole = PlanFor(s, bias);
    if (whole == nullptr) return;
    ConvLastOperands ordered = operands;
    ordered.filter = OrderedFilter(whole.get(), operands);
    const auto compute = whole->slices > 1 ? ComputeSlice : ComputeBand;
    ForEachPart(s, static_cast<int64_t>(whole->parts.size()),
                [&](int64_t image, int64_t part) {
                  const auto plan = PlanFor(s, bias);
                  compute(s, plan.get(), image, part, ordered, finish, output);
                });
    done = true;
  });
  return done;
}

void PackConvFilter(const ConvShape& s, const float* filter, Tensor* packed) {
  ClearPacked(packed);
  GuardedConv(s, [&] {
    const auto plan = PlanFor(s, /*bias=*/true);
    if (plan == nullptr) return;
    float* to = NotePacked(plan->filter.get_desc(), plan->slices, packed);
    if (to != nullptr) PackInto(plan.get(), filter, to);
  });
}

}  // namespace paddle::operators::kernels
