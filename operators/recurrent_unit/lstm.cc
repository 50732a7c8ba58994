#include "paddle/operators/recurrent_unit/lstm.h"

#include <algorithm>
#include <type_traits>

#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/recurrent_unit/gate_rows.h"
#include "paddle/operators/recurrent_unit/lstm_cell.h"
#include "paddle/operators/recurrent_unit/lstm_rows.h"
#include "paddle/operators/recurrent_unit/recurrent_pass.h"
#include "paddle/operators/recurrent_unit/recurrent_tensors.h"
#include "paddle/operators/recurrent_unit/sequence_batch_groups.h"
#include "paddle/operators/recurrent_unit/state_weight.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/int8_products.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

template <typename T, class Weight = StateWeight<T>>
class Forward {
 public:
  using Wide = platform::Accumulator<T>;

  Forward(const RecurrentInputs& inputs, const LstmOptions& options,
          memory::Allocator* allocator, const LstmOutputs& outputs)
      : cell_(CellOf<Wide>(inputs, options)),
        in_(inputs),
        out_(ElementsOf<T>(outputs)),
        d_(in_.d),
        weight_(d_, 4 * d_, in_.weight, allocator) {}

  const Weight& weight() const { return weight_; }
  // Elements of scratch memory per sequence: h, the first cell, a product, and
  // h before it is rounded.
  int64_t MemberScratch() const { return (6 + kRounded<T>)*d_; }

  void Run(const SequenceGroup& group, Wide* scratch) const {
    T* const h = reinterpret_cast<T*>(scratch);
    Wide* const c_first = scratch + group.size() * d_;
    Wide* const a = c_first + group.size() * d_;
    Wide* const wide = a + group.size() * 4 * d_;
    LoadStates(group, in_.h0, d_, h);
    LoadStates(group, in_.c0, d_, c_first);
    for (int64_t step = 0; step < group.steps(); ++step) {
      const int64_t alive = group.alive(step);
      const bool recurrent = step > 0 || in_.h0 != nullptr;
      if (recurrent) {
        weight_.Multiply(alive, h, Wide(0), a);
      }
      ForEachMember(alive, 4 * d_, [&](int64_t i) {
        const int64_t row = group.row(step, i);
        const Wide* c_before = step > 0
                                   ? out_.cell + group.row(step - 1, i) * d_
                                   : c_first + i * d_;
        Row(row, recurrent ? a + i * 4 * d_ : nullptr, c_before, h + i * d_,
            wide + i * d_);
      });
    }
  }

 private:
  // Computes a row. `a` is the product of the hidden row before, null for
  // zeros; h gets a copy of the new hidden row, contiguous for the next
  // product; `wide` is room for it before it is rounded.
  void Row(int64_t row, const Wide* a, const Wide* c_before, T* h,
           Wide* wide) const {
    Wide* const gates = out_.gates + row * 4 * d_;
    Wide* const c = out_.cell + row * d_;
    Wide* const activated = out_.activated + row * d_;
    const T* const x = in_.x + row * 4 * d_;
    if constexpr (platform::kIsHalf<T>) {
      AddTerms(4 * d_, x, in_.bias, a, gates);
      cell_.Forward(gates, c_before, c, activated, wide);
      CopyRow(d_, wide, h);
    } else {
      cell_.ForwardSum(x, in_.bias, a, gates, c_before, c, activated, h);
    }
    std::copy_n(h, d_, out_.hidden + row * d_);
  }

  const LstmCell<Wide> cell_;
  const RecurrentArrays<T> in_;
  const LstmValues<T, Wide> out_;
  const int64_t d_;
  const Weight weight_;
};

template <typename T>
class Backward {
 public:
  using Wide = platform::Accumulator<T>;

  Backward(const platform::CPUDeviceContext& device,
           const RecurrentInputs& inputs, const LstmOptions& options,
           const LstmSaved& saved, const Tensor& dhidden, const Tensor& dcell,
           memory::Allocator* allocator, const RecurrentGrads& grads)
      : device_(device),
        cell_(CellOf<Wide>(inputs, options)),
        in_(inputs),
        saved_(ElementsOf<T>(saved)),
        d_(in_.d),
        dhidden_(dhidden.data<T>()),
        dcell_(dcell.data<Wide>()),
        dh0_(MutableDataOrNull<T>(grads.h0)),
        dc0_(MutableDataOrNull<Wide>(grads.c0)),
        back_(d_, 4 * d_, in_.weight, allocator) {}

  int64_t MemberScratch() const { return (7 + 4 * kRounded<T>)*d_; }
  // The number of elements of the gradient of the bias, with peepholes.
  int64_t BiasSize() const {
    return cell_.peepholes == nullptr ? 4 * d_ : 7 * d_;
  }

  void Transpose(T* to) const { back_.Transpose(to); }

