#include <cstdint>

#include "paddle/operators/math/blas/gemm_device.h"
#include "paddle/operators/math/device/device_zero.cuh"
#include "paddle/operators/recurrent_unit/gate_activation.cuh"
#include "paddle/operators/recurrent_unit/gru_reset_after.h"
#include "paddle/operators/recurrent_unit/gru_steps.cuh"
#include "paddle/operators/recurrent_unit/recurrent_tensors.h"
#include "paddle/operators/recurrent_unit/step_rows.cuh"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Element j of the state of a sequence at a step.
struct Place {
  PADDLE_HOST_DEVICE Place(const StepRows& rows, int64_t d, int64_t step,
                           int64_t e)
      : rank(e / d), j(e - rank * d), row(rows.Row(step, rank)) {}

  int64_t rank, j, row;
};

// The arguments of the forward kernel. h and product are indexed by rank
// (sequences sorted by length), so the rows of a step are contiguous.
template <typename T>
struct ForwardStep {
  PADDLE_HOST_DEVICE void operator()(int64_t e) const {
    const int64_t d = in.d;
    const Place at(rows, d, step, e);
    T sums[3], products[3];
    for (int i = 0; i < 3; ++i) {
      sums[i] = in.x[at.row * 3 * d + i * d + at.j] + Bias(i * d + at.j);
      products[i] = recurrent ? product[at.rank * 3 * d + i * d + at.j] : T(0);
    }
    const T u = Activated(options.gate, sums[0] + products[0]);
    const T r = Activated(options.gate, sums[1] + products[1]);
    const T after = products[2] + Bias(3 * d + at.j);
    const T g = Activated(options.candidate, sums[2] + r * after);
    T* gates = out.gates + at.row * 3 * d + at.j;
    gates[0] = u;
    gates[d] = r;
    gates[2 * d] = g;
    out.reset[at.row * d + at.j] = after;
    h[e] = RenewedState(options, u, g, h[e]);
    out.hidden[at.row * d + at.j] = h[e];
  }
  PADDLE_HOST_DEVICE T Bias(int64_t i) const {
    return in.bias == nullptr ? T(0) : in.bias[i];
  }

  GruOptions options;
  RecurrentArrays<T> in;
  StepRows rows;
  GruValues<T> out;
  int64_t step;
  bool recurrent;  // false: the product is zero
  const T* product;
  T* h;
};

// The arguments of the backward kernel.
template <typename T>
struct BackwardStep {
  // From the gradient of h, computes those of x and of the product of h', and
  // replaces dh by the part of the gradient of h' that flows through the sum.
  PADDLE_HOST_DEVICE void operator()(int64_t e) const {
    const int64_t d = in.d;
    const Place at(rows, d, step, e);
    const T* gates = saved.gates + at.row * 3 * d + at.j;
    const T r = gates[d];
    const auto grads = RenewedStateGrads(
        options, gates[0], gates[2 * d],
        rows.Before(saved.hidden, in.h0, d, step, at.rank, at.j),
        dh[e] + dhidden[at.row * d + at.j]);
    const T dr = ActivatedGrad(options.gate, r,
                               grads.g * saved.reset[at.row * d + at.j]);
    T* to = dproduct + at.rank * 3 * d + at.j;
    to[0] = grads.u;
    to[d] = dr;
    to[2 * d] = grads.g * r;
    dafter[at.row * d + at.j] = grads.g * r;
    T* to_x = dx + at.row * 3 * d + at.j;
    to_x[0] = grads.u;
    to_x[d] = dr;
    to_x[2 * d] = grads.g;
    dh[e] = grads.h;
  }

  GruOptions options;
  RecurrentArrays<T> in;
  StepRows rows;
  GruValues<const T> saved;
  int64_t step;
  const T* dhidden;
  T* dh;        // of the state before the step, by rank
  T* dproduct;  // of that state's product, by rank
  T* dx;
  T* dafter;  // of h' W_g + c, of all rows
};

template <typename Step>
void RunStep(const platform::CUDADeviceContext& device, int64_t size,
             const Step& step) {
  const Step run = step;
  platform::ForEach(device, size, [=] PADDLE_DEVICE(int64_t e) { run(e); });
}

