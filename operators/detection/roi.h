// Pools regions of images: each box of a list, whatever its size, becomes an
// image of a fixed size.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Attributes of roi_align.
struct RoiGrid {
  double spatial_scale;
  int64_t pooled_height;
  int64_t pooled_width;
  int64_t sampling_ratio;
  bool aligned;
};

// Attributes of roi_pool.
struct RoiBins {
  double spatial_scale;
  int64_t pooled_height;
  int64_t pooled_width;
};

// Each function takes images x [n, c, h, w] and boxes `rois` [r, 4], and makes
// out [r, c, pooled_height, pooled_width]. `batch` [r] says in which image each
// box lies, int32 or int64; without it the boxes of an image form a sequence of
// the last level. They throw OutOfRange for a `batch` outside of [0, n), naming
// it and its position; a GPU reports it later. T: float, double.

// Computes the mean of samples in each bin of a box; see the operator
// roi_align.
template <class Device, class T>
void RoiAlign(const Device& device, const framework::Tensor& x,
              const framework::LoDTensor& rois, const framework::Tensor* batch,
              const RoiGrid& grid, Workspace workspace, framework::Tensor* out);

// Computes the gradient for x.
template <class Device, class T>
void RoiAlignGrad(const Device& device, const framework::LoDTensor& rois,
                  const framework::Tensor* batch, const RoiGrid& grid,
                  const framework::Tensor& dout, Workspace workspace,
                  framework::Tensor* dx);

// Computes the largest of the samples' terms; see the operator roi_align_max.
template <class Device, class T>
void RoiAlignMax(const Device& device, const framework::Tensor& x,
                 const framework::LoDTensor& rois,
                 const framework::Tensor* batch, const RoiGrid& grid,
                 Workspace workspace, framework::Tensor* out);

// Computes the largest element of each bin, and its position in x, counted in
// row-major order; 0 and -1 for a bin without elements. Either may be null.
template <class Device, class T>
void RoiPool(const Device& device, const framework::Tensor& x,
             const framework::LoDTensor& rois, const framework::Tensor* batch,
             const RoiBins& bins, Workspace workspace, framework::Tensor* out,
             framework::Tensor* argmax);

// Adds each element of dout to dx at its position.
template <class Device, class T>
void RoiPoolGrad(const Device& device, const framework::Tensor& argmax,
                 const framework::Tensor& dout, framework::Tensor* dx);

}  // namespace paddle::operators::kernels
