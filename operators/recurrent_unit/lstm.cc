#include "paddle/operators/recurrent_unit/lstm.h"

#include <algorithm>

#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/recurrent_unit/gate_rows.h"
#include "paddle/operators/recurrent_unit/lstm_cell.h"
#include "paddle/operators/recurrent_unit/recurrent_pass.h"
#include "paddle/operators/recurrent_unit/recurrent_tensors.h"
#include "paddle/operators/recurrent_unit/sequence_batch_groups.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

template <typename T>
LstmCell<T> CellOf(const RecurrentInputs& inputs, const LstmOptions& options) {
  const int64_t d = inputs.weight->dims()[0];
  return {d,
          options.gate,
          options.candidate,
          options.cell,
          /*candidate_first=*/true,
          options.use_peepholes ? inputs.bias->data<T>() + 4 * d : nullptr};
}

template <typename T>
class Forward {
 public:
  Forward(const platform::CPUDeviceContext& device,
          const RecurrentInputs& inputs, const LstmOptions& options,
          const LstmOutputs& outputs)
      : device_(device),
        cell_(CellOf<T>(inputs, options)),
        in_(inputs),
        out_(ElementsOf<T>(outputs)),
        d_(in_.d) {}

  // Elements of scratch memory per sequence: h, the first cell and a product.
  int64_t MemberScratch() const { return 6 * d_; }

  void Run(const SequenceGroup& group, T* scratch) const {
    T* const h = scratch;
    T* const c_first = h + group.size() * d_;
    T* const a = c_first + group.size() * d_;
    LoadStates(group, in_.h0, d_, h);
    LoadStates(group, in_.c0, d_, c_first);
    for (int64_t step = 0; step < group.steps(); ++step) {
      const int64_t alive = group.alive(step);
      const bool recurrent = step > 0 || in_.h0 != nullptr;
      if (recurrent) {
        Multiply(alive, d_, 4 * d_, h, in_.weight, T(0), a);
      }
      ForEachMember(alive, 4 * d_, [&](int64_t i) {
        const int64_t row = group.row(step, i);
        const T* c_before = step > 0 ? out_.cell + group.row(step - 1, i) * d_
                                     : c_first + i * d_;
        Row(row, recurrent ? a + i * 4 * d_ : nullptr, c_before, h + i * d_);
      });
    }
  }

 private:
  // Computes a row. `a` is the product of the hidden row before, null for
  // zeros; h gets a copy of the new hidden row, contiguous for the next
  // product.
  void Row(int64_t row, const T* a, const T* c_before, T* h) const {
    const T* const x = in_.x + row * 4 * d_;
    T* const gates = out_.gates + row * 4 * d_;
    AddTerms(4 * d_, x, in_.bias, a, gates);
    cell_.Forward(gates, c_before, out_.cell + row * d_,
                  out_.activated + row * d_, h);
    std::copy_n(h, d_, out_.hidden + row * d_);
  }

  const platform::CPUDeviceContext& device_;
  const LstmCell<T> cell_;
  const RecurrentArrays<T> in_;
  const LstmValues<T> out_;
  const int64_t d_;
};

template <typename T>
class Backward {
 public:
  Backward(const platform::CPUDeviceContext& device,
           const RecurrentInputs& inputs, const LstmOptions& options,
           const LstmSaved& saved, const Tensor& dhidden, const Tensor& dcell,
           const RecurrentGrads& grads)
      : device_(device),
        cell_(CellOf<T>(inputs, options)),
        in_(inputs),
        saved_(ElementsOf<T>(saved)),
        d_(in_.d),
        dhidden_(dhidden.data<T>()),
        dcell_(dcell.data<T>()),
        dh0_(MutableDataOrNull<T>(grads.h0)),
        dc0_(MutableDataOrNull<T>(grads.c0)) {}

  int64_t MemberScratch() const { return 7 * d_; }
  // The number of elements of the gradient of the bias, with peepholes.
  int64_t BiasSize() const {
    return cell_.peepholes == nullptr ? 4 * d_ : 7 * d_;
  }

  void Transpose(T* to) const { TransposeMatrix(d_, 4 * d_, in_.weight, to); }

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
    LoadStates(group, in_.c0, d_, c_first);
    for (int64_t step = group.steps() - 1; step >= 0; --step) {
      const int64_t alive = group.alive(step);
      const auto c_before = [&](int64_t i) {
        return step > 0 ? saved_.cell + group.row(step - 1, i) * d_
                        : c_first + i * d_;
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
      Multiply(alive, 4 * d_, d_, da, transposed_weight, T(0), dh);
    }
    StoreStates(group, dh, d_, dh0_);
    StoreStates(group, dc, d_, dc0_);
  }

  void WeightGrad(int64_t rows, const T* before, const T* dx,
                  T* dweight) const {
    MultiplyTransposed(device_, rows, d_, 4 * d_, before, dx, 4 * d_, dweight);
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
    cell_.Backward(saved_.gates + row * 4 * d_, c_before,
                   saved_.activated + row * d_, dh, dc, da);
    std::copy_n(da, 4 * d_, dx + row * 4 * d_);
  }

  void AddBias(int64_t row, const T* c_before, const T* da, T* dbias) const {
    AddTo(4 * d_, da, dbias);
    if (cell_.peepholes != nullptr) {
      cell_.AddPeepholeGrad(c_before, saved_.cell + row * d_, da,
                            dbias + 4 * d_);
    }
  }

  const platform::CPUDeviceContext& device_;
  const LstmCell<T> cell_;
  const RecurrentArrays<T> in_;
  const LstmValues<const T> saved_;
  const int64_t d_;
  const T* const dhidden_;
  const T* const dcell_;
  T* const dh0_;
  T* const dc0_;
};

}  // namespace

template <class Device, class T>
void Lstm(const Device& device, const RecurrentInputs& inputs,
          const LstmOptions& options, Workspace workspace,
          const LstmOutputs& outputs) {
  RunForward<T>(inputs, options.reverse,
                Forward<T>(device, inputs, options, outputs), workspace);
}

template <class Device, class T>
void LstmGrad(const Device& device, const RecurrentInputs& inputs,
              const LstmSaved& saved, const Tensor& dhidden,
              const Tensor& dcell, const LstmOptions& options,
              Workspace workspace, const RecurrentGrads& grads) {
  const Backward<T> backward(device, inputs, options, saved, dhidden, dcell,
                             grads);
  RunBackward<T>(inputs, options.reverse, saved.hidden->data<T>(), backward,
                 grads, workspace);
}

PADDLE_INSTANTIATE(Lstm, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(LstmGrad, platform::CPUDeviceContext, float, double);

}  // namespace paddle::operators::kernels
