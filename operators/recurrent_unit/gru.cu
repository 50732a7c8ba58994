#include <cstdint>

#include "paddle/operators/math/blas/gemm_device.h"
#include "paddle/operators/math/device/device_zero.cuh"
#include "paddle/operators/recurrent_unit/gate_activation.cuh"
#include "paddle/operators/recurrent_unit/gru.h"
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

// The arguments of the forward kernels. h, rh and product are indexed by rank
// (sequences sorted by length), so the rows of a step are contiguous.
template <typename T>
struct ForwardStep {
  // Computes u and r, g without its product, and r h'.
  PADDLE_HOST_DEVICE void Reset(int64_t e) const {
    const int64_t d = in.d, rank = e / d, j = e - rank * d;
    const int64_t row = rows.Row(step, rank);
    T* g = out.gates + row * 3 * d + j;
    T sums[3];
    for (int i = 0; i < 3; ++i) {
      sums[i] = in.x[row * 3 * d + i * d + j];
      if (in.bias != nullptr) sums[i] += in.bias[i * d + j];
    }
    if (recurrent) {
      sums[0] += product[rank * 2 * d + j];
      sums[1] += product[rank * 2 * d + d + j];
    }
    const T r = Activated(options.gate, sums[1]);
    g[0] = Activated(options.gate, sums[0]);
    g[d] = r;
    g[2 * d] = sums[2];
    rh[e] = r * h[e];
    out.reset[row * d + j] = rh[e];
  }
  // Computes the candidate, and replaces the state by the new one. A kernel of
  // its own, since the product with W_g needs r h' of all elements.
  PADDLE_HOST_DEVICE void Renew(int64_t e) const {
    const int64_t d = in.d, rank = e / d, j = e - rank * d;
    const int64_t row = rows.Row(step, rank);
    T* g = out.gates + row * 3 * d + j;
    const T u = g[0];
    const T candidate = Activated(options.candidate,
                                  recurrent ? g[2 * d] + product[e] : g[2 * d]);
    g[2 * d] = candidate;
    h[e] = RenewedState(options, u, candidate, h[e]);
    out.hidden[row * d + j] = h[e];
  }

  GruOptions options;
  RecurrentArrays<T> in;
  StepRows rows;
  GruValues<T> out;
  int64_t step;
  bool recurrent;  // false: the product is zero
  const T* product;
  T* h;
  T* rh;
};

// The arguments of the backward kernels.
template <typename T>
struct BackwardStep {
  // From the gradient of h, computes those of the arguments of u and g, and
  // replaces dh by the part of the gradient of h' that flows through the sum.
  PADDLE_HOST_DEVICE void Renew(int64_t e) const {
    const int64_t d = in.d, rank = e / d, j = e - rank * d;
    const int64_t row = rows.Row(step, rank);
    const T* y = saved.gates + row * 3 * d + j;
    const T before = rows.Before(saved.hidden, in.h0, d, step, rank, j);
    const auto grads = RenewedStateGrads(options, y[0], y[2 * d], before,
                                         dh[e] + dhidden[row * d + j]);
    dur[rank * 2 * d + j] = grads.u;
    dg[e] = grads.g;
    dh[e] = grads.h;
  }
  // From the gradient of r h', computes that of the argument of r, and adds to
  // the gradient of h'.
  PADDLE_HOST_DEVICE void Reset(int64_t e) const {
    const int64_t d = in.d, rank = e / d, j = e - rank * d;
    const int64_t row = rows.Row(step, rank);
    const T r = saved.gates[row * 3 * d + d + j];
    const T before = rows.Before(saved.hidden, in.h0, d, step, rank, j);
    T* d_ur = dur + rank * 2 * d + j;
    d_ur[d] = ActivatedGrad(options.gate, r, drh[e] * before);
    dh[e] += drh[e] * r;
    T* to = dx + row * 3 * d + j;
    to[0] = d_ur[0];
    to[d] = d_ur[d];
    to[2 * d] = dg[e];
  }

  GruOptions options;
  RecurrentArrays<T> in;
  StepRows rows;
  GruValues<const T> saved;
  int64_t step;
  const T* dhidden;
  T* dh;   // of the state before the step, by rank
  T* drh;  // of r h', by rank
  T* dg;
  T* dur;
  T* dx;
};

template <typename Step>
void RunReset(const platform::CUDADeviceContext& device, int64_t size,
              const Step& step) {
  const Step run = step;
  platform::ForEach(device, size,
                    [=] PADDLE_DEVICE(int64_t e) { run.Reset(e); });
}
template <typename Step>
void RunRenew(const platform::CUDADeviceContext& device, int64_t size,
              const Step& step) {
  const Step run = step;
  platform::ForEach(device, size,
                    [=] PADDLE_DEVICE(int64_t e) { run.Renew(e); });
}

