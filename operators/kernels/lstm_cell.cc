#include "paddle/operators/kernels/lstm_cell.h"

#include "paddle/operators/kernels/vector_loops.h"

namespace paddle::operators::kernels {

namespace {

// sum += a * b
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
  AssignRun(size, d_o, [=](int64_t j) { return dh[j] * activated[j]; });
  ActivateRunGrad(gate, size, o, d_o);
  // What flows into c through h, for now in the place of dg.
  AssignRun(size, dg, [=](int64_t j) { return dh[j] * o[j]; });
  ActivateRunGrad(cell, size, activated, dg);
  AssignRun(size, dc, [=](int64_t j) { return dc[j] + dg[j]; });
  if (peepholes != nullptr) {
    AddProduct(size, peepholes + 2 * size, d_o, dc);
  }
  ForIndependent(size, [=](int64_t j) {
    dg[j] = dc[j] * i[j];
    di[j] = dc[j] * g[j];
    df[j] = dc[j] * c_before[j];
    dc[j] = dc[j] * f[j];
  });
  ActivateRunGrad(candidate, size, g, dg);
  ActivateRunGrad(gate, 2 * size, i, di);
  if (peepholes != nullptr) {
    AddProduct(size, peepholes, di, dc);
    AddProduct(size, peepholes + size, df, dc);
  }
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
