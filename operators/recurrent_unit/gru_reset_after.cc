#include "paddle/operators/recurrent_unit/gru_reset_after.h"

#include <algorithm>

#include "paddle/framework/types/data_type.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/recurrent_unit/gate_activation.h"
#include "paddle/operators/recurrent_unit/gate_rows.h"
#include "paddle/operators/recurrent_unit/gru_rows.h"
#include "paddle/operators/recurrent_unit/recurrent_pass.h"
#include "paddle/operators/recurrent_unit/sequence_batch_groups.h"
#include "paddle/operators/recurrent_unit/state_weight.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

template <typename T>
class Forward {
 public:
  using Wide = platform::Accumulator<T>;

  Forward(const RecurrentInputs& inputs, const GruOptions& options,
          memory::Allocator* allocator, const GruOutputs& outputs)
      : options_(options),
        in_(inputs),
        out_(ElementsOf<T>(outputs)),
        d_(in_.d),
        weight_(d_, 3 * d_, in_.weight, allocator) {}

  // Elements of scratch memory per sequence: h, its product, and h as products
  // take it, if that is rounded.
  int64_t MemberScratch() const { return (4 + kRounded<T>)*d_; }

  void Run(const SequenceGroup& group, Wide* scratch) const {
    const int64_t size = group.size() * d_;
    Wide* const h = scratch;  // of the step before
    Wide* const product = h + size;
    T* const factors = Factors<T>(h, product + 3 * size);
    LoadStates(group, in_.h0, d_, h);
    CopyRow(size, h, factors);
    for (int64_t step = 0; step < group.steps(); ++step) {
      const int64_t alive = group.alive(step);
      // Without a state before the first step its product is zeros, and
      // skipped.
      const bool recurrent = step > 0 || in_.h0 != nullptr;
      if (recurrent) weight_.Multiply(alive, factors, Wide(0), product);
      ForEachMember(alive, 3 * d_, [&](int64_t i) {
        Row(group.row(step, i), recurrent ? product + i * 3 * d_ : nullptr,
            h + i * d_, factors + i * d_);
      });
    }
  }

 private:
  // Computes a row, and replaces the state by the new one. `product` is null
  // for zeros.
  void Row(int64_t row, Wide* product, Wide* h, T* factors) const {
    Wide* const gates = out_.gates + row * 3 * d_;
    const Wide* const none = nullptr;
    AddTerms(3 * d_, in_.x + row * 3 * d_, in_.bias, none, gates);
    if (product != nullptr) AddTo(2 * d_, product, gates);
    ActivateRun(options_.gate, 2 * d_, gates, gates);
    const Wide* const after = ResetOf(product);
    if (after == nullptr) {
      std::fill_n(out_.reset + row * d_, d_, T(0));
    } else {
      AddReset(after, gates);
      CopyRow(d_, after, out_.reset + row * d_);
    }
    RenewState(options_, d_, gates, h);
    CopyRow(d_, h, factors);
    std::copy_n(factors, d_, out_.hidden + row * d_);
  }

  // Returns h' W_g + c, in `product` if there is one; null for zeros.
  const Wide* ResetOf(Wide* product) const {
    const Wide* const c = in_.bias == nullptr ? nullptr : in_.bias + 3 * d_;
    if (product == nullptr) return c;
    Wide* const last = product + 2 * d_;
    if (c != nullptr) AddTo(d_, c, last);
    return last;
  }

  // Adds what r lets through to the argument of the candidate.
  void AddReset(const Wide* after, Wide* gates) const {
    const Wide* const r = gates + d_;
    Wide* const g = gates + 2 * d_;
    AssignRun(d_, g, [=](int64_t j) { return g[j] + r[j] * after[j]; });
  }

  const GruOptions options_;
  const RecurrentArrays<T> in_;
  const GruValues<T, Wide> out_;
  const int64_t d_;
  const StateWeight<T> weight_;
};

template <typename T>
class Backward {
 public:
  using Wide = platform::Accumulator<T>;

  Backward(const platform::CPUDeviceContext& device,
           const RecurrentInputs& inputs, const GruOptions& options,
           const GruSaved& saved, const Tensor& dhidden,
           memory::Allocator* allocator, const RecurrentGrads& grads)
      : device_(device),
        options_(options),
        in_(inputs),
        saved_(ElementsOf<T>(saved)),
        d_(in_.d),
        dhidden_(dhidden.data<T>()),
        dh0_(MutableDataOrNull<T>(grads.h0)),
        weight_(d_, 3 * d_, in_.weight, allocator) {
    if (grads.weight == nullptr) return;
    kept_.Allocate({inputs.offsets.back(), 3 * d_}, framework::DataTypeOf<T>(),
                   allocator);
    dproduct_ = kept_.mutable_data<T>();
  }

  // Elements per sequence: gradients, the state before, and if numbers are
  // rounded, those of the product and the state.
  int64_t MemberScratch() const { return (6 + 4 * kRounded<T>)*d_; }
  int64_t BiasSize() const { return 4 * d_; }
  void Transpose(T* to) const { weight_.Transpose(to); }

