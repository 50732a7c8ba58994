#include <cstdint>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/blas/gemm_device.h"
#include "paddle/operators/math/device/device_zero.cuh"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/operators/math/rows/moments.cuh"
#include "paddle/operators/recurrent_unit/lstm.h"
#include "paddle/operators/recurrent_unit/lstm_cell.cuh"
#include "paddle/operators/recurrent_unit/recurrent_tensors.h"
#include "paddle/operators/recurrent_unit/step_rows.cuh"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

// Makes the cell of element j: elements differ in their peepholes.
template <typename T>
struct Cells {
  Cells(const RecurrentInputs& inputs, const LstmOptions& options)
      : size(inputs.weight->dims()[0]),
        gate(options.gate),
        candidate(options.candidate),
        cell(options.cell),
        peepholes(options.use_peepholes ? inputs.bias->data<T>() + 4 * size
                                        : nullptr) {}
  PADDLE_HOST_DEVICE LstmElement<T> operator[](int64_t j) const {
    LstmElement<T> element{gate, candidate, cell, peepholes != nullptr};
    if (peepholes != nullptr) {
      element.p_i = peepholes[j];
      element.p_f = peepholes[size + j];
      element.p_o = peepholes[2 * size + j];
    }
    return element;
  }

  int64_t size;
  GateActivation gate;
  GateActivation candidate;
  GateActivation cell;
  const T* peepholes;
};

// Return, store and add up the gates of element j, in rows of 4 D elements.
template <typename T>
PADDLE_HOST_DEVICE LstmGates<T> LoadGates(const T* row, int64_t d, int64_t j) {
  return {row[j], row[d + j], row[2 * d + j], row[3 * d + j]};
}
template <typename T>
PADDLE_HOST_DEVICE void StoreGates(const LstmGates<T>& gates, int64_t d,
                                   int64_t j, T* row) {
  row[j] = gates.g;
  row[d + j] = gates.i;
  row[2 * d + j] = gates.f;
  row[3 * d + j] = gates.o;
}
template <typename T>
PADDLE_HOST_DEVICE void AddGates(const LstmGates<T>& more,
                                 LstmGates<T>* gates) {
  gates->g += more.g;
  gates->i += more.i;
  gates->f += more.f;
  gates->o += more.o;
}

// The arguments of a forward step, one thread per element of the state.
template <typename T>
struct ForwardStep {
  PADDLE_HOST_DEVICE void operator()(int64_t e) const {
    const int64_t d = cells.size, rank = e / d, j = e - rank * d;
    const int64_t row = rows.Row(step, rank);
    LstmGates<T> gates = LoadGates(in.x + row * 4 * d, d, j);
    if (in.bias != nullptr) AddGates(LoadGates(in.bias, d, j), &gates);
    if (a != nullptr) AddGates(LoadGates(a + rank * 4 * d, d, j), &gates);
    const int64_t at = row * d + j;
    cells[j].Forward(rows.Before(out.cell, in.c0, d, step, rank, j), &gates,
                     &out.cell[at], &out.activated[at], &h[e]);
    out.hidden[at] = h[e];
    StoreGates(gates, d, j, out.gates + row * 4 * d);
  }

  Cells<T> cells;
  RecurrentArrays<T> in;
  StepRows rows;
  LstmValues<T> out;
  int64_t step;
  const T* a;  // product with the hidden row before; null: zeros
  T* h;        // a copy of the new hidden rows, by rank
};

// The arguments of a backward step.
template <typename T>
struct BackwardStep {
  PADDLE_HOST_DEVICE void operator()(int64_t e) const {
    const int64_t d = cells.size, rank = e / d, j = e - rank * d;
    const int64_t row = rows.Row(step, rank), at = row * d + j;
    dc[e] += dcell[at];
    const LstmGates<T> grads = cells[j].Backward(
        LoadGates(saved.gates + row * 4 * d, d, j),
        rows.Before(saved.cell, in.c0, d, step, rank, j), saved.activated[at],
        // Row gradients go to two places: da, contiguous for the product of
        // this step, and dx, for the product over all rows that gives the
        // weight's gradient.
        dh[e] + dhidden[at], &dc[e]);
    StoreGates(grads, d, j, da + rank * 4 * d);
    StoreGates(grads, d, j, dx + row * 4 * d);
  }