// Computes the gradients of the parts of the weight for u and r, and for g.
template <typename T>
void WeightGrad(const platform::CUDADeviceContext& device, int64_t rows,
                int64_t d, const T* before, const T* dx, const T* dafter,
                T* dweight) {
  GemmOnCUDA<T>(device, {true, false, d, 2 * d, rows, 1, before, d, dx, 3 * d,
                         0, dweight, 3 * d});
  GemmOnCUDA<T>(device, {true, false, d, d, rows, 1, before, d, dafter, d, 0,
                         dweight + 2 * d, 3 * d});
}

}  // namespace

template <class Device, class T>
void GruResetAfter(const Device& device, const RecurrentInputs& inputs,
                   const GruOptions& options, memory::Allocator*,
                   Workspace workspace, const GruOutputs& outputs) {
  const DeviceSequenceBatch sequences(device, inputs.offsets, options.reverse);
  const SequenceBatch& batch = sequences.batch();
  const RecurrentArrays<T> in(inputs);
  const int64_t d = in.d, count = batch.sequences() * d;
  T* h = static_cast<T*>(workspace(4 * count * sizeof(T)));
  T* product = h + count;
  LoadStates(device, sequences.rows(), in.h0, d, h);
  ForwardStep<T> step{options,
                      in,
                      sequences.rows(),
                      ElementsOf<T>(outputs),
                      0,
                      in.h0 != nullptr,
                      product,
                      h};
  for (; step.step < batch.steps(); ++step.step, step.recurrent = true) {
    const int64_t alive = batch.alive(step.step);
    if (step.recurrent) {
      GemmOnCUDA<T>(device, {false, false, alive, 3 * d, d, 1, h, d, in.weight,
                             3 * d, 0, product, 3 * d});
    }
    RunStep(device, alive * d, step);
  }
}

template <class Device, class T>
void GruResetAfterGrad(const Device& device, const RecurrentInputs& inputs,
                       const GruSaved& saved, const Tensor& dhidden,
                       const GruOptions& options, memory::Allocator*,
                       Workspace workspace, const RecurrentGrads& grads) {
  const DeviceSequenceBatch sequences(device, inputs.offsets, options.reverse);
  const SequenceBatch& batch = sequences.batch();
  const RecurrentArrays<T> in(inputs);
  const int64_t d = in.d, count = batch.sequences() * d;
  const int64_t rows = inputs.offsets.back();
  T* dh = static_cast<T*>(workspace(
      (4 * count + (grads.x == nullptr ? 5 : 2) * rows * d) * sizeof(T)));
  T* dproduct = dh + count;
  T* before = dproduct + 3 * count;
  T* dafter = before + rows * d;
  T* dx = grads.x == nullptr ? dafter + rows * d : grads.x->mutable_data<T>();
  ZeroOnCUDA(device, count, dh);
  BackwardStep<T> step{options,
                       in,
                       sequences.rows(),
                       ElementsOf<T>(saved),
                       batch.steps() - 1,
                       dhidden.data<T>(),
                       dh,
                       dproduct,
                       dx,
                       dafter};
  for (; step.step >= 0; --step.step) {
    const int64_t alive = batch.alive(step.step);
    RunStep(device, alive * d, step);
    if (step.step == 0 && grads.h0 == nullptr) break;
    GemmOnCUDA<T>(device, {false, true, alive, d, 3 * d, 1, dproduct, 3 * d,
                           in.weight, 3 * d, 1, dh, d});
  }
  StoreStates(device, step.rows, dh, d, MutableDataOrNull<T>(grads.h0));
  if (grads.bias != nullptr) {
    T* dbias = grads.bias->mutable_data<T>();
    SumRows<T>(device, rows, 3 * d, dx, dbias);
    SumRows<T>(device, rows, d, dafter, dbias + 3 * d);
  }
  if (grads.weight == nullptr) return;
  PreviousRows(device, step.rows, rows, step.saved.hidden, in.h0, d, before);
  WeightGrad<T>(device, rows, d, before, dx, dafter,
                grads.weight->mutable_data<T>());
}

PADDLE_INSTANTIATE(GruResetAfter, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(GruResetAfterGrad, platform::CUDADeviceContext, float,
                   double);

}  // namespace paddle::operators::kernels
