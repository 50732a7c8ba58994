#include <cstdint>

#include "paddle/operators/math/blas/gemm_device.h"
#include "paddle/operators/math/device/device_zero.cuh"
#include "paddle/operators/recurrent_unit/lstm.h"
#include "paddle/operators/recurrent_unit/lstm_steps.cuh"
#include "paddle/operators/recurrent_unit/recurrent_tensors.h"
#include "paddle/operators/recurrent_unit/step_rows.cuh"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {

using framework::Tensor;

template <class Device, class T>
void Lstm(const Device& device, const RecurrentInputs& inputs,
          const LstmOptions& options, memory::Allocator*, Workspace workspace,
          const LstmOutputs& outputs) {
  const DeviceSequenceBatch sequences(device, inputs.offsets, options.reverse);
  const SequenceBatch& batch = sequences.batch();
  const LstmCells<T> cells(inputs, options);
  const RecurrentArrays<T> in(inputs);
  const int64_t d = in.d;
  T* h = static_cast<T*>(workspace(batch.sequences() * 5 * d * sizeof(T)));
  T* a = h + batch.sequences() * d;
  LoadStates(device, sequences.rows(), in.h0, d, h);
  LstmForwardStep<T> step{
      cells, in, sequences.rows(), ElementsOf<T>(outputs), 0, nullptr, h};
  for (; step.step < batch.steps(); ++step.step) {
    const int64_t alive = batch.alive(step.step);
    step.a = step.step > 0 || in.h0 != nullptr ? a : nullptr;
    if (step.a != nullptr) {
      GemmOnCUDA<T>(device, {false, false, alive, 4 * d, d, 1, h, d, in.weight,
                             4 * d, 0, a, 4 * d});
    }
    RunStep(device, alive * d, step);
  }
}

template <class Device, class T>
void LstmGrad(const Device& device, const RecurrentInputs& inputs,
              const LstmSaved& saved, const Tensor& dhidden,
              const Tensor& dcell, const LstmOptions& options,
              memory::Allocator*, Workspace workspace,
              const RecurrentGrads& grads) {
  const DeviceSequenceBatch sequences(device, inputs.offsets, options.reverse);
  const SequenceBatch& batch = sequences.batch();
  const LstmCells<T> cells(inputs, options);
  const RecurrentArrays<T> in(inputs);
  const int64_t d = in.d, count = batch.sequences() * d;
  const int64_t rows = inputs.offsets.back();
  T* dh = static_cast<T*>(workspace(
      (6 * count + (grads.x == nullptr ? 5 : 1) * rows * d) * sizeof(T)));
  T* dc = dh + count;
  T* da = dc + count;
  T* before = da + 4 * count;
  T* dx = grads.x == nullptr ? before + rows * d : grads.x->mutable_data<T>();
  ZeroOnCUDA(device, 2 * count, dh);
  LstmBackwardStep<T> step{cells,
                           in,
                           sequences.rows(),
                           ElementsOf<T>(saved),
                           batch.steps() - 1,
                           dhidden.data<T>(),
                           dcell.data<T>(),
                           dh,
                           dc,
                           da,
                           dx};
  for (; step.step >= 0; --step.step) {
    const int64_t alive = batch.alive(step.step);
    RunStep(device, alive * d, step);
    if (step.step == 0 && grads.h0 == nullptr) break;
    GemmOnCUDA<T>(device, {false, true, alive, d, 4 * d, 1, da, 4 * d,
                           in.weight, 4 * d, 0, dh, d});
  }
  StoreStates(device, step.rows, dh, d, MutableDataOrNull<T>(grads.h0));
  StoreStates(device, step.rows, dc, d, MutableDataOrNull<T>(grads.c0));
  if (grads.bias != nullptr) {
    const bool peepholes = options.use_peepholes;
    const T* c = step.saved.cell;
    if (peepholes) PreviousRows(device, step.rows, rows, c, in.c0, d, before);
    LstmBiasGrad<T>(device, rows, d, dx, peepholes ? before : nullptr, c,
                    grads.bias->mutable_data<T>());
  }
  if (grads.weight == nullptr) return;
  PreviousRows(device, step.rows, rows, step.saved.hidden, in.h0, d, before);
  GemmOnCUDA<T>(device, {true, false, d, 4 * d, rows, 1, before, d, dx, 4 * d,
                         0, grads.weight->mutable_data<T>(), 4 * d});
}

PADDLE_INSTANTIATE(Lstm, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(LstmGrad, platform::CUDADeviceContext, float, double);

}  // namespace paddle::operators::kernels
