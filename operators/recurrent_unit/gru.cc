#include "paddle/operators/recurrent_unit/gru.h"

#include <algorithm>

#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/recurrent_unit/gate_rows.h"
#include "paddle/operators/recurrent_unit/recurrent_pass.h"
#include "paddle/operators/recurrent_unit/recurrent_tensors.h"
#include "paddle/operators/recurrent_unit/sequence_batch_groups.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

template <typename T>
class Forward {
 public:
  Forward(const platform::CPUDeviceContext& device,
          const RecurrentInputs& inputs, const GruOptions& options,
          const GruOutputs& outputs)
      : device_(device),
        options_(options),
        in_(inputs),
        out_(ElementsOf<T>(outputs)),
        d_(in_.d) {}

  // Elements of scratch memory per sequence: h, r h' and a product.
  int64_t MemberScratch() const { return 5 * d_; }

  void Run(const SequenceGroup& group, T* scratch) const {
    T* const h = scratch;                 // of the step before
    T* const rh = h + group.size() * d_;  // r h'
    T* const a = rh + group.size() * d_;  // a product with a weight
    LoadStates(group, in_.h0, d_, h);
    for (int64_t step = 0; step < group.steps(); ++step) {
      const int64_t alive = group.alive(step);
      // Without a state before the first step its products are zeros, and
      // skipped.
      const bool recurrent = step > 0 || in_.h0 != nullptr;
      if (recurrent) {
        Multiply(alive, d_, 2 * d_, h, in_.weight, T(0), a);
      }
      ForEachMember(alive, 3 * d_, [&](int64_t i) {
        Reset(group.row(step, i), recurrent ? a + i * 2 * d_ : nullptr,
              h + i * d_, rh + i * d_);
      });
      if (recurrent) {
        Multiply(alive, d_, d_, rh, in_.weight + 2 * d_ * d_, T(0), a);
      }
      ForEachMember(alive, 3 * d_, [&](int64_t i) {
        Renew(group.row(step, i), recurrent ? a + i * d_ : nullptr, h + i * d_);
      });
    }
  }

 private:
  // Computes u and r, g without its product, and r h' of a row.
  void Reset(int64_t row, const T* a, const T* h, T* rh) const {
    T* const gates = out_.gates + row * 3 * d_;
    AddTerms<T>(3 * d_, in_.x + row * 3 * d_, in_.bias, nullptr, gates);
    if (a != nullptr) AddTo(2 * d_, a, gates);
    ActivateRun(options_.gate, 2 * d_, gates, gates);
    const T* const r = gates + d_;
    AssignRun(d_, rh, [=](int64_t j) { return r[j] * h[j]; });
    std::copy_n(rh, d_, out_.reset + row * d_);
  }

  // Computes the candidate, and replaces the state by the new one.
  void Renew(int64_t row, const T* a, T* h) const {
    const T* const u = out_.gates + row * 3 * d_;
    T* const g = out_.gates + row * 3 * d_ + 2 * d_;
    if (a != nullptr) AddTo(d_, a, g);
    ActivateRun(options_.candidate, d_, g, g);
    if (options_.origin_mode) {
      AssignRun(d_, h, [=](int64_t j) { return g[j] + u[j] * (h[j] - g[j]); });
    } else {
      AssignRun(d_, h, [=](int64_t j) { return h[j] + u[j] * (g[j] - h[j]); });
    }
    std::copy_n(h, d_, out_.hidden + row * d_);
  }

  const platform::CPUDeviceContext& device_;
  const GruOptions options_;
  const RecurrentArrays<T> in_;
  const GruValues<T> out_;
  const int64_t d_;
};

template <typename T>
class Backward {
 public:
  Backward(const platform::CPUDeviceContext& device,
           const RecurrentInputs& inputs, const GruOptions& options,
           const GruSaved& saved, const Tensor& dhidden,
           const RecurrentGrads& grads)
      : device_(device),
        options_(options),
        in_(inputs),
        saved_(ElementsOf<T>(saved)),
        d_(in_.d),
        dhidden_(dhidden.data<T>()),
        dh0_(MutableDataOrNull<T>(grads.h0)) {}

  int64_t MemberScratch() const { return 6 * d_; }
  int64_t BiasSize() const { return 3 * d_; }

  // Stores the transposed weights, one after the other: each step multiplies by
  // them, so they are transposed once.
  void Transpose(T* to) const {
    TransposeMatrix(d_, 2 * d_, in_.weight, to);
    TransposeMatrix(d_, d_, in_.weight + 2 * d_ * d_, to + 2 * d_ * d_);
  }

