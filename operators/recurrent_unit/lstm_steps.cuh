// The steps of long short-term memory on GPUs, one thread per element of a
// state, shared by the units that have such cells.
#pragma once

#include <cstdint>

#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/operators/math/rows/moments.cuh"
#include "paddle/operators/recurrent_unit/lstm.h"
#include "paddle/operators/recurrent_unit/lstm_cell.cuh"
#include "paddle/operators/recurrent_unit/recurrent_tensors.h"
#include "paddle/operators/recurrent_unit/step_rows.cuh"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/host_device.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

// Makes the cell of element j: elements differ in their peepholes.
template <typename T>
struct LstmCells {
  LstmCells(const RecurrentInputs& inputs, const LstmOptions& options)
      : size(inputs.weight->dims()[1] / 4),
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
PADDLE_HOST_DEVICE LstmGates<T> LoadLstmGates(const T* row, int64_t d,
                                              int64_t j) {
  return {row[j], row[d + j], row[2 * d + j], row[3 * d + j]};
}
template <typename T>
PADDLE_HOST_DEVICE void StoreLstmGates(const LstmGates<T>& gates, int64_t d,
                                       int64_t j, T* row) {
  row[j] = gates.g;
  row[d + j] = gates.i;
  row[2 * d + j] = gates.f;
  row[3 * d + j] = gates.o;
}
template <typename T>
PADDLE_HOST_DEVICE void AddLstmGates(const LstmGates<T>& more,
                                     LstmGates<T>* gates) {
  gates->g += more.g;
  gates->i += more.i;
  gates->f += more.f;
  gates->o += more.o;
}

// The arguments of a forward step, one thread per element of the state.
template <typename T>
struct LstmForwardStep {
  PADDLE_HOST_DEVICE void operator()(int64_t e) const {
    const int64_t d = cells.size, rank = e / d, j = e - rank * d;
    const int64_t row = rows.Row(step, rank);
    LstmGates<T> gates = LoadLstmGates(in.x + row * 4 * d, d, j);
    if (in.bias != nullptr) AddLstmGates(LoadLstmGates(in.bias, d, j), &gates);
    if (a != nullptr) {
      AddLstmGates(LoadLstmGates(a + rank * 4 * d, d, j), &gates);
    }
    const int64_t at = row * d + j;
    cells[j].Forward(rows.Before(out.cell, in.c0, d, step, rank, j), &gates,
                     &out.cell[at], &out.activated[at], &h[e]);
    out.hidden[at] = h[e];
    StoreLstmGates(gates, d, j, out.gates + row * 4 * d);
  }

  LstmCells<T> cells;
  RecurrentArrays<T> in;
  StepRows rows;
  LstmValues<T> out;
  int64_t step;
  const T* a;  // product with the hidden row before; null: zeros
  T* h;        // a copy of the new hidden rows, by rank
};

// The arguments of a backward step.
template <typename T>
struct LstmBackwardStep {
  PADDLE_HOST_DEVICE void operator()(int64_t e) const {
    const int64_t d = cells.size, rank = e / d, j = e - rank * d;
    const int64_t row = rows.Row(step, rank), at = row * d + j;
    dc[e] += dcell[at];
    const LstmGates<T> grads = cells[j].Backward(
        LoadLstmGates(saved.gates + row * 4 * d, d, j),
        rows.Before(saved.cell, in.c0, d, step, rank, j), saved.activated[at],
        // Row gradients go to two places: da, contiguous for the product of
        // this step, and dx, for the product over all rows that gives the
        // weight's gradient.
        dhidden == nullptr ? dh[e] : dh[e] + dhidden[at], &dc[e]);
    StoreLstmGates(grads, d, j, da + rank * 4 * d);
    StoreLstmGates(grads, d, j, dx + row * 4 * d);
  }

  LstmCells<T> cells;
  RecurrentArrays<T> in;
  StepRows rows;
  LstmValues<const T> saved;
  int64_t step;
  const T* dhidden;  // of the rows; null: zeros
  const T* dcell;
  const T* dh;  // by rank: from the next step
  T* dc;        // likewise; becomes that of c_before
  T* da;        // of the gates, by rank
  T* dx;
};

// Runs a step for `size` elements.
template <typename Step>
void RunStep(const platform::CUDADeviceContext& device, int64_t size,
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
void LstmBiasGrad(const platform::CUDADeviceContext& device, int64_t rows,
                  int64_t d, const T* dx, const T* c_before, const T* c,
                  T* dbias) {
  SumRows<T>(device, rows, 4 * d, dx, 4 * d, nullptr, 0, dbias);
  if (c_before == nullptr) return;
  T* dpeepholes = dbias + 4 * d;
  SumRows(device, rows, d, dx + d, 4 * d, c_before, d, dpeepholes);
  SumRows(device, rows, d, dx + 2 * d, 4 * d, c_before, d, dpeepholes + d);
  SumRows(device, rows, d, dx + 3 * d, 4 * d, c, d, dpeepholes + 2 * d);
}

}  // namespace paddle::operators::kernels
