#include <algorithm>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include <dnnl.hpp>

#include "paddle/operators/convolution/conv_float.h"
#include "paddle/operators/convolution/conv_im2col.h"
#include "paddle/operators/convolution/conv_key.h"
#include "paddle/operators/convolution/conv_onednn.h"
#include "paddle/operators/convolution/conv_pieces.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/fork_guard.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {
namespace {

using dnnl::memory;
using platform::bfloat16;
using Tag = memory::format_tag;

enum class Kind : int { kForward, kBackwardInput, kBackwardFilter };

template <typename T>
constexpr auto kType =
    std::is_same_v<T, float> ? memory::data_type::f32 : memory::data_type::bf16;

// A tensor in the user's order and in the order that a primitive wants.
class Operand {
 public:
  Operand() = default;
  Operand(const memory::desc& plain, const memory::desc& wanted)
      : plain_(NoMemory(plain)), wanted_(NoMemory(wanted)) {
    if (plain == wanted) return;
    bytes_ = wanted.get_size();
    pack_ = dnnl::reorder(plain_, wanted_);
    unpack_ = dnnl::reorder(wanted_, plain_);
  }

  bool is_plain() const { return bytes_ == 0; }
  // Returns the bytes that the wanted order takes if it is not the user's, else
  // 0.
  size_t bytes() const { return bytes_; }
  memory::desc desc() const { return wanted_.get_desc(); }

  // Sets the addresses of the user's elements and of the reordered ones.
  const memory& Bind(const void* user, char* packed) {
    plain_.set_data_handle(const_cast<void*>(user));
    if (is_plain()) return plain_;
    wanted_.set_data_handle(packed);
    return wanted_;
  }
  void Pack() const {
    if (!is_plain()) ReorderConv(pack_, plain_, wanted_);
  }
  void Unpack() const {
    if (!is_plain()) ReorderConv(unpack_, wanted_, plain_);
  }

 private:
  memory plain_;
  memory wanted_;
  size_t bytes_ = 0;
  dnnl::reorder pack_;
  dnnl::reorder unpack_;
};

// A convolution of one shape, ready to run on one thread.
struct Plan {
  Operand image;
  Operand filter;
  Operand output;
  memory filter_part;  // a gradient of the filter, in the wanted order
  memory scratchpad;
  dnnl::primitive primitive;
};

// The orders of elements that are tried, of flat images and of volumes.
struct Orders {
  Tag plain;
  Tag channels_last;
  Tag filter;
  Tag grouped_filter;
};
constexpr Orders kFlat = {Tag::nchw, Tag::nhwc, Tag::oihw, Tag::goihw};
constexpr Orders kDeep = {Tag::ncdhw, Tag::ndhwc, Tag::oidhw, Tag::goidhw};

// The description of a convolution for oneDNN.
struct Request {
  Request(const ConvShape& s, Kind kind, memory::data_type type,
          const memory::desc* filter_order)
      : shape(s),
        kind(kind),
        type(type),
        orders(s.is_flat() ? kFlat : kDeep),
        users(s.channels_last ? orders.channels_last : orders.plain),
        image{s.batch, s.channels},
        output{s.batch, s.filters},
        filter(ConvFilterDims(s)) {
    for (int axis = s.is_flat() ? 1 : 0; axis < 3; ++axis) AddAxis(s, axis);
    filter_tag = s.groups > 1 ? orders.grouped_filter : orders.filter;
    // `any` lets oneDNN choose the order of the filter. Gradients of filters
    // are sums over pieces, of floats.
    const bool sums = kind == Kind::kBackwardFilter;
    filter_desc =
        filter_order
            ? *filter_order
            : memory::desc(filter, sums ? memory::data_type::f32 : type,
                           Tag::any);
    attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  }

  memory::desc Desc(const memory::dims& dims, Tag order) const {
    return memory::desc(dims, type, order);
  }

  // True if oneDNN's slow code is not to be taken: there is other code for 16
  // bits, and of groups it is slower than a product of matrices for each.
  bool RefusesSlowCode(bool last) const {
    return !last || (shape.groups > 1 && type == memory::data_type::f32);
  }

  const ConvShape& shape;
  Kind kind;
  memory::data_type type;
  Orders orders;
  Tag users;  // the order of the user's images
  memory::dims image, output, filter, stride, dilation, before, after;
  Tag filter_tag;
  memory::desc filter_desc;
  dnnl::primitive_attr attributes;