  Cells<T> cells;
  RecurrentArrays<T> in;
  StepRows rows;
  LstmValues<const T> saved;
  int64_t step;
  const T* dhidden;
  const T* dcell;
  const T* dh;  // by rank: from the next step
  T* dc;        // likewise; becomes that of c_before
  T* da;        // of the gates, by rank
  T* dx;
};

template <typename Step>
void Run(const platform::CUDADeviceContext& device, int64_t size,
         const Step& step) {
  const Step run = step;
  platform::ForEach(device, size, [=] PADDLE_DEVICE(int64_t e) { run(e); });
}

// Computes out[j] = the sum over `rows` rows of x[row, j] * weight[row, j], or
// of x[row, j] if `weight` is null, for the first `size` columns.
template <typename T>
void SumRows(const platform::CUDADeviceContext& device, int64_t rows,
             int64_t size, const T* x, int64_t x_width, const T* weight,
             int64_t weight_width, T* out) {
  SumMoments(device,
             LoopNest<4>(framework::Dims({rows, size}),
                         {Strides{x_width, 1}, Strides{weight_width, 1},
                          Strides{0, 0}, Strides{0, 1}}),
             Moment<T>{x, weight}, size, out);
}

// Computes the gradient of the bias over all rows; `c_before` holds the cell
// before each row, or is null without peepholes.
template <typename T>
void BiasGrad(const platform::CUDADeviceContext& device, int64_t rows,
              int64_t d, const T* dx, const T* c_before, const T* c, T* dbias) {
  SumRows<T>(device, rows, 4 * d, dx, 4 * d, nullptr, 0, dbias);
  if (c_before == nullptr) return;
  T* dpeepholes = dbias + 4 * d;
  SumRows(device, rows, d, dx + d, 4 * d, c_before, d, dpeepholes);
  SumRows(device, rows, d, dx + 2 * d, 4 * d, c_before, d, dpeepholes + d);
  SumRows(device, rows, d, dx + 3 * d, 4 * d, c, d, dpeepholes + 2 * d);
}

}  // namespace

template <class Device, class T>
void Lstm(const Device& device, const RecurrentInputs& inputs,
          const LstmOptions& options, memory::Allocator*, Workspace workspace,
          const LstmOutputs& outputs) {
  const DeviceSequenceBatch sequences(device, inputs.offsets, options.reverse);
  const SequenceBatch& batch = sequences.batch();
  const Cells<T> cells(inputs, options);
  const RecurrentArrays<T> in(inputs);
  const int64_t d = in.d;
  T* h = static_cast<T*>(workspace(batch.sequences() * 5 * d * sizeof(T)));
  T* a = h + batch.sequences() * d;
  LoadStates(device, sequences.rows(), in.h0, d, h);
  ForwardStep<T> step{cells,   in, sequences.rows(), ElementsOf<T>(outputs), 0,
                      nullptr, h};
  for (; step.step < batch.steps(); ++step.step) {
    const int64_t alive = batch.alive(step.step);
    step.a = step.step > 0 || in.h0 != nullptr ? a : nullptr;
    if (step.a != nullptr) {
      GemmOnCUDA<T>(device, {false, false, alive, 4 * d, d, 1, h, d, in.weight,
                             4 * d, 0, a, 4 * d});
    }
    Run(device, alive * d, step);
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
  const Cells<T> cells(inputs, options);
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
  BackwardStep<T> step{cells,
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
    Run(device, alive * d, step);
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
    BiasGrad<T>(device, rows, d, dx, peepholes ? before : nullptr, c,
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
