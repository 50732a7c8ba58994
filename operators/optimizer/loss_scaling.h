// Loss scaling, which keeps small gradients in the range of float16: the loss
// is multiplied by a scale, gradients are divided by it, and the scale follows
// what overflows. Source: Micikevicius et al., "Mixed Precision Training" (ICLR
// 2018), section 3.2.
#pragma once

#include <cstdint>
#include <limits>

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// Pointers are to memory of the place. T: float, double.

// Sets *found: true unless the scale is positive and finite.
template <class Device, class T>
void CheckScale(const Device& device, const T* scale, bool* found);

// Computes out = x / *scale for `size` elements; out may be x. Sets *found if
// one of the results is infinite or NaN, and leaves it otherwise.
template <class Device, class T>
void UnscaleAndCheck(const Device& device, int64_t size, const T* x,
                     const T* scale, T* out, bool* found);

// Counts a step, and changes the scale where the settings say so. An output may
// be its input.
template <class T>
struct LossScalingStep {
  const bool* found;  // the gradients of the step are not all finite
  const T* scale;
  const int64_t* good_steps;
  const int64_t* bad_steps;
  T* scale_out;
  int64_t* good_steps_out;
  int64_t* bad_steps_out;

  int64_t incr_every_n_steps;
  int64_t decr_every_n_nan_or_inf;
  T incr_ratio;
  T decr_ratio;

  PADDLE_HOST_DEVICE void operator()() const {
    const int64_t good = *found ? 0 : *good_steps + 1;
    const int64_t bad = *found ? *bad_steps + 1 : 0;
    const bool grows = good >= incr_every_n_steps;
    const bool shrinks = bad >= decr_every_n_nan_or_inf;
    T next = *scale;
    if (grows) next = Bounded(next * incr_ratio, next);
    if (shrinks) next = Bounded(next * decr_ratio, T(1));
    *scale_out = next;
    *good_steps_out = grows ? 0 : good;
    *bad_steps_out = shrinks ? 0 : bad;
  }

  // Returns a scale that is neither below 1 nor infinite: `otherwise` if it is.
  PADDLE_HOST_DEVICE static T Bounded(T scale, T otherwise) {
    const bool good = scale >= 1 && scale <= std::numeric_limits<T>::max();
    return good ? scale : otherwise;
  }
};

template <class Device, class T>
void UpdateLossScaling(const Device& device, const LossScalingStep<T>& step);

}  // namespace paddle::operators::kernels
