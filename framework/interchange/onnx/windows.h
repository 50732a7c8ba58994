// The windows of convolutions and pools, as ONNX describes them.
#pragma once

#include <cstdint>

#include "paddle/framework/interchange/onnx/node.h"

namespace paddle::onnx {

// The places of windows on images [N, C, size, ...], axis by axis.
struct Windows {
  Ints kernel;
  Ints strides;
  Ints dilations;
  Ints before;  // elements of padding
  Ints after;

  int axes() const { return static_cast<int>(kernel.size()); }
  bool IsSymmetric() const { return before == after; }
  // Returns how many elements there are from the first of a window to its last
  // along an axis, with those that dilation leaves out.
  int64_t ReachAlong(int axis) const {
    return (kernel[axis] - 1) * dilations[axis] + 1;
  }
};

// Throws InvalidArgument for numbers of an attribute below `least` or beyond
// int32, so that products of two of them do not overflow.
void CheckRange(const Ints& list, const char* name, int64_t least);

// Reads strides, dilations, pads and auto_pad of a node whose kernel is of the
// given size. Throws InvalidArgument for lists that do not fit the images, and
// Unimplemented for auto_pad SAME over sizes that are known only when the
// program runs.
Windows WindowsOf(Node* node, const Dims& images, const Ints& kernel);

// Returns the size of axis i of images [N, C, size, ...]. Throws Unimplemented
// for one that is not known, or beyond int32: products of two do not overflow.
int64_t ImageSize(const Dims& images, int i);

// Returns the images with padding of `value` around them.
Variable Padded(Node* node, const Variable& x, const Windows& windows,
                double value);

// Images of one axis become images of two, the first of size 1, as operators of
// images need them, and back. Those of other ranks stay.
bool IsLine(const Dims& images);
Variable ToPlane(Node* node, const Variable& x);
Variable ToLine(Node* node, const Variable& x);
// Does the same to windows.
Windows ToPlane(const Windows& windows);

}  // namespace paddle::onnx