 private:
  void AddAxis(const ConvShape& s, int axis) {
    image.push_back(s.in[axis]);
    output.push_back(s.out[axis]);
    stride.push_back(s.stride[axis]);
    dilation.push_back(s.dilation[axis] - 1);
    before.push_back(s.padding[axis]);
    // The zeros that windows reach, which may be fewer than the padding.
    after.push_back(s.after(axis));
  }
};

dnnl::convolution_forward::primitive_desc ForwardDesc(const Request& r,
                                                      Tag order) {
  // This is only a hint to the gradient of a filter, which is of floats.
  const memory::desc forward_filter =
      r.filter_desc.data.data_type == static_cast<int>(r.type)
          ? r.filter_desc
          : r.Desc(r.filter, Tag::any);
  return {
      {dnnl::prop_kind::forward_training, dnnl::algorithm::convolution_direct,
       r.Desc(r.image, order), forward_filter, r.Desc(r.output, order),
       r.stride, r.dilation, r.before, r.after},
      r.attributes,
      OneDnnEngine()};
}

template <typename Primitive, typename Desc>
std::shared_ptr<Plan> Finish(const Request& r, const Desc& desc,
                             const memory::desc& image,
                             const memory::desc& filter,
                             const memory::desc& output) {
  auto plan = std::make_shared<Plan>();
  plan->image = Operand(r.Desc(r.image, r.users), image);
  plan->filter = Operand(r.Desc(r.filter, r.filter_tag), filter);
  plan->output = Operand(r.Desc(r.output, r.users), output);
  plan->filter_part = NoMemory(filter);
  plan->scratchpad = NoMemory(desc.scratchpad_desc());
  plan->primitive = Primitive(desc);
  return plan;
}

template <typename Desc>
bool IsRefused(const Request& r, const Desc& desc, bool last) {
  return r.RefusesSlowCode(last) && IsSlowConv(r.shape, desc.impl_info_str());
}

// Returns null if oneDNN has only its slow reference for this order, unless it
// is the last order to try, and there is nobody else to compute it.
std::shared_ptr<Plan> TryOrder(const Request& r, Tag order, bool last) {
  const auto forward = ForwardDesc(r, order);
  if (r.kind == Kind::kForward) {
    if (IsRefused(r, forward, last)) return nullptr;
    return Finish<dnnl::convolution_forward>(r, forward, forward.src_desc(),
                                             forward.weights_desc(),
                                             forward.dst_desc());
  }
  const auto algorithm = dnnl::algorithm::convolution_direct;
  if (r.kind == Kind::kBackwardInput) {
    const dnnl::convolution_backward_data::primitive_desc desc(
        {algorithm, r.Desc(r.image, order), r.filter_desc,
         r.Desc(r.output, order), r.stride, r.dilation, r.before, r.after},
        r.attributes, OneDnnEngine(), forward);
    if (IsRefused(r, desc, last)) return nullptr;
    return Finish<dnnl::convolution_backward_data>(
        r, desc, desc.diff_src_desc(), desc.weights_desc(),
        desc.diff_dst_desc());
  }
  const dnnl::convolution_backward_weights::primitive_desc desc(
      {algorithm, r.Desc(r.image, order), r.filter_desc,
       r.Desc(r.output, order), r.stride, r.dilation, r.before, r.after},
      r.attributes, OneDnnEngine(), forward);
  if (IsRefused(r, desc, last)) return nullptr;
  return Finish<dnnl::convolution_backward_weights>(
      r, desc, desc.src_desc(), desc.diff_weights_desc(), desc.diff_dst_desc());
}

// Channels last is oneDNN's fastest order, if there are enough of them. Null
// for 16 bits or groups without fast code.
std::shared_ptr<Plan> MakePlan(const ConvShape& shape, Kind kind,
                               memory::data_type type,
                               const memory::desc* filter_order) {
  constexpr int64_t kFewChannels = 8;
  const Request request(shape, kind, type, filter_order);
  const bool plain_first = kind == Kind::kBackwardInput &&
                           shape.channels / shape.groups < kFewChannels;
  if (!plain_first) {
    auto plan = TryOrder(request, request.orders.channels_last, false);
    if (plan != nullptr) return plan;
  }
  return TryOrder(request, request.orders.plain,
                  filter_order != nullptr || type == memory::data_type::f32);
}

// Returns this thread's plan for `images` images of a shape. The filter is in
// `filter_order`, or, if that is null, in the order that suits best. Null if
// oneDNN has no fast code for 16 bits or for groups.
template <typename T>
std::shared_ptr<Plan> PlanFor(ConvShape shape, int64_t images, Kind kind,
                              const memory::desc* filter_order) {
  constexpr size_t kMaxPlans = 256;
  thread_local absl::flat_hash_map<ConvKey, std::shared_ptr<Plan>> plans;
  shape.batch = images;
  const ConvKey key = ConvKeyOf(shape, static_cast<int64_t>(kind));
  auto found = plans.find(key);
  if (found == plans.end()) {
    if (plans.size() >= kMaxPlans) plans.clear();
    // A fork now would copy oneDNN's cache of primitives while this thread
    // holds its lock: the guard makes it wait.
    const platform::ForkGuard guard;
    found =
        plans.emplace(key, MakePlan(shape, kind, kType<T>, filter_order)).first;
  }
  return found->second;
}

size_t RoundUp(size_t bytes) { return (bytes + 63) / 64 * 64; }

// Memory of this thread for the reordered tensors of a piece.
struct PieceMemory {
  explicit PieceMemory(const Plan& plan)
      : image(ThreadScratch<char>(ScratchSlot::kPiece,
                                  RoundUp(plan.image.bytes()) +
                                      RoundUp(plan.output.bytes()) +
                                      plan.filter.desc().get_size())),
        output(image + RoundUp(plan.image.bytes())),
        filter(output + RoundUp(plan.output.bytes())) {}
  char* image;
  char* output;
  char* filter;
};

// Returns the filter in the order of `plan`, in memory that all pieces read: it
// is reordered once, not once per piece.
const memory& SharedFilter(Plan* plan, const void* filter) {
  const memory& shared = plan->filter.Bind(
      filter, ThreadScratch<char>(ScratchSlot::kShared, plan->filter.bytes()));
  plan->filter.Pack();
  return shared;
}

// The tensors that a computation other than the filter's gradient goes from and
// to, and what oneDNN calls them.
struct Direction {
  Kind kind;
  int from_name, to_name;
  Operand Plan::*from;
  Operand Plan::*to;
};
constexpr Direction kForward = {Kind::kForward, DNNL_ARG_SRC, DNNL_ARG_DST,
                                &Plan::image, &Plan::output};
constexpr Direction kBackwardInput = {Kind::kBackwardInput, DNNL_ARG_DIFF_DST,
                                      DNNL_ARG_DIFF_SRC, &Plan::output,
                                      &Plan::image};

// Computes the output from the input, or the gradient of the input from that of
// the output, piece by piece. An image of `from` has `from_size` elements.
// False if there is no plan.
template <typename T>
bool Convolve(const ConvShape& s, const Direction& way, const T* filter,
              const T* from, int64_t from_size, T* to, int64_t to_size) {
  bool done = false;
  GuardedConv(s, [&] {
    const auto whole = PlanFor<T>(s, ImagesPerPiece(s), way.kind, nullptr);
    if (whole == nullptr) return;
    // A copy of the handle: the plan, which other calls of this thread bind
    // anew, may be the one that a piece uses.
    const memory shared = SharedFilter(whole.get(), filter);
    const memory::desc order = shared.get_desc();
    ForEachPiece(s, [&](ConvPiece piece) {
      const auto plan = PlanFor<T>(s, piece.count, way.kind, &order);
      const PieceMemory at(*plan);
      Operand& source = (*plan).*way.from;
      Operand& target = (*plan).*way.to;
      const bool forward = way.kind == Kind::kForward;
      const memory& x = source.Bind(from + piece.begin * from_size,
                                    forward ? at.image : at.output);
      const memory& y = target.Bind(to + piece.begin * to_size,
                                    forward ? at.output : at.image);
      BindScratchpad(&plan->scratchpad);
      source.Pack();
      ExecuteConv<4>(plan->primitive,
                     {{{way.from_name, x.get()},
                       {DNNL_ARG_WEIGHTS, shared.get()},
                       {way.to_name, y.get()},
                       {DNNL_ARG_SCRATCHPAD, plan->scratchpad.get()}}});
      target.Unpack();
    });
    done = true;
  });
  return done;
}

// Computes the gradient of the filter; false if there is no plan.
template <typename T>
bool SumFilter(const ConvShape& s, const T* input, const T* d_output,
               T* d_filter) {
  bool done = false;
  GuardedConv(s, [&] {
    const auto whole =
        PlanFor<T>(s, ImagesPerPiece(s), Kind::kBackwardFilter, nullptr);
    if (whole == nullptr) return;
    done = true;
    const memory::desc order = whole->filter.desc();
    const int64_t size = order.get_size() / sizeof(float);
    const auto add = [&](ConvPiece piece, bool first, float* sums) {
      const auto plan =
          PlanFor<T>(s, piece.count, Kind::kBackwardFilter, &order);
      const PieceMemory at(*plan);
      const memory& x =
          plan->image.Bind(input + piece.begin * s.input_size(), at.image);
      const memory& dy = plan->output.Bind(
          d_output + piece.begin * s.output_size(), at.output);
      const float* part = reinterpret_cast<float*>(at.filter);
      plan->filter_part.set_data_handle(first ? sums
                                              : const_cast<float*>(part));
      BindScratchpad(&plan->scratchpad);
      plan->image.Pack();
      plan->output.Pack();
      ExecuteConv<4>(plan->primitive,
                     {{{DNNL_ARG_SRC, x.get()},
                       {DNNL_ARG_DIFF_DST, dy.get()},
                       {DNNL_ARG_DIFF_WEIGHTS, plan->filter_part.get()},
                       {DNNL_ARG_SCRATCHPAD, plan->scratchpad.get()}}});
      if (first) return;
      AssignRun(size, sums, [=](int64_t j) { return sums[j] + part[j]; });
    };
    if constexpr (std::is_same_v<T, float>) {
      if (whole->filter.is_plain()) {
        return SumOverPieces<float>(s, size, add, d_filter);
      }
    }
    float* total = ThreadScratch<float>(ScratchSlot::kTotal, size);
    SumOverPieces<float>(s, size, add, total);
    whole->filter.Bind(d_filter, reinterpret_cast<char*>(total));
    whole->filter.Unpack();
  });
  return done;
}

}  // namespace

