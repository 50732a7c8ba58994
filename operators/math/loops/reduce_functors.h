// What reductions do with a term, with two, and with a result, marked for GPUs.
// The reducers of numbers are those of arithmetic.h.
#pragma once

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// A term, or a result, as it is.
struct Itself {
  template <typename A>
  PADDLE_HOST_DEVICE A operator()(A x) const {
    return x;
  }
};

// A result divided by a number.
template <typename A>
struct DividedBy {
  A divisor;
  PADDLE_HOST_DEVICE A operator()(A x) const { return x / divisor; }
};

struct AllReducer {
  PADDLE_HOST_DEVICE bool operator()(bool a, bool b) const { return a & b; }
  template <typename T>
  PADDLE_HOST_DEVICE static T Identity() {
    return true;
  }
};
struct AnyReducer {
  PADDLE_HOST_DEVICE bool operator()(bool a, bool b) const { return a | b; }
  template <typename T>
  PADDLE_HOST_DEVICE static T Identity() {
    return false;
  }
};

}  // namespace paddle::operators::kernels
