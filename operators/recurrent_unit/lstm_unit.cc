#include "paddle/operators/recurrent_unit/lstm_unit.h"

#include <algorithm>

#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/recurrent_unit/gate_rows.h"
#include "paddle/operators/recurrent_unit/lstm_cell.h"
#include "paddle/operators/recurrent_unit/recurrent_tensors.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

template <typename T>
LstmCell<T> CellOf(const Tensor& c_before) {
  LstmCell<T> cell;
  cell.size = c_before.dims()[1];
  cell.candidate_first = false;
  return cell;
}

// Allocates `states` states of scratch memory per row. Each row has its own,
// since rows run in parallel.
template <typename T>
T* RowScratch(const Tensor& c_before, int64_t states, Workspace workspace) {
  return static_cast<T*>(workspace(c_before.numel() * states * sizeof(T)));
}

// Copies the arguments of the gates, and adds the bias of the forget gate.
template <typename T>
void LoadGates(const LstmCell<T>& cell, const T* x, T forget_bias, T* gates) {
  std::copy_n(x, 4 * cell.size, gates);
  T* const f = gates + cell.size;
  AssignRun(cell.size, f, [=](int64_t j) { return f[j] + forget_bias; });
}

}  // namespace

template <class Device, class T>
void LstmUnit(const Device&, const Tensor& x, const Tensor& c_before,
              double forget_bias, Workspace workspace, Tensor* c, Tensor* h) {
  const LstmCell<T> cell = CellOf<T>(c_before);
  const int64_t d = cell.size;
  T* const scratch = RowScratch<T>(c_before, 5, workspace);
  const T* const from = x.data<T>();
  const T* const before = c_before.data<T>();
  T* const to = c->mutable_data<T>();
  T* const hidden = h->mutable_data<T>();
  ForEachMember(c_before.dims()[0], 4 * d, [&](int64_t i) {
    T* const gates = scratch + i * 5 * d;
    LoadGates(cell, from + i * 4 * d, static_cast<T>(forget_bias), gates);
    cell.Forward(gates, before + i * d, to + i * d, gates + 4 * d,
                 hidden + i * d);
  });
}

template <class Device, class T>
void LstmUnitGrad(const Device&, const Tensor& x, const Tensor& c_before,
                  const Tensor& dc, const Tensor& dh, double forget_bias,
                  Workspace workspace, Tensor* dx, Tensor* dc_before) {
  const LstmCell<T> cell = CellOf<T>(c_before);
  const int64_t d = cell.size;
  // Per row: gates and their gradients, c, its activation, h, gradient of c.
  T* const scratch = RowScratch<T>(c_before, 12, workspace);
  const T* const from = x.data<T>();
  const T* const before = c_before.data<T>();
  T* const to = MutableDataOrNull<T>(dx);
  T* const to_before = MutableDataOrNull<T>(dc_before);
  const T* const dcell = dc.data<T>();
  const T* const dhidden = dh.data<T>();
  ForEachMember(c_before.dims()[0], 4 * d, [&](int64_t i) {
    T* const gates = scratch + i * 12 * d;
    T* const dgates = gates + 4 * d;
    T* const c = dgates + 4 * d;
    T* const activated = c + d;
    T* const flowing = activated + 2 * d;
    LoadGates(cell, from + i * 4 * d, static_cast<T>(forget_bias), gates);
    cell.Forward(gates, before + i * d, c, activated, activated + d);
    std::copy_n(dcell + i * d, d, flowing);
    cell.Backward(gates, before + i * d, activated, dhidden + i * d, flowing,
                  dgates);
    if (to != nullptr) std::copy_n(dgates, 4 * d, to + i * 4 * d);
    if (to_before != nullptr) std::copy_n(flowing, d, to_before + i * d);
  });
}

PADDLE_INSTANTIATE(LstmUnit, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(LstmUnitGrad, platform::CPUDeviceContext, float, double);

}  // namespace paddle::operators::kernels