  // Writes the gradient of x, and to dbias the contribution of this group.
  void Run(const SequenceGroup& group, const T* transposed, T* scratch, T* dx,
           T* dbias) const {
    const int64_t size = group.size();
    T* const dh = scratch;  // of the state before the step
    T* const h_first = dh + size * d_;
    T* const drh = h_first + size * d_;  // of r h'
    T* const dg = drh + size * d_;
    T* const dur = dg + size * d_;
    std::fill_n(dh, size * d_, T(0));
    std::fill_n(dbias, 3 * d_, T(0));
    LoadStates(group, in_.h0, d_, h_first);
    for (int64_t step = group.steps() - 1; step >= 0; --step) {
      const int64_t alive = group.alive(step);
      const auto h_before = [&](int64_t i) {
        return step > 0 ? saved_.hidden + group.row(step - 1, i) * d_
                        : h_first + i * d_;
      };
      ForEachMember(alive, 3 * d_, [&](int64_t i) {
        Renew(group.row(step, i), h_before(i), dh + i * d_, dur + i * 2 * d_,
              dg + i * d_);
      });
      Multiply(alive, d_, d_, dg, transposed + 2 * d_ * d_, T(0), drh);
      ForEachMember(alive, 3 * d_, [&](int64_t i) {
        Reset(group.row(step, i), h_before(i), drh + i * d_, dh + i * d_,
              dur + i * 2 * d_, dg + i * d_, dx);
      });
      for (int64_t i = 0; i < alive; ++i) {
        AddTo(2 * d_, dur + i * 2 * d_, dbias);
        AddTo(d_, dg + i * d_, dbias + 2 * d_);
      }
      // The state before the first step is not computed but given: its gradient
      // is h0's, and a product is saved if that is not wanted.
      if (step == 0 && dh0_ == nullptr) break;
      Multiply(alive, 2 * d_, d_, dur, transposed, T(1), dh);
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
  // From the gradient of h, computes those of the arguments of u and g, and
  // replaces dh by the part of the gradient of h' that flows through the sum.
  void Renew(int64_t row, const T* h, T* dh, T* du, T* dg) const {
    const T* const u = saved_.gates + row * 3 * d_;
    const T* const g = u + 2 * d_;
    const T* const dhidden = dhidden_ + row * d_;
    const T sign = options_.origin_mode ? T(-1) : T(1);
    const T keep = options_.origin_mode ? T(0) : T(1);
    // Both modes are one formula, kept h' + (1 - kept) g, without a branch.
    ForIndependent(d_, [=](int64_t j) {
      const T d = dh[j] + dhidden[j];
      const T kept = keep - sign * u[j];
      du[j] = sign * d * (g[j] - h[j]);
      dg[j] = d * (T(1) - kept);
      dh[j] = d * kept;
    });
    ActivateRunGrad(options_.gate, d_, u, du);
    ActivateRunGrad(options_.candidate, d_, g, dg);
  }

  // From the gradient of r h', computes that of the argument of r, and adds to
  // the gradient of h'.
  void Reset(int64_t row, const T* h, const T* drh, T* dh, T* dur, const T* dg,
             T* dx) const {
    const T* const r = saved_.gates + row * 3 * d_ + d_;
    T* const dr = dur + d_;
    ForIndependent(d_, [=](int64_t j) {
      dr[j] = drh[j] * h[j];
      dh[j] += drh[j] * r[j];
    });
    ActivateRunGrad(options_.gate, d_, r, dr);
    std::copy_n(dur, 2 * d_, dx + row * 3 * d_);
    std::copy_n(dg, d_, dx + row * 3 * d_ + 2 * d_);
  }

  const platform::CPUDeviceContext& device_;
  const GruOptions options_;
  const RecurrentArrays<T> in_;
  const GruValues<const T> saved_;
  const int64_t d_;
  const T* const dhidden_;
  T* const dh0_;
};

}  // namespace

template <class Device, class T>
void Gru(const Device& device, const RecurrentInputs& inputs,
         const GruOptions& options, Workspace workspace,
         const GruOutputs& outputs) {
  RunForward<T>(inputs, options.reverse,
                Forward<T>(device, inputs, options, outputs), workspace);
}

template <class Device, class T>
void GruGrad(const Device& device, const RecurrentInputs& inputs,
             const GruSaved& saved, const Tensor& dhidden,
             const GruOptions& options, Workspace workspace,
             const RecurrentGrads& grads) {
  RunBackward<T>(inputs, options.reverse, saved.hidden->data<T>(),
                 Backward<T>(device, inputs, options, saved, dhidden, grads),
                 grads, workspace);
}

PADDLE_INSTANTIATE(Gru, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(GruGrad, platform::CPUDeviceContext, float, double);

}  // namespace paddle::operators::kernels
