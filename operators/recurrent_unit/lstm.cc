#include "paddle/operators/recurrent_unit/lstm.h"

#include <algorithm>

#include "paddle/operators/math/blas/gemm.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/recurrent_unit/gate_rows.h"
#include "paddle/operators/recurrent_unit/lstm_cell.h"
#include "paddle/operators/recurrent_unit/recurrent_pass.h"
#include "paddle/operators/recurrent_unit/sequence_batch_groups.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

template <typename T>
LstmCell<T> CellOf(const LstmInputs& inputs, const LstmOptions& options) {
  const int64_t d = inputs.weight->dims()[0];
  return {d,
          options.gate,
          options.candidate,
          options.cell,
          /*candidate_first=*/true,
          options.use_peepholes ? inputs.bias->data<T>() + 4 * d : nullptr};
}

RecurrentShape ShapeOf(const LstmInputs& inputs, const LstmOptions& options) {
  const int64_t d = inputs.weight->dims()[0];
  return {inputs.offsets, options.reverse, d, 4 * d};
}

template <typename T>
class Forward {
 public:
  Forward(const platform::CPUDeviceContext& device, const LstmInputs& inputs,
          const LstmOptions& options, const LstmOutputs& outputs)
      : device_(device),
        cell_(CellOf<T>(inputs, options)),
        d_(cell_.size),
        x_(inputs.x->data<T>()),
        h0_(DataOrNull<T>(inputs.h0)),
        c0_(DataOrNull<T>(inputs.c0)),
        weight_(inputs.weight->data<T>()),
        bias_(DataOrNull<T>(inputs.bias)),
        hidden_(outputs.hidden->mutable_data<T>()),
        c_(outputs.cell->mutable_data<T>()),
        gates_(outputs.gates->mutable_data<T>()),
        activated_(outputs.activated->mutable_data<T>()) {}

  // Elements of scratch memory per sequence: h, the first cell and a product.
  int64_t MemberScratch() const { return 6 * d_; }

  void Run(const SequenceGroup& group, T* scratch) const {
    T* const h = scratch;
    T* const c_first = h + group.size() * d_;
    T* const a = c_first + group.size() * d_;
    LoadStates(group, h0_, d_, h);
    LoadStates(group, c0_, d_, c_first);
    for (int64_t step = 0; step < group.steps(); ++step) {
      const int64_t alive = group.alive(step);
      const bool recurrent = step > 0 || h0_ != nullptr;
      if (recurrent) {
        Gemm<platform::CPUDeviceContext, T>(device_, false, false, alive,
                                            4 * d_, d_, T(1), h, d_, weight_,
                                            4 * d_, T(0), a, 4 * d_);
      }
      ForEachMember(alive, 4 * d_, [&](int64_t i) {
        const int64_t row = group.row(step, i);
        const T* c_before =
            step > 0 ? c_ + group.row(step - 1, i) * d_ : c_first + i * d_;
        Row(row, recurrent ? a + i * 4 * d_ : nullptr, c_before, h + i * d_);
      });
    }
  }

 private:
  // Computes a row. `a` is the product of the hidden row before, null for
  // zeros; h gets a copy of the new hidden row, contiguous for the next
  // product.
  void Row(int64_t row, const T* a, const T* c_before, T* h) const {
    const T* const x = x_ + row * 4 * d_;
    T* const gates = gates_ + row * 4 * d_;
    AddTerms(4 * d_, x, bias_, a, gates);
    cell_.Forward(gates, c_before, c_ + row * d_, activated_ + row * d_, h);
    std::copy_n(h, d_, hidden_ + row * d_);
  }

  const platform::CPUDeviceContext& device_;
  const LstmCell<T> cell_;
  const int64_t d_;
  const T* const x_;
  const T* const h0_;
  const T* const c0_;
  const T* const weight_;
  const T* const bias_;
  T* const hidden_;
  T* const c_;
  T* const gates_;
  T* const activated_;
};

template <typename T>
class Backward {
 public:
  Backward(const platform::CPUDeviceContext& device, const LstmInputs& inputs,
           const LstmOptions& options, const LstmSaved& saved,
           const Tensor& dhidden, const Tensor& dcell, const LstmGrads& grads)
      : device_(device),
        cell_(CellOf<T>(inputs, options)),
        d_(cell_.size),
        weight_(inputs.weight->data<T>()),
        c0_(DataOrNull<T>(inputs.c0)),
        c_(saved.cell->data<T>()),
        gates_(saved.gates->data<T>()),
        activated_(saved.activated->data<T>()),
        dhidden_(dhidden.data<T>()),
        dcell_(dcell.data<T>()),
        dh0_(MutableDataOrNull<T>(grads.h0)),
        dc0_(MutableDataOrNull<T>(grads.c0)) {}

