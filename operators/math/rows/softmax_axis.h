// The loops of softmax and its logarithm along an axis, which also pass 16-bit
// numbers through functions of floats.
//
//   struct Forward {  // one operand: Rows and Lanes have out and one `in`
//     template <typename T>
//     static void Rows(int64_t rows, int64_t size, T* out, const T* x);
//     template <typename T>
//     static void Lanes(int64_t size, int64_t stride, int64_t lanes, T* out,
//                       const T* x);
//   };
//   AlongAxis<Forward>(AxisView::Of(x.dims(), axis), out->mutable_data<T>(),
//                      x.data<T>());
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "paddle/operators/math/loops/axis_view.h"
#include "paddle/operators/math/loops/half_runs.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/operators/math/rows/softmax_rows.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

// The number of neighbouring slices that are computed together when the axis is
// not the last: one slice alone would read one element of each cache line.
inline constexpr int64_t kLanes = 64;

// Calls body(o, i, lanes), in parallel, for the slices (o, i), ..., (o, i +
// lanes - 1), where lanes <= kLanes.
template <typename Body>
void ForEachLanes(const AxisView& v, const Body& body) {
  // Blocks do not cross from one outer index to the next, where memory is not
  // contiguous across the lanes.
  const int64_t blocks = (v.inner + kLanes - 1) / kLanes;
  const int64_t work = std::max<int64_t>(v.size * kLanes, 1);
  platform::ParallelFor(
      v.outer * blocks, kRowGrain / work + 1, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const int64_t lane = i % blocks * kLanes;
          body(i / blocks, lane, std::min(kLanes, v.inner - lane));
        }
      });
}

namespace internal {

// Calls body on floats: the inputs are widened into scratch memory of the
// thread, contiguously, and the result is rounded from there.
template <typename T, size_t... I, typename Body>
void ThroughFloats(int64_t rows, int64_t stride, int64_t lanes,
                   const Body& body, T* out, std::index_sequence<I...>,
                   const std::array<const T*, sizeof...(I)>& in) {
  // `space` holds the result and then each input; the stride of all is `lanes`,
  // however wide the tensor's is.
  const int64_t size = rows * lanes;
  float* space =
      ThreadScratch<float>(ScratchSlot::kPiece, (1 + sizeof...(I)) * size);
  for (int64_t r = 0; r < rows; ++r) {
    for (size_t i = 0; i < sizeof...(I); ++i) {
      ToFloat(lanes, in[i] + r * stride, space + (i + 1) * size + r * lanes);
    }
  }
  body(lanes, space, space + (I + 1) * size...);
  for (int64_t r = 0; r < rows; ++r) {
    FromFloat(lanes, space + r * lanes, out + r * stride);
  }
}

// Calls body(stride, out, in...) for `rows` rows of `lanes` elements each at
// distances of `stride`; rows of 16-bit types are floats for it.
template <typename T, typename Body, typename... In>
void OnNumbers(int64_t rows, int64_t stride, int64_t lanes, const Body& body,
               T* out, const In*... in) {
  if constexpr (platform::kIsHalf<T>) {
    ThroughFloats(rows, stride, lanes, body, out,
                  std::index_sequence_for<In...>(), {in...});
  } else {
    body(stride, out, in...);
  }
}

}  // namespace internal

// Computes `out` from tensors of the same dims, slice by slice along the axis,
// in parallel. Functions::Rows(rows, size, out, in...) computes contiguous
// slices; Functions::Lanes(size, stride, lanes, out, in...) computes up to
// kLanes slices that are neighbours, with elements at distances of `stride`.
// Both are called with pointers to float or double; `out` may be one of `in`.
template <typename Functions, typename T, typename... In>
void AlongAxis(const AxisView& v, T* out, const In*... in) {
  if (v.outer * v.size * v.inner == 0) return;
  if (v.inner == 1) {
    ForEachRowPiece(v.outer, v.size, [=](int64_t begin, int64_t end) {
      // A contiguous piece of rows is one long row to the conversion.
      const int64_t at = begin * v.size;
      const int64_t rows = end - begin;
      const auto body = [=](int64_t, auto... arrays) {
        Functions::Rows(rows, v.size, arrays...);
      };
      internal::OnNumbers(1, 0, rows * v.size, body, out + at, (in + at)...);
    });
  } else {
    ForEachLanes(v, [=](int64_t o, int64_t i, int64_t lanes) {
      const int64_t at = v.At(o, i);
      const auto body = [=](int64_t stride, auto... arrays) {
        Functions::Lanes(v.size, stride, lanes, arrays...);
      };
      internal::OnNumbers(v.size, v.inner, lanes, body, out + at, (in + at)...);
    });
  }
}

}  // namespace paddle::operators::kernels
