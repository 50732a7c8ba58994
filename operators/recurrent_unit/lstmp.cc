#include "paddle/operators/recurrent_unit/lstmp.h"

#include <algorithm>

#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/recurrent_unit/gate_rows.h"
#include "paddle/operators/recurrent_unit/lstm_cell.h"
#include "paddle/operators/recurrent_unit/lstm_rows.h"
#include "paddle/operators/recurrent_unit/recurrent_pass.h"
#include "paddle/operators/recurrent_unit/sequence_batch_groups.h"
#include "paddle/operators/recurrent_unit/state_weight.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;

// Finishes rows of hidden states times the projection's weight.
template <typename T>
struct Projecting {
  Projecting(const ProjectionOptions& options, int64_t size)
      : activation(options.activation),
        clip(static_cast<T>(options.clip)),
        size(size) {}

  void Forward(T* r) const {
    ActivateRun(activation, size, r, r);
    if (clip <= T(0)) return;
    const T most = clip;
    AssignRun(size, r, [=](int64_t j) {
      return r[j] > most ? most : (r[j] < -most ? -most : r[j]);
    });
  }
  // Makes d, the gradient of r, that of the product.
  void Backward(const T* r, T* d) const {
    if (clip > T(0)) {
      const T most = clip;
      AssignRun(size, d, [=](int64_t j) {
        return r[j] >= most || r[j] <= -most ? T(0) : d[j];
      });
    }
    ActivateRunGrad(activation, size, r, d);
  }

  GateActivation activation;
  T clip;
  int64_t size;
};

template <typename T>
class Forward {
 public:
  Forward(const RecurrentInputs& inputs, const Tensor& projection_weight,
          const LstmOptions& options, const ProjectionOptions& projecting,
          memory::Allocator* allocator, const LstmOutputs& outputs,
          Tensor* projection)
      : cell_(CellOf<T>(inputs, options)),
        in_(inputs),
        out_(ElementsOf<T>(outputs)),
        projection_(projection->mutable_data<T>()),
        d_(cell_.size),
        p_(in_.d),
        weight_(p_, 4 * d_, in_.weight, allocator),
        project_(d_, p_, projection_weight.data<T>(), allocator),
        projecting_(projecting, p_) {}

  // Elements of scratch memory per sequence: r, the first cell, h, a product.
  int64_t MemberScratch() const { return p_ + 6 * d_; }

  void Run(const SequenceGroup& group, T* scratch) const {
    T* const r = scratch;
    T* const c_first = r + group.size() * p_;
    T* const h = c_first + group.size() * d_;
    T* const a = h + group.size() * d_;
    LoadStates(group, in_.h0, p_, r);
    LoadStates(group, in_.c0, d_, c_first);
    for (int64_t step = 0; step < group.steps(); ++step) {
      const int64_t alive = group.alive(step);
      const bool recurrent = step > 0 || in_.h0 != nullptr;
      if (recurrent) weight_.Multiply(alive, r, T(0), a);
      ForEachMember(alive, 4 * d_, [&](int64_t i) {
        const T* c_before = step > 0 ? out_.cell + group.row(step - 1, i) * d_
                                     : c_first + i * d_;
        Row(group.row(step, i), recurrent ? a + i * 4 * d_ : nullptr, c_before,
            h + i * d_);
      });
      project_.Multiply(alive, h, T(0), r);
      ForEachMember(alive, p_, [&](int64_t i) {
        projecting_.Forward(r + i * p_);
        std::copy_n(r + i * p_, p_, projection_ + group.row(step, i) * p_);
      });
    }
  }

 private:
  // Computes a row. `a` is the product of the projection before, null for
  // zeros; h gets a copy of the hidden row for the next product.
  void Row(int64_t row, const T* a, const T* c_before, T* h) const {
    T* const gates = out_.gates + row * 4 * d_;
    AddTerms(4 * d_, in_.x + row * 4 * d_, in_.bias, a, gates);
    cell_.Forward(gates, c_before, out_.cell + row * d_,
                  out_.activated + row * d_, h);
    std::copy_n(h, d_, out_.hidden + row * d_);
  }

  const LstmCell<T> cell_;
  const RecurrentArrays<T> in_;
  const LstmValues<T> out_;
  T* const projection_;
  const int64_t d_;
  const int64_t p_;
  const StateWeight<T> weight_;
  const StateWeight<T> project_;
  const Projecting<T> projecting_;
};

template <typename T>
Tensor MakeMatrix(int64_t rows, int64_t columns, memory::Allocator* allocator) {
  Tensor matrix;
  matrix.Allocate(Dims({rows, columns}), framework::DataTypeOf<T>(), allocator);
  return matrix;
}

template <typename T>
class Backward {
 public:
  Backward(const platform::CPUDeviceContext& device,
           const RecurrentInputs& inputs, const Tensor& projection_weight,
           const LstmSaved& saved, const Tensor& projection,
           const Tensor& d_projection, const Tensor& d_cell,
           const LstmOptions& options, const ProjectionOptions& projecting,
           memory::Allocator* allocator, const RecurrentGrads& grads)
      : device_(device),
        cell_(CellOf<T>(inputs, options)),
        in_(inputs),
        saved_(ElementsOf<T>(saved)),
        projection_(projection.data<T>()),
        d_projection_(d_projection.data<T>()),
        d_cell_(d_cell.data<T>()),
        dh0_(MutableDataOrNull<T>(grads.h0)),
        dc0_(MutableDataOrNull<T>(grads.c0)),
        d_(cell_.size),
        p_(in_.d),
        back_(p_, 4 * d_, in_.weight, allocator),
        project_back_(d_, p_, projection_weight.data<T>(), allocator),
        projecting_(projecting, p_),
        transposed_(MakeMatrix<T>(p_, d_, allocator)),
        products_(MakeMatrix<T>(inputs.offsets.back(), p_, allocator)),
        product_(products_.mutable_data<T>()) {
    project_back_.Transpose(transposed_.mutable_data<T>());
  }