// There may be no fast code for few channels in each group.
bool FloatConvTakesChannelsLast(const ConvShape& s) {
  constexpr int64_t kBlock = 16;
  return s.groups == 1 || (s.channels / s.groups % kBlock == 0 &&
                           s.filters / s.groups % kBlock == 0);
}

template <class Device>
void FloatConvForward(const Device& context, const ConvShape& s,
                      const float* input, const float* filter, float* output) {
  if (!Convolve(s, kForward, filter, input, s.input_size(), output,
                s.output_size())) {
    Im2ColForward(context, s, input, filter, output);
  }
}

template <class Device>
void FloatConvBackwardInput(const Device& context, const ConvShape& s,
                            const float* filter, const float* d_output,
                            float* d_input) {
  if (!Convolve(s, kBackwardInput, filter, d_output, s.output_size(), d_input,
                s.input_size())) {
    Im2ColBackwardInput(context, s, filter, d_output, d_input);
  }
}

template <class Device>
void FloatConvBackwardFilter(const Device& context, const ConvShape& s,
                             const float* input, const float* d_output,
                             float* d_filter) {
  if (!SumFilter(s, input, d_output, d_filter)) {
    Im2ColBackwardFilter(context, s, input, d_output, d_filter);
  }
}

template <class Device>
bool HalfConvForward(const Device&, const ConvShape& s, const bfloat16* input,
                     const bfloat16* filter, bfloat16* output) {
  return Convolve(s, kForward, filter, input, s.input_size(), output,
                  s.output_size());
}

template <class Device>
bool HalfConvBackwardInput(const Device&, const ConvShape& s,
                           const bfloat16* filter, const bfloat16* d_output,
                           bfloat16* d_input) {
  return Convolve(s, kBackwardInput, filter, d_output, s.output_size(), d_input,
                  s.input_size());
}

template <class Device>
bool HalfConvBackwardFilter(const Device&, const ConvShape& s,
                            const bfloat16* input, const bfloat16* d_output,
                            bfloat16* d_filter) {
  return SumFilter(s, input, d_output, d_filter);
}

PADDLE_INSTANTIATE_ONE(FloatConvForward<platform::CPUDeviceContext>);
PADDLE_INSTANTIATE_ONE(FloatConvBackwardInput<platform::CPUDeviceContext>);
PADDLE_INSTANTIATE_ONE(FloatConvBackwardFilter<platform::CPUDeviceContext>);
PADDLE_INSTANTIATE_ONE(HalfConvForward<platform::CPUDeviceContext>);
PADDLE_INSTANTIATE_ONE(HalfConvBackwardInput<platform::CPUDeviceContext>);
PADDLE_INSTANTIATE_ONE(HalfConvBackwardFilter<platform::CPUDeviceContext>);

}  // namespace paddle::operators::kernels
