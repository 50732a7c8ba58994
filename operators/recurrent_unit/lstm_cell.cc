#include "paddle/operators/recurrent_unit/lstm_cell.h"

#include <type_traits>

#include "paddle/operators/math/loops/avx512_loop.h"
#include "paddle/operators/math/loops/scalar_math.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/recurrent_unit/gate_rows.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {

namespace {

// Computes sum += a * b.
template <typename T>
void AddProduct(int64_t size, const T* a, const T* b, T* sum) {
  AssignRun(size, sum, [=](int64_t j) { return sum[j] + a[j] * b[j]; });
}

// The operands of a step with the usual functions. The states have `size`
// elements, the others g, i, f and o of as many.
template <typename T>
struct UsualStep {
  int64_t size;
  const T* x;
  const T* bias;
  const T* product;
  T* gates;
  const T* c_before;
  T* c;
  T* activated;
  T* h;
};

// Elements that are computed side by side: a register of AVX-512.
constexpr int64_t kSide = 16;

// One pass instead of eight: what is read and written in between stays in
// registers.
template <bool kBias, typename T>
void RunUsual(const UsualStep<T>& step) {
  const UsualStep<T> s = step;
  const auto sum = [s](int64_t at) {
    if constexpr (kBias) return s.x[at] + s.bias[at] + s.product[at];
    return s.x[at] + s.product[at];
  };
  for (int64_t begin = 0; begin < s.size; begin += kSide) {
    internal::RunBlock<kSide>(begin, [=](int64_t j) {
      const T g = Tanh(sum(j));
      const T i = Sigmoid(sum(s.size + j));
      const T f = Sigmoid(sum(2 * s.size + j));
      const T o = Sigmoid(sum(3 * s.size + j));
      const T c = f * s.c_before[j] + i * g;
      const T activated = Tanh(c);
      s.gates[j] = g;
      s.gates[s.size + j] = i;
      s.gates[2 * s.size + j] = f;
      s.gates[3 * s.size + j] = o;
      s.c[j] = c;
      s.activated[j] = activated;
      s.h[j] = o * activated;
    });
  }
}

#ifdef __x86_64__
template <bool kBias>
PADDLE_AVX512_LOOP void RunUsualWide(const UsualStep<float>& step) {
  RunUsual<kBias>(step);
}
#endif

template <bool kBias, typename T>
void ChooseUsual(const UsualStep<T>& step) {
#ifdef __x86_64__
  if constexpr (std::is_same_v<T, float>) {
    if (UsesAvx512Loops()) return RunUsualWide<kBias>(step);
  }
#endif
  RunUsual<kBias>(step);
}

}  // namespace

template <typename T>
void LstmCell<T>::ForwardSum(const T* x, const T* bias, const T* product,
                             T* gates, const T* c_before, T* c, T* activated,
                             T* h) const {
  if (!IsUsual() || product == nullptr || size % kSide != 0) {
    AddTerms(4 * size, x, bias, product, gates);
    return Forward(gates, c_before, c, activated, h);
  }
  const UsualStep<T> step{size,     x, bias,      product, gates,
                          c_before, c, activated, h};
  bias == nullptr ? ChooseUsual<false>(step) : ChooseUsual<true>(step);
}

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
