// LstmCell (lstm_cell.h) for one element of a state, on GPUs.
#pragma once

#include "paddle/operators/recurrent_unit/gate_activation.cuh"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// The gates of one element, or their gradients.
template <typename T>
struct LstmGates {
  T g, i, f, o;
};

// The activations and peepholes of one element; formulas as of LstmCell.
// Forward and Backward compute the same as on the CPU, but for rounding.
template <typename T>
struct LstmElement {
  // Replaces `a` by the gates, and computes c, cell(c) and h. As values in
  // registers: a thread computes the whole cell of one element, with a single
  // read and write of memory for each gate.
  PADDLE_HOST_DEVICE void Forward(T c_before, LstmGates<T>* a, T* c,
                                  T* activated, T* h) const {
    if (peepholes) {
      a->i += p_i * c_before;
      a->f += p_f * c_before;
    }
    a->g = Activated(candidate, a->g);
    a->i = Activated(gate, a->i);
    a->f = Activated(gate, a->f);
    *c = a->f * c_before + a->i * a->g;
    if (peepholes) a->o += p_o * *c;
    a->o = Activated(gate, a->o);
    *activated = Activated(cell, *c);
    *h = a->o * *activated;
  }

  // Returns the gradients of a from those of h and c; *dc becomes that of
  // c_before.
  PADDLE_HOST_DEVICE LstmGates<T> Backward(const LstmGates<T>& y, T c_before,
                                           T activated, T dh, T* dc) const {
    LstmGates<T> d;
    d.o = ActivatedGrad(gate, y.o, dh * activated);
    T flowing = *dc + ActivatedGrad(cell, activated, dh * y.o);
    if (peepholes) flowing += p_o * d.o;
    d.g = ActivatedGrad(candidate, y.g, flowing * y.i);
    d.i = ActivatedGrad(gate, y.i, flowing * y.g);
    d.f = ActivatedGrad(gate, y.f, flowing * c_before);
    *dc = flowing * y.f;
    if (peepholes) *dc += p_i * d.i + p_f * d.f;
    return d;
  }

  GateActivation gate = GateActivation::kSigmoid;
  GateActivation candidate = GateActivation::kTanh;
  GateActivation cell = GateActivation::kTanh;
  bool peepholes = false;
  // The element's peepholes; 0 without. They are values rather than pointers:
  // each element has its own.
  T p_i = 0, p_f = 0, p_o = 0;
};

}  // namespace paddle::operators::kernels
