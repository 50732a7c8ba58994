// Rectangles with edges along the axes.
#pragma once

#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// The edges of a box. `extra` is, here and below, what a box is wider and
// higher than the difference of its edges: 1 if these are numbers of pixels, 0
// otherwise.
template <typename T>
struct Box {
  T x1, y1, x2, y2;

  // Returns the box of four numbers x1, y1, x2, y2.
  PADDLE_HOST_DEVICE static Box At(const T* edges) {
    return {edges[0], edges[1], edges[2], edges[3]};
  }
  PADDLE_HOST_DEVICE void Put(T* edges) const {
    edges[0] = x1;
    edges[1] = y1;
    edges[2] = x2;
    edges[3] = y2;
  }
  PADDLE_HOST_DEVICE T width(T extra) const { return x2 - x1 + extra; }
  PADDLE_HOST_DEVICE T height(T extra) const { return y2 - y1 + extra; }
  // Returns whether edges are in the wrong order.
  PADDLE_HOST_DEVICE bool inverted() const { return x2 < x1 || y2 < y1; }
  // Returns the area; 0 for edges in the wrong order.
  PADDLE_HOST_DEVICE T area(T extra) const {
    return inverted() ? T(0) : width(extra) * height(extra);
  }
};

// Returns the area that two boxes share divided by the area that they cover
// (intersection over union); 0 if they cover nothing. A box whose edges are in
// the wrong order shares nothing.
template <typename T>
PADDLE_HOST_DEVICE T Overlap(const Box<T>& a, const Box<T>& b, T extra) {
  const Box<T> both{a.x1 > b.x1 ? a.x1 : b.x1, a.y1 > b.y1 ? a.y1 : b.y1,
                    a.x2 < b.x2 ? a.x2 : b.x2, a.y2 < b.y2 ? a.y2 : b.y2};
  const T width = both.width(extra), height = both.height(extra);
  const bool none = a.inverted() || b.inverted() || !(width > 0 && height > 0);
  const T shared = none ? T(0) : width * height;
  const T covered = a.area(extra) + b.area(extra) - shared;
  return covered > 0 ? shared / covered : T(0);
}

}  // namespace paddle::operators::kernels
