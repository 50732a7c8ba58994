#include "paddle/operators/recurrent_unit/gru.h"

#include <algorithm>

#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/recurrent_unit/gate_activation.h"
#include "paddle/operators/recurrent_unit/gate_rows.h"
#include "paddle/operators/recurrent_unit/gru_reset_after.h"
#include "paddle/operators/recurrent_unit/gru_rows.h"
#include "paddle/operators/recurrent_unit/recurrent_pass.h"
#include "paddle/operators/recurrent_unit/recurrent_tensors.h"
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
        gate_weight_(d_, 2 * d_, in_.weight, allocator),
        candidate_weight_(d_, d_, in_.weight + 2 * d_ * d_, allocator) {}

  // Elements of scratch memory per sequence: h, r h', a product, and h and r h'
  // as products take them, if that is rounded.
  int64_t MemberScratch() const { return (4 + 2 * kRounded<T>)*d_; }

  void Run(const SequenceGroup& group, Wide* scratch) const {
    const int64_t size = group.size() * d_;
    Wide* const h = scratch;    // of the step before
    Wide* const rh = h + size;  // r h'
    Wide* const a = rh + size;  // a product with a weight
    T* const h_factors = Factors<T>(h, a + 2 * size);
    T* const rh_factors = Factors<T>(rh, a + 3 * size);
    LoadStates(group, in_.h0, d_, h);
    CopyRow(size, h, h_factors);
    for (int64_t step = 0; step < group.steps(); ++step) {
      const int64_t alive = group.alive(step);
      // Without a state before the first step its products are zeros, and
      // skipped.
      const bool recurrent = step > 0 || in_.h0 != nullptr;
      if (recurrent) gate_weight_.Multiply(alive, h_factors, Wide(0), a);
      ForEachMember(alive, 3 * d_, [&](int64_t i) {
        Reset(group.row(step, i), recurrent ? a + i * 2 * d_ : nullptr,
              h + i * d_, rh + i * d_, rh_factors + i * d_);
      });
      if (recurrent) candidate_weight_.Multiply(alive, rh_factors, Wide(0), a);
      ForEachMember(alive, 3 * d_, [&](int64_t i) {
        Renew(group.row(step, i), recurrent ? a + i * d_ : nullptr, h + i * d_,
              h_factors + i * d_);
      });
    }
  }

 private:
  // Computes u and r, g without its product, and r h' of a row.
  void Reset(int64_t row, const Wide* a, const Wide* h, Wide* rh,
             T* factors) const {
    Wide* const gates = out_.gates + row * 3 * d_;
    const Wide* const none = nullptr;
    AddTerms(3 * d_, in_.x + row * 3 * d_, in_.bias, none, gates);
    if (a != nullptr) AddTo(2 * d_, a, gates);
    ActivateRun(options_.gate, 2 * d_, gates, gates);
    const Wide* const r = gates + d_;
    AssignRun(d_, rh, [=](int64_t j) { return r[j] * h[j]; });
    CopyRow(d_, rh, factors);
    std::copy_n(factors, d_, out_.reset + row * d_);
  }

  // Computes the candidate, and replaces the state by the new one.
  void Renew(int64_t row, const Wide* a, Wide* h, T* factors) const {
    Wide* const gates = out_.gates + row * 3 * d_;
    if (a != nullptr) AddTo(d_, a, gates + 2 * d_);
    RenewState(options_, d_, gates, h);
    CopyRow(d_, h, factors);
    std::copy_n(factors, d_, out_.hidden + row * d_);
  }

  const GruOptions options_;
  const RecurrentArrays<T> in_;
  const GruValues<T, Wide> out_;
  const int64_t d_;
  const StateWeight<T> gate_weight_;
  const StateWeight<T> candidate_weight_;
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
        gate_weight_(d_, 2 * d_, in_.weight, allocator),
        candidate_weight_(d_, d_, in_.weight + 2 * d_ * d_, allocator) {}

  // Elements per sequence: gradients, the state before, and if numbers are
  // rounded, those of gates and states.
  int64_t MemberScratch() const { return (6 + 4 * kRounded<T>)*d_; }
  int64_t BiasSize() const { return 3 * d_; }

  // Stores the transposed weights, one after the other: each step multiplies by
  // them, so they are transposed once.
  void Transpose(T* to) const {
    gate_weight_.Transpose(to);
    candidate_weight_.Transpose(to + 2 * d_ * d_);
  }

  // Writes the gradient of x, and to dbias the contribution of this group.
  void Run(const SequenceGroup& group, const T* transposed, Wide* scratch,
           T* dx, Wide* dbias) const {
    const int64_t size = group.size() * d_;
    Wide* const dh = scratch;  // of the state before the step
    Wide* const h_first = dh + size;
    Wide* const drh = h_first + size;  // of r h'
    Wide* const dg = drh + size;
    Wide* const dur = dg + size;
    Wide* const room = dur + 2 * size;
    T* const dg_factors = Factors<T>(dg, room);
    T* const dur_factors = Factors<T>(dur, room + size);
    Wide* const h_wide = room + 3 * size;
    std::fill_n(dh, size, Wide(0));
    std::fill_n(dbias, 3 * d_, Wide(0));
    LoadStates(group, in_.h0, d_, h_first);
    for (int64_t step = group.steps() - 1; step >= 0; --step) {
      const int64_t alive = group.alive(step);
      const auto h_before = [&](int64_t i) -> const Wide* {
        return StateBefore(group, step, i, d_, saved_.hidden, h_first, h_wide);
      };
      ForEachMember(alive, 3 * d_, [&](int64_t i) {
        const int64_t row = group.row(step, i);
        RenewStateGrad(options_, d_, saved_.gates + row * 3 * d_, h_before(i),
                       dhidden_ + row * d_, dh + i * d_, dur + i * 2 * d_,
                       dg + i * d_);
        CopyRow(d_, dg + i * d_, dg_factors + i * d_);
      });
      candidate_weight_.Multiply(alive, dg_factors, transposed + 2 * d_ * d_,
                                 Wide(0), drh);
      ForEachMember(alive, 3 * d_, [&](int64_t i) {
        Reset(group.row(step, i), h_before(i), drh + i * d_, dh + i * d_,
              dur + i * 2 * d_);
        CopyRow(2 * d_, dur + i * 2 * d_, dur_factors + i * 2 * d_);
        T* const row = dx + group.row(step, i) * 3 * d_;
        std::copy_n(dur_factors + i * 2 * d_, 2 * d_, row);
        std::copy_n(dg_factors + i * d_, d_, row + 2 * d_);
      });
      for (int64_t i = 0; i < alive; ++i) {
        AddTo(2 * d_, dur + i * 2 * d_, dbias);
        AddTo(d_, dg + i * d_, dbias + 2 * d_);
      }
      // The state before the first step is not computed but given: its gradient
      // is h0's, and a product is saved if that is not wanted.
      if (step == 0 && dh0_ == nullptr) break;
      gate_weight_.Multiply(alive, dur_factors, transposed, Wide(1), dh);
    }
    StoreStates(group, dh, d_, dh0_);
  }

  // One product over all rows: the gradients of the steps are all in dx by now,
  // and one large product is faster than one per step.
  void WeightGrad(int64_t rows, const T* before, const T* dx,
                  T* dweight) const {
    MultiplyTransposed(device_, rows, d_, 2 * d_, before, dx, 3 * d_, dweight);
    MultiplyTransposed(device_, rows, d_, d_, saved_.reset, dx + 2 * d_, 3 * d_,
                       dweight + 2 * d_ * d_);
  }

 private:
  // From the gradient of r h', computes that of the argument of r, and adds to
  // the gradient of h'.
  void Reset(int64_t row, const Wide* h, const Wide* drh, Wide* dh,
             Wide* dur) const {
    const Wide* const r = saved_.gates + row * 3 * d_ + d_;
    Wide* const dr = dur + d_;
    ForIndependent(d_, [=](int64_t j) {
      dr[j] = drh[j] * h[j];
      dh[j] += drh[j] * r[j];
    });
    ActivateRunGrad(options_.gate, d_, r, dr);
  }

  const platform::CPUDeviceContext& device_;
  const GruOptions options_;
  const RecurrentArrays<T> in_;
  const GruValues<const T, const Wide> saved_;
  const int64_t d_;
  const T* const dhidden_;
  T* const dh0_;
  const TransposedWeight<T> gate_weight_;
  const TransposedWeight<T> candidate_weight_;
};

}  // namespace