  // Writes the gradient of x, and to dbias the contribution of this group.
  void Run(const SequenceGroup& group, const T* transposed_weight,
           Wide* scratch, T* dx, Wide* dbias) const {
    const int64_t size = group.size();
    Wide* const dh = scratch;
    Wide* const dc = dh + size * d_;
    Wide* const c_first = dc + size * d_;
    Wide* const da = c_first + size * d_;
    // As a product takes them: rounded, or those of da.
    T* const factors = reinterpret_cast<T*>(da + kRounded<T> * size * 4 * d_);
    std::fill_n(dh, 2 * size * d_, Wide(0));
    std::fill_n(dbias, BiasSize(), Wide(0));
    LoadStates(group, in_.c0, d_, c_first);
    for (int64_t step = group.steps() - 1; step >= 0; --step) {
      const int64_t alive = group.alive(step);
      const auto c_before = [&](int64_t i) {
        return step > 0 ? saved_.cell + group.row(step - 1, i) * d_
                        : c_first + i * d_;
      };
      ForEachMember(alive, 4 * d_, [&](int64_t i) {
        Row(group.row(step, i), c_before(i), dh + i * d_, dc + i * d_,
            da + i * 4 * d_, factors + i * 4 * d_, dx);
      });
      // Serial: rows of a step add to one bias, and their order has to be
      // fixed.
      for (int64_t i = 0; i < alive; ++i) {
        AddLstmBias(cell_, c_before(i), saved_.cell + group.row(step, i) * d_,
                    da + i * 4 * d_, dbias);
      }
      if (step == 0 && dh0_ == nullptr) break;
      back_.Multiply(alive, factors, transposed_weight, Wide(0), dh);
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
  void Row(int64_t row, const Wide* c_before, Wide* dh, Wide* dc, Wide* da,
           T* factors, T* dx) const {
    const T* const dhidden = dhidden_ + row * d_;
    const Wide* const dcell = dcell_ + row * d_;
    ForIndependent(d_, [=](int64_t j) {
      dh[j] += static_cast<Wide>(dhidden[j]);
      dc[j] += dcell[j];
    });
    cell_.Backward(saved_.gates + row * 4 * d_, c_before,
                   saved_.activated + row * d_, dh, dc, da);
    CopyRow(4 * d_, da, factors);
    std::copy_n(factors, 4 * d_, dx + row * 4 * d_);
  }

  const platform::CPUDeviceContext& device_;
  const LstmCell<Wide> cell_;
  const RecurrentArrays<T> in_;
  const LstmValues<const T, const Wide> saved_;
  const int64_t d_;
  const T* const dhidden_;
  const Wide* const dcell_;
  T* const dh0_;
  Wide* const dc0_;
  const TransposedWeight<T> back_;
};

// Computes in integers if that is faster: rounding the weight takes as long as
// some steps.
bool RunInIntegers(const RecurrentInputs& inputs, const LstmOptions& options,
                   memory::Allocator* allocator, Workspace workspace,
                   const LstmOutputs& outputs) {
  constexpr int64_t kLeastSize = 128;
  constexpr int64_t kLeastSteps = 32;
  if (inputs.weight->dims()[0] < kLeastSize || !platform::HasInt8Products() ||
      SequenceBatch(inputs.offsets).steps() < kLeastSteps) {
    return false;
  }
  const Forward<float, IntegerWeight> forward(inputs, options, allocator,
                                              outputs);
  if (!forward.weight().is_fast()) return false;
  RunForward<float>(inputs, options.reverse, forward, workspace);
  return true;
}

}  // namespace

template <class Device, class T>
void Lstm(const Device&, const RecurrentInputs& inputs,
          const LstmOptions& options, memory::Allocator* allocator,
          Workspace workspace, const LstmOutputs& outputs) {
  if constexpr (std::is_same_v<T, float>) {
    if (options.dynamic_int8 &&
        RunInIntegers(inputs, options, allocator, workspace, outputs)) {
      return;
    }
  }
  RunForward<T>(inputs, options.reverse,
                Forward<T>(inputs, options, allocator, outputs), workspace);
}

template <class Device, class T>
void LstmGrad(const Device& device, const RecurrentInputs& inputs,
              const LstmSaved& saved, const Tensor& dhidden,
              const Tensor& dcell, const LstmOptions& options,
              memory::Allocator* allocator, Workspace workspace,
              const RecurrentGrads& grads) {
  const Backward<T> backward(device, inputs, options, saved, dhidden, dcell,
                             allocator, grads);
  RunBackward<T>(inputs, options.reverse, saved.hidden->data<T>(), backward,
                 grads, workspace);
}

PADDLE_INSTANTIATE(Lstm, platform::CPUDeviceContext, float, double,
                   platform::bfloat16);
PADDLE_INSTANTIATE(LstmGrad, platform::CPUDeviceContext, float, double,
                   platform::bfloat16);

}  // namespace paddle::operators::kernels
