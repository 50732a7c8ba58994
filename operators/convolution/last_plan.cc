#include "paddle/operators/convolution/last_plan.h"

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"

#include "paddle/operators/convolution/activation_bounds.h"
#include "paddle/operators/convolution/conv_key.h"
#include "paddle/operators/convolution/conv_onednn.h"
#include "paddle/operators/math/blas/gemm.h"
#include "paddle/operators/math/blas/onednn.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/fork_guard.h"

namespace paddle::operators::kernels {
namespace {

using dnnl::memory;
using Tag = memory::format_tag;
using ForwardDesc = dnnl::convolution_forward::primitive_desc;

// A convolution of one image, and what its primitives have besides.
struct Request {
  ConvShape shape;
  memory::data_type type;
  bool bias;
  FusedActivation activation;
};

memory::desc PlainFilter(const ConvShape& s, memory::data_type type) {
  return {ConvFilterDims(s), type, s.groups > 1 ? Tag::goihw : Tag::oihw};
}

memory::desc BiasDesc(const Request& r) {
  return r.bias ? memory::desc({r.shape.filters}, r.type, Tag::a)
                : memory::desc();
}

// Empty if the library has no code for the activation.
dnnl::post_ops PostOpsOf(FusedActivation f) {
  dnnl::post_ops ops;
  if (f == FusedActivation::kRelu) {
    ops.append_eltwise(1, dnnl::algorithm::eltwise_relu, 0, 0);
  } else if (f == FusedActivation::kRelu6) {
    ops.append_eltwise(1, dnnl::algorithm::eltwise_clip, 0, 6);
  }
  return ops;
}

dnnl::primitive_attr AttributesOf(FusedActivation f) {
  dnnl::primitive_attr attributes;
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  attributes.set_post_ops(PostOpsOf(f));
  return attributes;
}

// Throws dnnl::error if the library has no code at all for it.
ForwardDesc DescOf(const Request& r, const ConvBand& band,
                   const memory::desc& filter) {
  const ConvShape& s = r.shape;
  return {
      {dnnl::prop_kind::forward_inference,
       dnnl::algorithm::convolution_direct,
       memory::desc({1, s.channels, band.rows, s.in[2]}, r.type, Tag::nhwc),
       filter,
       BiasDesc(r),
       memory::desc({1, s.filters, band.count, s.out[2]}, r.type, Tag::nhwc),
       {s.stride[1], s.stride[2]},
       {s.dilation[1] - 1, s.dilation[2] - 1},
       {band.before, s.padding[2]},
       // The zeros that windows reach, which may be fewer than the padding.
       {band.after, s.after(2)}},
      AttributesOf(r.activation),
      OneDnnEngine()};
}

// Appends a part; false if the library has only slow code for it.
// `filter` is the order that it must take, or that it chooses.
bool AppendPart(const Request& r, const ConvBand& rows, memory::desc* filter,
                LastPlan* plan) {
  auto kind = FindKind(*plan, rows);
  if (kind == nullptr) {
    kind = std::make_shared<PartKind>(DescOf(r, rows, *filter));
    if (IsSlowConv(r.shape, kind->desc.impl_info_str())) return false;
    *filter = kind->desc.weights_desc();
  }
  plan->parts.push_back({rows, kind});
  return true;
}

// Returns null if the library has only slow code for some part. There
// is one slice, or one band; `filter` is the order of a slice, or any.
std::shared_ptr<LastPlan> MakePlan(Request r, int64_t slices, int64_t bands,
                                   memory::desc filter) {
  // See PartKind::Primitive.
  const platform::ForkGuard guard;
  auto plan = std::make_shared<LastPlan>();
  ConvShape& s = r.shape;
  s.filters /= slices;
  plan->slice = s;
  plan->slices = slices;
  for (int64_t i = 0; i < slices * bands; ++i) {
    const ConvBand rows = BandAt(s, bands, i % bands);
    if (!AppendPart(r, rows, &filter, plan.get())) return nullptr;
  }
  plan->plain_filter = NoMemory(PlainFilter(s, r.type));
  plan->filter = NoMemory(filter);
  plan->pack = dnnl::reorder(plan->plain_filter, plan->filter);
  if (r.bias) plan->bias = NoMemory(BiasDesc(r));
  return plan;
}

// `any` lets oneDNN choose the order for the first part; the others take it.
std::shared_ptr<LastPlan> MakePlain(const Request& r) {
  const auto any = [&](int64_t slices) {
    ConvShape s = r.shape;
    s.filters /= slices;
    return memory::desc(ConvFilterDims(s), r.type, Tag::any);
  };
  const int64_t slices = SliceCount(r.shape);
  const int64_t bands = slices > 1 ? 1 : BandCount(r.shape);
  auto plan = MakePlan(r, slices, bands, any(slices));
  return plan != nullptr ? plan : MakePlan(r, 1, 1, any(1));
}

// True if no band lacks rows of the image, and the library can say by how much
// windows miss its right end: not by a stride or more.
bool FitsLibrary(const ConvShape& s) {
  return s.is_flat() && BandAt(s, 1, 0).rows > 0 &&
         s.after(2) + s.stride[2] > 0;
}

std::shared_ptr<LastPlan> MakeAny(const Request& r) {
  if (r.activation == FusedActivation::kNone) return MakePlain(r);
  const auto plain =
      LastPlanFor(r.shape, r.type, r.bias, FusedActivation::kNone);
  if (plain == nullptr) return nullptr;
  const auto parts = static_cast<int64_t>(plain->parts.size());
  return MakePlan(r, plain->slices, parts / plain->slices,
                  plain->filter.get_desc());
}

// Without them the library computes bfloat16 slower than float.
bool HasInstructions(memory::data_type type) {
  return type == memory::data_type::f32 || HasHalfGemm<platform::bfloat16>();
}

// A library without code for a shape is no failure: other code computes it.
std::shared_ptr<LastPlan> TryPlan(const Request& r) {
  if (!FitsLibrary(r.shape) || !HasInstructions(r.type)) return nullptr;
  try {
    return MakeAny(r);
  } catch (const dnnl::error& e) {
    if (e.status == dnnl_unimplemented) return nullptr;
    throw;
  }
}

}  // namespace

PartKind::PartKind(const ForwardDesc& desc)
    : desc(desc),
      may_multiply_matrices(absl::StrContains(desc.impl_info_str(), "gemm")),
      input(NoMemory(desc.src_desc())),
      output(NoMemory(desc.dst_desc())),
      scratchpad(NoMemory(desc.scratchpad_desc())) {}

const dnnl::primitive& PartKind::Primitive() {
  if (!primitive_) {
    // A fork now would copy oneDNN's cache of primitives while this thread
    // holds its lock: the guard makes it wait.
    const platform::ForkGuard guard;
    primitive_ = dnnl::convolution_forward(desc);
  }
  return primitive_;
}

std::shared_ptr<PartKind> FindKind(const LastPlan& plan, const ConvBand& rows) {
  for (const PartPlan& part : plan.parts) {
    const bool alike =
        part.rows.count == rows.count && part.rows.rows == rows.rows &&
        part.rows.before == rows.before && part.rows.after == rows.after;
    if (alike) return part.kind;
  }
  return nullptr;
}

void PackInto(LastPlan* plan, const void* filter, void* packed) {
  const auto* from = static_cast<const char*>(filter);
  auto* to = static_cast<char*>(packed);
  const auto bytes =
      static_cast<int64_t>(plan->plain_filter.get_desc().get_size());
  for (int64_t i = 0; i < plan->slices; ++i) {
    plan->plain_filter.set_data_handle(const_cast<char*>(from + i * bytes));
    plan->filter.set_data_handle(to + i * plan->packed_bytes());
    ReorderConv(plan->pack, plan->plain_filter, plan->filter);
  }
}

void RunPart(LastPlan* plan, int64_t index, const void* input,
             const void* filter, const void* bias, void* output) {
  PartKind& kind = *plan->parts[index].kind;
  const dnnl::primitive& primitive = kind.Primitive();
  kind.input.set_data_handle(const_cast<void*>(input));
  kind.output.set_data_handle(output);
  plan->filter.set_data_handle(const_cast<void*>(filter));
  if (bias != nullptr) plan->bias.set_data_handle(const_cast<void*>(bias));
  BindScratchpad(&kind.scratchpad);
  const dnnl_exec_arg_t arguments[] = {
      {DNNL_ARG_SRC, kind.input.get()},
      {DNNL_ARG_WEIGHTS, plan->filter.get()},
      {DNNL_ARG_DST, kind.output.get()},
      {DNNL_ARG_SCRATCHPAD, kind.scratchpad.get()},
      {DNNL_ARG_BIAS, bias == nullptr ? nullptr : plan->bias.get()}};
  const int count = bias == nullptr ? 4 : 5;
  kind.may_multiply_matrices ? ExecuteConv(primitive, count, arguments)
                             : ExecutePrimitive(primitive, count, arguments);
}

bool HasLibraryCode(FusedActivation f) {
  return ActivationBounds(f).are_activation;
}

std::shared_ptr<LastPlan> LastPlanFor(const ConvShape& shape,
                                      memory::data_type type, bool bias,
                                      FusedActivation activation) {
  constexpr size_t kMaxPlans = 512;
  thread_local absl::flat_hash_map<ConvKey, std::shared_ptr<LastPlan>> plans;
  Request request{shape, type, bias, activation};
  request.shape.batch = 1;
  const ConvKey key = ConvKeyOf(
      request.shape, 4 * static_cast<int64_t>(activation) + (bias ? 1 : 0) +
                         (type == memory::data_type::f32 ? 2 : 0));
  const auto found = plans.find(key);
  if (found != plans.end()) return found->second;
  auto made = TryPlan(request);
  if (plans.size() >= kMaxPlans) plans.clear();
  return plans[key] = std::move(made);
}

}  // namespace paddle::operators::kernels