template <class Device, class T>
void Gru(const Device& device, const RecurrentInputs& inputs,
         const GruOptions& options, memory::Allocator* allocator,
         Workspace workspace, const GruOutputs& outputs) {
  if (options.reset_after) {
    return GruResetAfter<Device, T>(device, inputs, options, allocator,
                                    workspace, outputs);
  }
  RunForward<T>(inputs, options.reverse,
                Forward<T>(inputs, options, allocator, outputs), workspace);
}

template <class Device, class T>
void GruGrad(const Device& device, const RecurrentInputs& inputs,
             const GruSaved& saved, const Tensor& dhidden,
             const GruOptions& options, memory::Allocator* allocator,
             Workspace workspace, const RecurrentGrads& grads) {
  if (options.reset_after) {
    return GruResetAfterGrad<Device, T>(device, inputs, saved, dhidden, options,
                                        allocator, workspace, grads);
  }
  RunBackward<T>(
      inputs, options.reverse, saved.hidden->data<T>(),
      Backward<T>(device, inputs, options, saved, dhidden, allocator, grads),
      grads, workspace);
}

PADDLE_INSTANTIATE(Gru, platform::CPUDeviceContext, float, double,
                   platform::bfloat16);
PADDLE_INSTANTIATE(GruGrad, platform::CPUDeviceContext, float, double,
                   platform::bfloat16);

}  // namespace paddle::operators::kernels
