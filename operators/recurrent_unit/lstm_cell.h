// One step of one sequence of an LSTM, without the matrix products.
#pragma once

#include <cstdint>

#include "paddle/operators/recurrent_unit/gate_activation.h"

namespace paddle::operators::kernels {

// For states of `size` elements:
//   i = gate(a_i + p_i c'), f = gate(a_f + p_f c'), g = candidate(a_g)
//   c = f c' + i g
//   o = gate(a_o + p_o c), h = o cell(c)
// of what the gates get, a, the cell before, c', and peepholes p, if any.
// T is float or double.
template <typename T>
struct LstmCell {
  int64_t size = 0;
  GateActivation gate = GateActivation::kSigmoid;
  GateActivation candidate = GateActivation::kTanh;
  GateActivation cell = GateActivation::kTanh;
  // Four parts of `size` elements: g, i, f, o, or i, f, o, g.
  bool candidate_first = true;
  const T* peepholes = nullptr;  // p_i, p_f, p_o, or null

  // `gates` are a on entry and g, i, f, o when it returns. `activated` is
  // cell(c). No two arguments share memory.
  void Forward(T* gates, const T* c_before, T* c, T* activated, T* h) const;

  // From the gradients of h and c: those of a, in the order of the gates; `dc`
  // becomes that of c_before.
  void Backward(const T* gates, const T* c_before, const T* activated,
                const T* dh, T* dc, T* dgates) const;

  // Adds the gradients of the peepholes.
  void AddPeepholeGrad(const T* c_before, const T* c, const T* dgates,
                       T* dpeepholes) const;

 private:
  int64_t CandidateAt() const { return candidate_first ? 0 : 3 * size; }
  int64_t GatesAt() const { return candidate_first ? size : 0; }
};

}  // namespace paddle::operators::kernels
