// Compares boxes, and codes boxes by others. A tensor of boxes has x1, y1, x2,
// y2 along its last axis. T: float, double.
#pragma once

#include <string>
#include <vector>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out[i, j] = the overlap (box.h) of x[i] and y[j]. x is [n, 4], y
// [m, 4], out [n, m]. Edges that are not `normalized` are numbers of pixels.
template <class Device, class T>
void IouSimilarity(const Device& device, const framework::Tensor& x,
                   const framework::Tensor& y, bool normalized,
                   framework::Tensor* out);

// The attributes of box_coder.
struct BoxCode {
  std::string type;  // encode_center_size or decode_center_size
  bool normalized;
  int64_t axis;                  // of decoded boxes: 0: [?, priors], 1: else
  std::vector<double> variance;  // empty or 4
};

// Codes `target` by `priors` [m, 4]: the distance of their centers in sizes of
// the prior, and the logarithm of the ratio of their sizes, each divided by its
// variance; or computes boxes of such codes. Encoded, targets [n, 4] become
// out [n, m, 4]. Decoded, targets and out are [n, m, 4] with priors along axis
// 1, or along axis 0 if code.axis is 1. `variances` [m, 4] may be null.
template <class Device, class T>
void CodeBoxes(const Device& device, const framework::Tensor& priors,
               const framework::Tensor* variances,
               const framework::Tensor& target, const BoxCode& code,
               framework::Tensor* out);

}  // namespace paddle::operators::kernels