  int64_t MemberScratch() const { return p_ + 7 * d_; }
  // The number of elements of the gradient of the bias, with peepholes.
  int64_t BiasSize() const {
    return cell_.peepholes == nullptr ? 4 * d_ : 7 * d_;
  }
  void Transpose(T* to) const { back_.Transpose(to); }

  // Writes the gradients of x and of the products that are projected, and to
  // dbias the contribution of this group.
  void Run(const SequenceGroup& group, const T* transposed_weight, T* scratch,
           T* dx, T* dbias) const {
    const int64_t size = group.size();
    T* const dr = scratch;
    T* const dc = dr + size * p_;
    T* const c_first = dc + size * d_;
    T* const dh = c_first + size * d_;
    T* const da = dh + size * d_;
    std::fill_n(dr, size * (p_ + d_), T(0));
    std::fill_n(dbias, BiasSize(), T(0));
    LoadStates(group, in_.c0, d_, c_first);
    for (int64_t step = group.steps() - 1; step >= 0; --step) {
      const int64_t alive = group.alive(step);
      const auto c_before = [&](int64_t i) {
        return step > 0 ? saved_.cell + group.row(step - 1, i) * d_
                        : c_first + i * d_;
      };
      ForEachMember(alive, p_, [&](int64_t i) {
        ProjectionRow(group.row(step, i), dr + i * p_);
      });
      project_back_.Multiply(alive, dr, transposed_.data<T>(), T(0), dh);
      ForEachMember(alive, 4 * d_, [&](int64_t i) {
        CellRow(group.row(step, i), c_before(i), dh + i * d_, dc + i * d_,
                da + i * 4 * d_, dx);
      });
      // Serial: rows of a step add to one bias, and their order has to be
      // fixed.
      for (int64_t i = 0; i < alive; ++i) {
        AddLstmBias(cell_, c_before(i), saved_.cell + group.row(step, i) * d_,
                    da + i * 4 * d_, dbias);
      }
      if (step == 0 && dh0_ == nullptr) break;
      back_.Multiply(alive, da, transposed_weight, T(0), dr);
    }
    StoreStates(group, dr, p_, dh0_);
    StoreStates(group, dc, d_, dc0_);
  }

  void WeightGrad(int64_t rows, const T* before, const T* dx,
                  T* dweight) const {
    MultiplyTransposed(device_, rows, p_, 4 * d_, before, dx, 4 * d_, dweight);
  }
  // Computes the gradient of the projection's weight, after all groups.
  void ProjectionWeightGrad(T* to) const {
    MultiplyTransposed(device_, products_.dims()[0], d_, p_, saved_.hidden,
                       product_, p_, to);
  }

 private:
  // dr holds the gradient from the next step; it becomes that of the product.
  void ProjectionRow(int64_t row, T* dr) const {
    AddTo(p_, d_projection_ + row * p_, dr);
    projecting_.Backward(projection_ + row * p_, dr);
    std::copy_n(dr, p_, product_ + row * p_);
  }

  // dc holds the gradient from the next step; it becomes that of c_before.
  void CellRow(int64_t row, const T* c_before, const T* dh, T* dc, T* da,
               T* dx) const {
    AddTo(d_, d_cell_ + row * d_, dc);
    cell_.Backward(saved_.gates + row * 4 * d_, c_before,
                   saved_.activated + row * d_, dh, dc, da);
    std::copy_n(da, 4 * d_, dx + row * 4 * d_);
  }

  const platform::CPUDeviceContext& device_;
  const LstmCell<T> cell_;
  const RecurrentArrays<T> in_;
  const LstmValues<const T> saved_;
  const T* const projection_;
  const T* const d_projection_;
  const T* const d_cell_;
  T* const dh0_;
  T* const dc0_;
  const int64_t d_;
  const int64_t p_;
  const TransposedWeight<T> back_;
  const TransposedWeight<T> project_back_;
  const Projecting<T> projecting_;
  Tensor transposed_;  // the weight of the projection
  Tensor products_;    // their gradients, [rows, P]
  T* const product_;
};

}  // namespace

template <class Device, class T>
void Lstmp(const Device&, const RecurrentInputs& inputs,
           const Tensor& projection_weight, const LstmOptions& options,
           const ProjectionOptions& projecting, memory::Allocator* allocator,
           Workspace workspace, const LstmOutputs& outputs,
           Tensor* projection) {
  RunForward<T>(inputs, options.reverse,
                Forward<T>(inputs, projection_weight, options, projecting,
                           allocator, outputs, projection),
                workspace);
}

template <class Device, class T>
void LstmpGrad(const Device& device, const RecurrentInputs& inputs,
               const Tensor& projection_weight, const LstmSaved& saved,
               const Tensor& projection, const Tensor& d_projection,
               const Tensor& d_cell, const LstmOptions& options,
               const ProjectionOptions& projecting,
               memory::Allocator* allocator, Workspace workspace,
               const RecurrentGrads& grads, Tensor* d_projection_weight) {
  const Backward<T> backward(device, inputs, projection_weight, saved,
                             projection, d_projection, d_cell, options,
                             projecting, allocator, grads);
  RunBackward<T>(inputs, options.reverse, projection.data<T>(), backward, grads,
                 workspace);
  if (d_projection_weight == nullptr) return;
  backward.ProjectionWeightGrad(d_projection_weight->mutable_data<T>());
}

PADDLE_INSTANTIATE(Lstmp, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(LstmpGrad, platform::CPUDeviceContext, float, double);

}  // namespace paddle::operators::kernels
