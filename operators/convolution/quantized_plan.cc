#include "paddle/operators/convolution/quantized_plan.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "absl/container/flat_hash_map.h"

#include "paddle/operators/convolution/conv_key.h"
#include "paddle/operators/convolution/conv_onednn.h"
#include "paddle/platform/crc32c.h"
#include "paddle/platform/fork_guard.h"

namespace paddle::operators::kernels {
namespace {

using dnnl::memory;
using framework::DataType;
using Tag = memory::format_tag;
using ForwardDesc = dnnl::convolution_forward::primitive_desc;

memory::data_type LibraryType(DataType type) {
  if (type == DataType::kUInt8) return memory::data_type::u8;
  return type == DataType::kInt8 ? memory::data_type::s8
                                 : memory::data_type::f32;
}

memory::desc FilterDesc(const ConvShape& s, Tag order) {
  return {ConvFilterDims(s), memory::data_type::s8, order};
}

memory::desc BiasDesc(const ConvShape& s, const QuantizedFinish& f) {
  return f.bias ? FloatDesc({s.filters}, Tag::a) : memory::desc();
}

void AppendActivation(const QuantizedFinish& f, dnnl::post_ops* ops) {
  using A = dnnl::algorithm;
  switch (f.activation) {
    case FusedActivation::kNone:
      return;
    case FusedActivation::kRelu:
      return ops->append_eltwise(1, A::eltwise_relu, 0, 0);
    case FusedActivation::kRelu6:
      return ops->append_eltwise(1, A::eltwise_clip, 0, f.six);
    case FusedActivation::kSigmoid:
      return ops->append_eltwise(1, A::eltwise_logistic, 0, 0);
    case FusedActivation::kTanh:
      return ops->append_eltwise(1, A::eltwise_tanh, 0, 0);
    case FusedActivation::kSwish:
      return ops->append_eltwise(1, A::eltwise_swish, 1, 0);
    case FusedActivation::kHardSwish:
      return ops->append_eltwise(1, A::eltwise_hardswish, 0, 0);
    case FusedActivation::kGelu:
      return ops->append_eltwise(1, A::eltwise_gelu_erf, 0, 0);
  }
}

dnnl::primitive_attr AttributesOf(const QuantizedFinish& f,
                                  absl::Span<const float> scales) {
  dnnl::post_ops ops;
  if (f.types.residual) {
    // It stands where the output will, as a number of the output's size.
    const bool is_float = f.types.output == DataType::kFloat32;
    ops.append_sum(
        f.residual, 0,
        is_float ? memory::data_type::f32 : LibraryType(*f.types.residual));
  }
  AppendActivation(f, &ops);
  if (f.last != 1) {
    ops.append_eltwise(1, dnnl::algorithm::eltwise_linear, f.last, 0);
  }
  dnnl::primitive_attr attributes;
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  attributes.set_output_scales(1 << 1, {scales.begin(), scales.end()});
  attributes.set_post_ops(ops);
  return attributes;
}

// A convolution of one image: of a slice of its filters, if it has slices.
struct Request {
  ConvShape shape;
  const QuantizedFinish& finish;
  int64_t slices;
  int64_t bands;
};

ForwardDesc DescOf(const Request& r, const ConvBand& band, int64_t slice,
                   const memory::desc& filter) {
  const ConvShape& s = r.shape;
  const QuantizedFinish& f = r.finish;
  return {{dnnl::prop_kind::forward_inference,
           dnnl::algorithm::convolution_direct,
           {{1, s.channels, band.rows, s.in[2]},
            LibraryType(f.types.input),
            Tag::nhwc},
           filter,
           BiasDesc(s, f),
           {{1, s.filters, band.count, s.out[2]},
            LibraryType(f.types.output),
            Tag::nhwc},
           {s.stride[1], s.stride[2]},
           {s.dilation[1] - 1, s.dilation[2] - 1},
           {band.before, s.padding[2]},
           {band.after, s.after(2)}},
          AttributesOf(f, f.scales.subspan(slice * s.filters, s.filters)),
          OneDnnEngine()};
}

// Without instructions for products of integers the library's sums of two
// products may saturate.
bool IsExact(const char* implementation) {
  return std::strstr(implementation, "vnni") != nullptr ||
         std::strstr(implementation, "amx") != nullptr;
}

// Appends part `index`; false if the library has no exact code for it. `filter`
// is the order that it must take, or that it chooses. Slices have scales of
// their own, and so share nothing.
bool AppendPart(const Request& r, int64_t index, memory::desc* filter,
                QuantizedPlan* plan) {
  const ConvBand rows = BandAt(r.shape, r.bands, index % r.bands);
  auto kind = r.slices > 1 ? nullptr : FindKind(*plan, rows);
  if (kind == nullptr) {
    const int64_t slice = r.slices > 1 ? index : 0;
    kind = std::make_shared<PartKind>(DescOf(r, rows, slice, *filter));
    if (!IsExact(kind->desc.impl_info_str())) return false;
    *filter = kind->desc.weights_desc();
  }
  plan->parts.push_back({rows, kind});
  return true;
}

// Returns the number of slices of filters. That of a product of matrices must
// not depend on its rows, as all of them read one packed matrix.
int64_t SlicesOf(const ConvShape& s) {
  constexpr int64_t kMostSlices = 8, kColumns = 64, kSliceWeights = 1 << 18;
  const bool is_product =
      s.out[1] == 1 && Volume(s.kernel) == 1 && s.groups == 1;
  if (!is_product) return SliceCount(s);
  int64_t count = 1;
  while (2 * count <= kMostSlices && s.filters % (2 * count * kColumns) == 0 &&
         s.filter_size() / (2 * count) >= kSliceWeights) {
    count *= 2;
  }
  return count;
}

std::shared_ptr<QuantizedPlan> MakePlan(ConvShape shape,
                                        const QuantizedFinish& finish) {
  // See PartKind::Primitive.
  const platform::ForkGuard guard;
  const int64_t slices = SlicesOf(shape);
  const int64_t bands = slices > 1 ? 1 : BandCount(shape);
  shape.filters /= slices;
  auto plan = std::make_shared<QuantizedPlan>();
  plan->slice = shape;
  plan->slices = slices;
  memory::desc filter = FilterDesc(shape, Tag::any);
  for (int64_t i = 0; i < slices * bands; ++i) {
    if (!AppendPart({shape, finish, slices, bands}, i, &filter, plan.get())) {
      return nullptr;
    }
  }
  plan->plain_filter =
      NoMemory(FilterDesc(shape, shape.groups > 1 ? Tag::goihw : Tag::oihw));
  plan->filter = NoMemory(filter);
  plan->pack = dnnl::reorder(plan->plain_filter, plan->filter);
  if (finish.bias) plan->bias = NoMemory(BiasDesc(shape, finish));
  return plan;
}

// A library without code for a shape is no failure: other code computes it.
std::shared_ptr<QuantizedPlan> TryPlan(const ConvShape& shape,
                                       const QuantizedFinish& finish) {
  const bool fits = shape.is_flat() && BandAt(shape, 1, 0).rows > 0 &&
                    shape.after(2) + shape.stride[2] > 0;
  if (!fits) return nullptr;
  try {
    return MakePlan(shape, finish);
  } catch (const dnnl::error& e) {
    if (e.status == dnnl_unimplemented) return nullptr;
    throw;
  }
}

std::vector<float> NumbersOf(const QuantizedFinish& f) {
  std::vector<float> numbers(f.scales.begin(), f.scales.end());
  numbers.insert(numbers.end(), {f.residual, f.six, f.last});
  return numbers;
}

bool HasNumbers(const QuantizedFinish& f, const std::vector<float>& numbers) {
  const size_t scales = f.scales.size();
  return numbers.size() == scales + 3 &&
         std::equal(f.scales.begin(), f.scales.end(), numbers.begin()) &&
         numbers[scales] == f.residual && numbers[scales + 1] == f.six &&
         numbers[scales + 2] == f.last;
}

// Returns a number for what is no number of a finish.
int64_t KindOf(const QuantizedFinish& f) {
  const int residual =
      f.types.residual ? static_cast<int>(*f.types.residual) : 0;
  int64_t kind = static_cast<int64_t>(f.activation);
  kind = kind * 16 + static_cast<int>(f.types.input);
  kind = kind * 16 + static_cast<int>(f.types.output);
  return (kind * 16 + residual) * 2 + (f.bias ? 1 : 0);
}

}  // namespace

void SetHash(QuantizedFinish* f) {
  const float others[] = {f->residual, f->six, f->last};
  f->hash = platform::Crc32c(f->scales.data(), f->scales.size() * sizeof(float),
                             platform::Crc32c(others, sizeof(others)));
}

std::shared_ptr<QuantizedPlan> QuantizedPlanFor(const ConvShape& shape,
                                                const QuantizedFinish& finish) {
  constexpr size_t kMaxPlans = 512;
  using Key = std::pair<ConvKey, uint32_t>;
  thread_local absl::flat_hash_map<Key, std::shared_ptr<QuantizedPlan>> plans;
  ConvShape one = shape;
  one.batch = 1;
  const Key key(ConvKeyOf(one, KindOf(finish)), finish.hash);
  const auto found = plans.find(key);
  if (found != plans.end()) {
    const auto& plan = found->second;
    if (plan == nullptr || HasNumbers(finish, plan->numbers)) return plan;
  }
  auto made = TryPlan(one, finish);
  if (made != nullptr) made->numbers = NumbersOf(finish);
  if (plans.size() >= kMaxPlans) plans.clear();
  return plans[key] = std::move(made);
}

}  // namespace paddle::operators::kernels