// Computes the gradients of both weights with one product each over all rows.
template <typename T>
void WeightGrad(const platform::CUDADeviceContext& device, int64_t rows,
                int64_t d, const T* before, const T* reset, const T* dx,
                T* dweight) {
  GemmOnCUDA<T>(device, {true, false, d, 2 * d, rows, 1, before, d, dx, 3 * d,
                         0, dweight, 2 * d});
  GemmOnCUDA<T>(device, {true, false, d, d, rows, 1, reset, d, dx + 2 * d,
                         3 * d, 0, dweight + 2 * d * d, d});
}

}  // namespace

template <class Device, class T>
void Gru(const Device& device, const RecurrentInputs& inputs,
         const GruOptions& options, memory::Allocator* allocator,
         Workspace workspace, const GruOutputs& outputs) {
  if (options.reset_after) {
    return GruResetAfter<Device, T>(device, inputs, options, allocator,
                                    workspace, outputs);
  }
  const DeviceSequenceBatch sequences(device, inputs.offsets, options.reverse);
  const SequenceBatch& batch = sequences.batch();
  const RecurrentArrays<T> in(inputs);
  const int64_t d = in.d, count = batch.sequences() * d;
  T* h = static_cast<T*>(workspace(4 * count * sizeof(T)));
  T* rh = h + count;
  T* product = rh + count;
  LoadStates(device, sequences.rows(), in.h0, d, h);
  ForwardStep<T> step{options,
                      in,
                      sequences.rows(),
                      ElementsOf<T>(outputs),
                      0,
                      in.h0 != nullptr,
                      product,
                      h,
                      rh};
  for (; step.step < batch.steps(); ++step.step, step.recurrent = true) {
    const int64_t alive = batch.alive(step.step);
    if (step.recurrent) {
      GemmOnCUDA<T>(device, {false, false, alive, 2 * d, d, 1, h, d, in.weight,
                             2 * d, 0, product, 2 * d});
    }
    RunReset(device, alive * d, step);
    if (step.recurrent) {
      GemmOnCUDA<T>(device, {false, false, alive, d, d, 1, rh, d,
                             in.weight + 2 * d * d, d, 0, product, d});
    }
    RunRenew(device, alive * d, step);
  }
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
  const DeviceSequenceBatch sequences(device, inputs.offsets, options.reverse);
  const SequenceBatch& batch = sequences.batch();
  const RecurrentArrays<T> in(inputs);
  const int64_t d = in.d, count = batch.sequences() * d;
  const int64_t rows = inputs.offsets.back();
  T* dh = static_cast<T*>(workspace(
      (5 * count + (grads.x == nullptr ? 4 : 1) * rows * d) * sizeof(T)));
  T* drh = dh + count;
  T* dg = drh + count;
  T* dur = dg + count;
  T* before = dur + 2 * count;
  T* dx = grads.x == nullptr ? before + rows * d : grads.x->mutable_data<T>();
  ZeroOnCUDA(device, count, dh);
  BackwardStep<T> step{options,
                       in,
                       sequences.rows(),
                       ElementsOf<T>(saved),
                       batch.steps() - 1,
                       dhidden.data<T>(),
                       dh,
                       drh,
                       dg,
                       dur,
                       dx};
  for (; step.step >= 0; --step.step) {
    const int64_t alive = batch.alive(step.step);
    RunRenew(device, alive * d, step);
    GemmOnCUDA<T>(device, {false, true, alive, d, d, 1, dg, d,
                           in.weight + 2 * d * d, d, 0, drh, d});
    RunReset(device, alive * d, step);
    if (step.step == 0 && grads.h0 == nullptr) break;
    GemmOnCUDA<T>(device, {false, true, alive, d, 2 * d, 1, dur, 2 * d,
                           in.weight, 2 * d, 1, dh, d});
  }
  StoreStates(device, step.rows, dh, d, MutableDataOrNull<T>(grads.h0));
  if (grads.bias != nullptr) {
    SumRows<T>(device, rows, 3 * d, dx, grads.bias->mutable_data<T>());
  }
  if (grads.weight == nullptr) return;
  PreviousRows(device, step.rows, rows, step.saved.hidden, in.h0, d, before);
  WeightGrad<T>(device, rows, d, before, step.saved.reset, dx,
                grads.weight->mutable_data<T>());
}

PADDLE_INSTANTIATE(Gru, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(GruGrad, platform::CUDADeviceContext, float, double);

}  // namespace paddle::operators::kernels