  int64_t MemberScratch() const { return 7 * d_; }
  // The number of elements of the gradient of the bias, with peepholes.
  int64_t BiasSize() const {
    return cell_.peepholes == nullptr ? 4 * d_ : 7 * d_;
  }

  void Transpose(T* to) const { TransposeMatrix(d_, 4 * d_, weight_, to); }

  // Writes the gradient of x, and to dbias the contribution of this group.
  void Run(const SequenceGroup& group, const T* transposed_weight, T* scratch,
           T* dx, T* dbias) const {
    const int64_t size = group.size();
    T* const dh = scratch;
    T* const dc = dh + size * d_;
    T* const c_first = dc + size * d_;
    T* const da = c_first + size * d_;
    std::fill_n(dh, 2 * size * d_, T(0));
    std::fill_n(dbias, BiasSize(), T(0));
    LoadStates(group, c0_, d_, c_first);
    for (int64_t step = group.steps() - 1; step >= 0; --step) {
      const int64_t alive = group.alive(step);
      const auto c_before = [&](int64_t i) {
        return step > 0 ? c_ + group.row(step - 1, i) * d_ : c_first + i * d_;
      };
      ForEachMember(alive, 4 * d_, [&](int64_t i) {
        Row(group.row(step, i), c_before(i), dh + i * d_, dc + i * d_,
            da + i * 4 * d_, dx);
      });
      // Serial: rows of a step add to one bias, and their order has to be
      // fixed.
      for (int64_t i = 0; i < alive; ++i) {
        AddBias(group.row(step, i), c_before(i), da + i * 4 * d_, dbias);
      }
      if (step == 0 && dh0_ == nullptr) break;
      Gemm<platform::CPUDeviceContext, T>(device_, false, false, alive, d_,
                                          4 * d_, T(1), da, 4 * d_,
                                          transposed_weight, d_, T(0), dh, d_);
    }
    StoreStates(group, dh, d_, dh0_);
    StoreStates(group, dc, d_, dc0_);
  }

  // One product over all rows is faster than one per step.
  void WeightGrad(int64_t rows, const T* before, const T* dx,
                  T* dweight) const {
    Gemm<platform::CPUDeviceContext, T>(device_, true, false, d_, 4 * d_, rows,
                                        T(1), before, d_, dx, 4 * d_, T(0),
                                        dweight, 4 * d_);
  }

 private:
  // dh and dc hold the gradients from the next step; dc becomes that of
  // c_before.
  void Row(int64_t row, const T* c_before, T* dh, T* dc, T* da, T* dx) const {
    const T* const dhidden = dhidden_ + row * d_;
    const T* const dcell = dcell_ + row * d_;
    ForIndependent(d_, [=](int64_t j) {
      dh[j] += dhidden[j];
      dc[j] += dcell[j];
    });
    cell_.Backward(gates_ + row * 4 * d_, c_before, activated_ + row * d_, dh,
                   dc, da);
    std::copy_n(da, 4 * d_, dx + row * 4 * d_);
  }

  void AddBias(int64_t row, const T* c_before, const T* da, T* dbias) const {
    AddTo(4 * d_, da, dbias);
    if (cell_.peepholes != nullptr) {
      cell_.AddPeepholeGrad(c_before, c_ + row * d_, da, dbias + 4 * d_);
    }
  }

  const platform::CPUDeviceContext& device_;
  const LstmCell<T> cell_;
  const int64_t d_;
  const T* const weight_;
  const T* const c0_;
  const T* const c_;
  const T* const gates_;
  const T* const activated_;
  const T* const dhidden_;
  const T* const dcell_;
  T* const dh0_;
  T* const dc0_;
};

}  // namespace

template <class Device, class T>
void Lstm(const Device& device, const LstmInputs& inputs,
          const LstmOptions& options, Workspace workspace,
          const LstmOutputs& outputs) {
  RunForward<T>(ShapeOf(inputs, options),
                Forward<T>(device, inputs, options, outputs), workspace);
}

template <class Device, class T>
void LstmGrad(const Device& device, const LstmInputs& inputs,
              const LstmSaved& saved, const Tensor& dhidden,
              const Tensor& dcell, const LstmOptions& options,
              Workspace workspace, const LstmGrads& grads) {
  const Backward<T> backward(device, inputs, options, saved, dhidden, dcell,
                             grads);
  RunBackward<T>(ShapeOf(inputs, options), backward,
                 {saved.hidden->data<T>(), DataOrNull<T>(inputs.h0), grads.x,
                  grads.weight, grads.bias},
                 workspace);
}

PADDLE_INSTANTIATE(Lstm, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(LstmGrad, platform::CPUDeviceContext, float, double);

}  // namespace paddle::operators::kernels
