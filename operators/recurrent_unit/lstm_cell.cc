#include "paddle/operators/recurrent_unit/lstm_cell.h"

#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {

namespace {

// Computes sum += a * b.
template <typename T>
void AddProduct(int64_t size, const T* a, const T* b, T* sum) {
  AssignRun(size, sum, [=](int64_t j) { return sum[j] + a[j] * b[j]; });
}

}  // namespace

template <typename T>
void LstmCell<T>::Forward(T* gates, const T* c_before, T* c, T* activated,
                          T* h) const {
  T* const g = gates + CandidateAt();
  T* const i = gates + GatesAt();
  T* const f = i + size;
  T* const o = f + size;
  ActivateRun(candidate, size, g, g);
  // Without peepholes i, f and o are adjacent and take one call; with them, o
  // has to wait for c.
  if (peepholes == nullptr) {
    ActivateRun(gate, 3 * size, i, i);
  } else {
    AddProduct(size, peepholes, c_before, i);
    AddProduct(size, peepholes + size, c_before, f);
    ActivateRun(gate, 2 * size, i, i);
  }
  AssignRun(size, c,
            [=](int64_t j) { return f[j] * c_before[j] + i[j] * g[j]; });
  if (peepholes != nullptr) {
    AddProduct(size, peepholes + 2 * size, c, o);
    ActivateRun(gate, size, o, o);
  }
  ActivateRun(cell, size, c, activated);
  AssignRun(size, h, [=](int64_t j) { return o[j] * activated[j]; });
}

template <typename T>
void LstmCell<T>::Backward(const T* gates, const T* c_before,
                           const T* activated, const T* dh, T* dc,
                           T* dgates) const {
  const T* const g = gates + CandidateAt();
  const T* const i = gates + GatesAt();
  const T* const f = i + size;
  const T* const o = f + size;
  T* const dg = dgates + CandidateAt();
  T* const di = dgates + GatesAt();
  T* const df = di + size;
  T* const d_o = df + size;
  // dg temporarily holds the part of the gradient of c that flows through h.
  ForIndependent(size, [=](int64_t j) {
    const T flowing = dh[j];
    d_o[j] = flowing * activated[j];
    dg[j] = flowing * o[j];
  });
  ActivateRunGrad(cell, size, activated, dg);
  if (peepholes != nullptr) {
    ActivateRunGrad(gate, size, o, d_o);
    AddProduct(size, peepholes + 2 * size, d_o, dc);
  }
  ForIndependent(size, [=](int64_t j) {
    const T flowing = dc[j] + dg[j];
    dc[j] = flowing * f[j];
    dg[j] = flowing * i[j];
    di[j] = flowing * g[j];
    df[j] = flowing * c_before[j];
  });
  ActivateRunGrad(candidate, size, g, dg);
  if (peepholes == nullptr) return ActivateRunGrad(gate, 3 * size, i, di);
  ActivateRunGrad(gate, 2 * size, i, di);
  AddProduct(size, peepholes, di, dc);
  AddProduct(size, peepholes + size, df, dc);
}

template <typename T>
void LstmCell<T>::AddPeepholeGrad(const T* c_before, const T* c,
                                  const T* dgates, T* dpeepholes) const {
  const T* const di = dgates + GatesAt();
  AddProduct(size, di, c_before, dpeepholes);
  AddProduct(size, di + size, c_before, dpeepholes + size);
  AddProduct(size, di + 2 * size, c, dpeepholes + 2 * size);
}

template struct LstmCell<float>;
template struct LstmCell<double>;

}  // namespace paddle::operators::kernels