  // Writes the gradient of x, and to dbias the contribution of this group.
  void Run(const SequenceGroup& group, const T* transposed, Wide* scratch,
           T* dx, Wide* dbias) const {
    const int64_t size = group.size() * d_;
    Wide* const dh = scratch;  // of the state before the step
    Wide* const h_first = dh + size;
    Wide* const dg = h_first + size;
    Wide* const dproduct = dg + size;
    Wide* const h_wide = dproduct + 3 * size;
    T* const factors = Factors<T>(dproduct, h_wide + size);
    std::fill_n(dh, size, Wide(0));
    std::fill_n(dbias, BiasSize(), Wide(0));
    LoadStates(group, in_.h0, d_, h_first);
    for (int64_t step = group.steps() - 1; step >= 0; --step) {
      const int64_t alive = group.alive(step);
      ForEachMember(alive, 3 * d_, [&](int64_t i) {
        const int64_t row = group.row(step, i);
        Row(row,
            StateBefore(group, step, i, d_, saved_.hidden, h_first, h_wide),
            dh + i * d_, dproduct + i * 3 * d_, dg + i * d_);
        CopyRow(3 * d_, dproduct + i * 3 * d_, factors + i * 3 * d_);
        Keep(row, factors + i * 3 * d_, dg + i * d_, dx);
      });
      for (int64_t i = 0; i < alive; ++i) {
        AddBias(dproduct + i * 3 * d_, dg + i * d_, dbias);
      }
      // The state before the first step is not computed but given: its gradient
      // is h0's, and a product is saved if that is not wanted.
      if (step == 0 && dh0_ == nullptr) break;
      weight_.Multiply(alive, factors, transposed, Wide(1), dh);
    }
    StoreStates(group, dh, d_, dh0_);
  }

  // One product over all rows, as one large product is faster than one per
  // step. dx will not do: its part for g lacks r.
  void WeightGrad(int64_t rows, const T* before, const T*, T* dweight) const {
    MultiplyTransposed(device_, rows, d_, 3 * d_, before, dproduct_, 3 * d_,
                       dweight);
  }

 private:
  // From the gradient of h, computes those of the product of h' and of the
  // argument of g, and replaces dh by the part of the gradient of h' that flows
  // through the sum.
  void Row(int64_t row, const Wide* h, Wide* dh, Wide* dproduct,
           Wide* dg) const {
    const Wide* const gates = saved_.gates + row * 3 * d_;
    RenewStateGrad(options_, d_, gates, h, dhidden_ + row * d_, dh, dproduct,
                   dg);
    const Wide* const r = gates + d_;
    const T* const after = saved_.reset + row * d_;
    Wide* const dr = dproduct + d_;
    Wide* const dafter = dproduct + 2 * d_;
    ForIndependent(d_, [=](int64_t j) {
      dr[j] = dg[j] * static_cast<Wide>(after[j]);
      dafter[j] = dg[j] * r[j];
    });
    ActivateRunGrad(options_.gate, d_, r, dr);
  }

  // Stores the gradients of a row of x and of its product. dx may be in the
  // memory of the saved gates, which have been read.
  void Keep(int64_t row, const T* factors, const Wide* dg, T* dx) const {
    std::copy_n(factors, 2 * d_, dx + row * 3 * d_);
    CopyRow(d_, dg, dx + row * 3 * d_ + 2 * d_);
    if (dproduct_ == nullptr) return;
    std::copy_n(factors, 3 * d_, dproduct_ + row * 3 * d_);
  }

  void AddBias(const Wide* dproduct, const Wide* dg, Wide* dbias) const {
    AddTo(2 * d_, dproduct, dbias);
    AddTo(d_, dg, dbias + 2 * d_);
    AddTo(d_, dproduct + 2 * d_, dbias + 3 * d_);
  }

  const platform::CPUDeviceContext& device_;
  const GruOptions options_;
  const RecurrentArrays<T> in_;
  const GruValues<const T, const Wide> saved_;
  const int64_t d_;
  const T* const dhidden_;
  T* const dh0_;
  const TransposedWeight<T> weight_;
  Tensor kept_;
  T* dproduct_ = nullptr;  // of all rows, for the gradient of the weight
};

}  // namespace

template <class Device, class T>
void GruResetAfter(const Device&, const RecurrentInputs& inputs,
                   const GruOptions& options, memory::Allocator* allocator,
                   Workspace workspace, const GruOutputs& outputs) {
  RunForward<T>(inputs, options.reverse,
                Forward<T>(inputs, options, allocator, outputs), workspace);
}

template <class Device, class T>
void GruResetAfterGrad(const Device& device, const RecurrentInputs& inputs,
                       const GruSaved& saved, const Tensor& dhidden,
                       const GruOptions& options, memory::Allocator* allocator,
                       Workspace workspace, const RecurrentGrads& grads) {
  RunBackward<T>(
      inputs, options.reverse, saved.hidden->data<T>(),
      Backward<T>(device, inputs, options, saved, dhidden, allocator, grads),
      grads, workspace);
}

PADDLE_INSTANTIATE(GruResetAfter, platform::CPUDeviceContext, float, double,
                   platform::bfloat16);
PADDLE_INSTANTIATE(GruResetAfterGrad, platform::CPUDeviceContext, float, double,
                   platform::bfloat16);

}  // namespace paddle::operators::kernels
