#include <algorithm>
#include <cstdint>

#include "paddle/operators/math/blas/gemm_device.h"
#include "paddle/operators/math/device/device_zero.cuh"
#include "paddle/operators/recurrent_unit/gate_activation.cuh"
#include "paddle/operators/recurrent_unit/lstm_steps.cuh"
#include "paddle/operators/recurrent_unit/lstmp.h"
#include "paddle/operators/recurrent_unit/step_rows.cuh"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// The arguments of finishing the projections of a step, one thread per element.
template <typename T>
struct ProjectStep {
  PADDLE_HOST_DEVICE void operator()(int64_t e) const {
    const int64_t rank = e / size;
    const T value = Activated(activation, r[e]);
    r[e] = clip > T(0) && value > clip
               ? clip
               : (clip > T(0) && value < -clip ? -clip : value);
    projection[rows.Row(step, rank) * size + e - rank * size] = r[e];
  }

  GateActivation activation;
  T clip;
  int64_t size;
  StepRows rows;
  int64_t step;
  T* r;  // by rank: the product, and then the projection
  T* projection;
};

// The arguments of the gradient of that.
template <typename T>
struct ProjectStepGrad {
  PADDLE_HOST_DEVICE void operator()(int64_t e) const {
    const int64_t rank = e / size;
    const int64_t at = rows.Row(step, rank) * size + e - rank * size;
    const T r = projection[at];
    const bool clipped = clip > T(0) && (r >= clip || r <= -clip);
    const T flowing = clipped ? T(0) : dr[e] + d_projection[at];
    dr[e] = ActivatedGrad(activation, r, flowing);
    products[at] = dr[e];
  }

  GateActivation activation;
  T clip;
  int64_t size;
  StepRows rows;
  int64_t step;
  const T* projection;
  const T* d_projection;
  T* dr;  // by rank: from the next step, and then of the product
  T* products;
};

}  // namespace

template <class Device, class T>
void Lstmp(const Device& device, const RecurrentInputs& inputs,
           const Tensor& projection_weight, const LstmOptions& options,
           const ProjectionOptions& projecting, memory::Allocator*,
           Workspace workspace, const LstmOutputs& outputs,
           Tensor* projection) {
  const DeviceSequenceBatch sequences(device, inputs.offsets, options.reverse);
  const SequenceBatch& batch = sequences.batch();
  const LstmCells<T> cells(inputs, options);
  const RecurrentArrays<T> in(inputs);
  const int64_t d = cells.size, p = in.d, count = batch.sequences();
  T* r = static_cast<T*>(workspace(count * (p + 5 * d) * sizeof(T)));
  T* h = r + count * p;
  T* a = h + count * d;
  LoadStates(device, sequences.rows(), in.h0, p, r);
  LstmForwardStep<T> step{
      cells, in, sequences.rows(), ElementsOf<T>(outputs), 0, nullptr, h};
  ProjectStep<T> project{projecting.activation,
                         static_cast<T>(projecting.clip),
                         p,
                         step.rows,
                         0,
                         r,
                         projection->mutable_data<T>()};
  for (; step.step < batch.steps(); ++step.step) {
    const int64_t alive = batch.alive(step.step);
    step.a = step.step > 0 || in.h0 != nullptr ? a : nullptr;
    if (step.a != nullptr) {
      GemmOnCUDA<T>(device, {false, false, alive, 4 * d, p, 1, r, p, in.weight,
                             4 * d, 0, a, 4 * d});
    }
    RunStep(device, alive * d, step);
    GemmOnCUDA<T>(device, {false, false, alive, p, d, 1, h, d,
                           projection_weight.data<T>(), p, 0, r, p});
    project.step = step.step;
    RunStep(device, alive * p, project);
  }
}

template <class Device, class T>
void LstmpGrad(const Device& device, const RecurrentInputs& inputs,
               const Tensor& projection_weight, const LstmSaved& saved,
               const Tensor& projection, const Tensor& d_projection,
               const Tensor& d_cell, const LstmOptions& options,
               const ProjectionOptions& projecting, memory::Allocator*,
               Workspace workspace, const RecurrentGrads& grads,
               Tensor* d_projection_weight) {
  const DeviceSequenceBatch sequences(device, inputs.offsets, options.reverse);
  const SequenceBatch& batch = sequences.batch();
  const LstmCells<T> cells(inputs, options);
  const RecurrentArrays<T> in(inputs);
  const int64_t d = cells.size, p = in.d, count = batch.sequences();
  const int64_t rows = inputs.offsets.back();
  const int64_t own_dx = grads.x == nullptr ? 4 * d : 0;
  T* dr = static_cast<T*>(
      workspace((count * (p + 6 * d) + rows * (p + std::max(p, d) + own_dx)) *
                sizeof(T)));
  T* dc = dr + count * p;
  T* dh = dc + count * d;
  T* da = dh + count * d;
  T* products = da + 4 * count * d;
  T* before = products + rows * p;
  T* dx = grads.x == nullptr ? before + rows * std::max(p, d)
                             : grads.x->mutable_data<T>();
  ZeroOnCUDA(device, count * (p + d), dr);
  LstmBackwardStep<T> step{cells,
                           in,
                           sequences.rows(),
                           ElementsOf<T>(saved),
                           batch.steps() - 1,
                           nullptr,
                           d_cell.data<T>(),
                           dh,
                           dc,
                           da,
                           dx};
  ProjectStepGrad<T> project{
      projecting.activation, static_cast<T>(projecting.clip), p,  step.rows, 0,
      projection.data<T>(),  d_projection.data<T>(),          dr, products};
  for (; step.step >= 0; --step.step) {
    const int64_t alive = batch.alive(step.step);
    project.step = step.step;
    RunStep(device, alive * p, project);
    GemmOnCUDA<T>(device, {false, true, alive, d, p, 1, dr, p,
                           projection_weight.data<T>(), p, 0, dh, d});
    RunStep(device, alive * d, step);
    if (step.step == 0 && grads.h0 == nullptr) break;
    GemmOnCUDA<T>(device, {false, true, alive, p, 4 * d, 1, da, 4 * d,
                           in.weight, 4 * d, 0, dr, p});
  }
  StoreStates(device, step.rows, dr, p, MutableDataOrNull<T>(grads.h0));
  StoreStates(device, step.rows, dc, d, MutableDataOrNull<T>(grads.c0));
  if (grads.bias != nullptr) {
    const bool peepholes = options.use_peepholes;
    const T* c = step.saved.cell;
    if (peepholes) PreviousRows(device, step.rows, rows, c, in.c0, d, before);
    LstmBiasGrad<T>(device, rows, d, dx, peepholes ? before : nullptr, c,
                    grads.bias->mutable_data<T>());
  }
  if (d_projection_weight != nullptr) {
    GemmOnCUDA<T>(
        device, {true, false, d, p, rows, 1, step.saved.hidden, d, products, p,
                 0, d_projection_weight->mutable_data<T>(), p});
  }
  if (grads.weight == nullptr) return;
  PreviousRows(device, step.rows, rows, projection.data<T>(), in.h0, p, before);
  GemmOnCUDA<T>(device, {true, false, p, 4 * d, rows, 1, before, p, dx, 4 * d,
                         0, grads.weight->mutable_data<T>(), 4 * d});
}

PADDLE_INSTANTIATE(Lstmp, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(LstmpGrad, platform::CUDADeviceContext, float, double);

}  // namespace paddle::operators::kernels
