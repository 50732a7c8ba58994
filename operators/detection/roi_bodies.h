// The definitions of the functions of roi.h, which roi.cc and roi.cu
// instantiate for their devices.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/operators/detection/box.h"
#include "paddle/operators/detection/each.h"
#include "paddle/operators/detection/roi.h"
#include "paddle/operators/detection/roi_samples.h"
#include "paddle/operators/math/device/device_copy.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/operators/math/rows/index.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// Returns the image of each box, of those that form sequences.
inline std::vector<int64_t> ImagesOf(const framework::LoDTensor& rois) {
  std::vector<int64_t> images;
  const auto offsets = rois.lod()->offsets(rois.lod()->levels() - 1);
  for (size_t i = 0; i + 1 < offsets.size(); ++i) {
    images.resize(offsets[i + 1], static_cast<int64_t>(i));
  }
  return images;
}

// The image of each box, in memory of the device.
template <class Device>
class RoiImages {
 public:
  RoiImages(const Device& device, const framework::LoDTensor& rois,
            const framework::Tensor* batch, int64_t images,
            const Workspace& workspace)
      : by_sequence_(
            device, batch == nullptr ? ImagesOf(rois) : std::vector<int64_t>()),
        by_batch_(batch == nullptr
                      ? Indices()
                      : CheckedIndices(device, *batch, images, workspace)) {}
  const int64_t* data() const {
    return by_batch_.empty() ? by_sequence_.data() : by_batch_.data();
  }

 private:
  const DeviceCopy by_sequence_;
  const Indices by_batch_;
};

// The data that functors of boxes read.
template <typename T>
struct RoiSource {
  const T* boxes;
  const int64_t* images;
  int64_t count;  // of boxes
  int64_t channels;
  SamplePlan<T> plan;
};

// Bin i of all boxes and channels.
struct RoiBin {
  PADDLE_HOST_DEVICE static RoiBin At(int64_t i, int64_t channels,
                                      int64_t height, int64_t width) {
    return {i / width / height / channels, i / width / height % channels,
            i / width % height, i % width};
  }
  int64_t roi, channel, row, column;
};

// Adds up weighted corners.
template <typename T>
struct SumOfSamples {
  PADDLE_HOST_DEVICE void operator()(const Corners<T>& corners) const {
    for (int k = 0; k < 4; ++k) *sum += corners.weight[k] * x[corners.at[k]];
  }
  const T* x;
  T* sum;
};

// Finds the largest weighted corner; NaN wins.
template <typename T>
struct MaxOfSamples {
  PADDLE_HOST_DEVICE void operator()(const Corners<T>& corners) const {
    for (int k = 0; k < 4; ++k) {
      const T term = corners.weight[k] * x[corners.at[k]];
      *max = *any ? MaxReducer()(*max, term) : term;
      *any = true;
    }
  }
  const T* x;
  T* max;
  bool* any;
};

// Adds to the corners of the gradient.
template <typename T>
struct AddToCorners {
  PADDLE_HOST_DEVICE void operator()(const Corners<T>& corners) const {
    for (int k = 0; k < 4; ++k) dx[corners.at[k]] += corners.weight[k] * g;
  }
  T* dx;
  T g;
};

template <typename T>
struct AlignedBin {
  PADDLE_HOST_DEVICE void operator()(int64_t i) const {
    const SamplePlan<T>& plan = source.plan;
    const RoiBin bin =
        RoiBin::At(i, source.channels, plan.pooled_height, plan.pooled_width);
    const auto samples =
        BoxSamples<T>::Of(Box<T>::At(source.boxes + bin.roi * 4), plan);
    const int64_t plane =
        source.images[bin.roi] * source.channels + bin.channel;
    const T* image = x + plane * plan.height * plan.width;
    T result = 0;
    bool any = false;
    if (of_largest) {
      const bool all = samples.ForEachOf(bin.row, bin.column,
                                         MaxOfSamples<T>{image, &result, &any});
      // Samples outside of the image count as 0.
      if (!all && result < 0) result = 0;
    } else {
      samples.ForEachOf(bin.row, bin.column, SumOfSamples<T>{image, &result});
      result /= samples.count();
    }
    out[i] = result;
  }
  RoiSource<T> source;
  const T* x;
  bool of_largest;
  T* out;
};

// Computes the gradient of one plane of x from all boxes, in order: then
// neither atomic operations nor the number of threads matter.
template <typename T>
struct AlignedPlaneGrad {
  PADDLE_HOST_DEVICE void operator()(int64_t plane) const {
    const SamplePlan<T>& plan = source.plan;
    const int64_t size = plan.height * plan.width;
    const int64_t image = plane / source.channels;
    const int64_t bins = plan.pooled_height * plan.pooled_width;
    T* to = dx + plane * size;
    for (int64_t k = 0; k < size; ++k) to[k] = 0;
    for (int64_t roi = 0; roi < source.count; ++roi) {
      if (source.images[roi] != image) continue;
      const auto samples =
          BoxSamples<T>::Of(Box<T>::At(source.boxes + roi * 4), plan);
      const T* from =
          dout + (roi * source.channels + plane % source.channels) * bins;
      for (int64_t bin = 0; bin < bins; ++bin) {
        samples.ForEachOf(bin / plan.pooled_width, bin % plan.pooled_width,
                          AddToCorners<T>{to, from[bin] / samples.count()});
      }
    }
  }
  RoiSource<T> source;
  const T* dout;
  T* dx;
};

// A range of elements along an axis.
struct BinRange {
  // Returns bin `bin` of `bins` of elements [first, last], inside the image.
  template <typename T>
  PADDLE_HOST_DEVICE static BinRange Of(T low, T high, int64_t bin,
                                        int64_t bins, int64_t size) {
    const T first = std::round(low), last = std::round(high);
    const T length = last - first + 1 > 1 ? last - first + 1 : T(1);
    const T step = length / T(bins);
    return {Inside(std::floor(T(bin) * step) + first, size),
            Inside(std::ceil(T(bin + 1) * step) + first, size)};
  }
  // Also of NaN.
  template <typename T>
  PADDLE_HOST_DEVICE static int64_t Inside(T place, int64_t size) {
    return !(place > 0)       ? 0
           : place >= T(size) ? size
                              : static_cast<int64_t>(place);
  }
  int64_t begin, end;
};

template <typename T>
struct PooledBin {
  // Returns whether `value` replaces the best before it. The first NaN wins.
  PADDLE_HOST_DEVICE static bool Wins(T value, T best) {
    return value > best || (value != value && best == best);
  }
  PADDLE_HOST_DEVICE void operator()(int64_t i) const {
    const SamplePlan<T>& plan = source.plan;
    const RoiBin bin =
        RoiBin::At(i, source.channels, plan.pooled_height, plan.pooled_width);
    const Box<T> box = Box<T>::At(source.boxes + bin.roi * 4);
    const BinRange rows =
        BinRange::Of(box.y1 * plan.scale, box.y2 * plan.scale, bin.row,
                     plan.pooled_height, plan.height);
    const BinRange columns =
        BinRange::Of(box.x1 * plan.scale, box.x2 * plan.scale, bin.column,
                     plan.pooled_width, plan.width);
    const int64_t first =
        (source.images[bin.roi] * source.channels + bin.channel) * plan.height;
    int64_t best = -1;
    for (int64_t y = rows.begin; y < rows.end; ++y) {
      for (int64_t k = columns.begin; k < columns.end; ++k) {
        const int64_t at = (first + y) * plan.width + k;
        if (best < 0 || Wins(x[at], x[best])) best = at;
      }
    }
    if (out != nullptr) out[i] = best < 0 ? T(0) : x[best];
    if (argmax != nullptr) argmax[i] = best;
  }
  RoiSource<T> source;
  const T* x;
  T* out;
  int64_t* argmax;
};

// Computes the gradient of one plane of x.
template <typename T>
struct PooledPlaneGrad {
  PADDLE_HOST_DEVICE void operator()(int64_t plane) const {
    T* to = dx + plane * size;
    for (int64_t k = 0; k < size; ++k) to[k] = 0;
    for (int64_t roi = 0; roi < rois; ++roi) {
      const int64_t first = (roi * channels + plane % channels) * bins;
      for (int64_t i = first; i < first + bins; ++i) {
        const int64_t at = argmax[i] - plane * size;
        if (at >= 0 && at < size) to[at] += dout[i];
      }
    }
  }
  const int64_t* argmax;
  const T* dout;
  T* dx;
  int64_t rois, channels, bins, size;
};

// `x`: the dims of the images.
template <typename T>
RoiSource<T> SourceOf(const framework::Tensor& rois, const int64_t* images,
                      const framework::Dims& x, const RoiGrid& grid) {
  return {rois.data<T>(),
          images,
          rois.dims()[0],
          x[1],
          {static_cast<T>(grid.spatial_scale), grid.pooled_height,
           grid.pooled_width, grid.sampling_ratio, grid.aligned, x[2], x[3]}};
}

template <class Device, class T>
void RoiAlign(const Device& device, const framework::Tensor& x,
              const framework::LoDTensor& rois, const framework::Tensor* batch,
              const RoiGrid& grid, Workspace workspace,
              framework::Tensor* out) {
  const RoiImages<Device> images(device, rois, batch, x.dims()[0], workspace);
  ForEach(device, out->numel(),
          AlignedBin<T>{SourceOf<T>(rois, images.data(), x.dims(), grid),
                        x.data<T>(), false, out->mutable_data<T>()});
}

template <class Device, class T>
void RoiAlignMax(const Device& device, const framework::Tensor& x,
                 const framework::LoDTensor& rois,
                 const framework::Tensor* batch, const RoiGrid& grid,
                 Workspace workspace, framework::Tensor* out) {
  const RoiImages<Device> images(device, rois, batch, x.dims()[0], workspace);
  ForEach(device, out->numel(),
          AlignedBin<T>{SourceOf<T>(rois, images.data(), x.dims(), grid),
                        x.data<T>(), true, out->mutable_data<T>()});
}

template <class Device, class T>
void RoiAlignGrad(const Device& device, const framework::LoDTensor& rois,
                  const framework::Tensor* batch, const RoiGrid& grid,
                  const framework::Tensor& dout, Workspace workspace,
                  framework::Tensor* dx) {
  const RoiImages<Device> images(device, rois, batch, dx->dims()[0], workspace);
  const framework::Dims dims = dx->dims(), out = dout.dims();
  ForEachPlane(device, dims[0] * dims[1],
               dims[2] * dims[3] + out[0] * out[2] * out[3],
               AlignedPlaneGrad<T>{SourceOf<T>(rois, images.data(), dims, grid),
                                   dout.data<T>(), dx->mutable_data<T>()});
}

template <class Device, class T>
void RoiPool(const Device& device, const framework::Tensor& x,
             const framework::LoDTensor& rois, const framework::Tensor* batch,
             const RoiBins& bins, Workspace workspace, framework::Tensor* out,
             framework::Tensor* argmax) {
  const RoiImages<Device> images(device, rois, batch, x.dims()[0], workspace);
  const int64_t count =
      rois.dims()[0] * x.dims()[1] * bins.pooled_height * bins.pooled_width;
  ForEach(device, count,
          PooledBin<T>{
              SourceOf<T>(rois, images.data(), x.dims(),
                          {bins.spatial_scale, bins.pooled_height,
                           bins.pooled_width, 0, false}),
              x.data<T>(), out == nullptr ? nullptr : out->mutable_data<T>(),
              argmax == nullptr ? nullptr : argmax->mutable_data<int64_t>()});
}

template <class Device, class T>
void RoiPoolGrad(const Device& device, const framework::Tensor& argmax,
                 const framework::Tensor& dout, framework::Tensor* dx) {
  const framework::Dims dims = dx->dims(), out = dout.dims();
  ForEachPlane(device, dims[0] * dims[1],
               dims[2] * dims[3] + out[0] * out[2] * out[3],
               PooledPlaneGrad<T>{argmax.data<int64_t>(), dout.data<T>(),
                                  dx->mutable_data<T>(), out[0], dims[1],
                                  out[2] * out[3], dims[2] * dims[3]});
}

}  // namespace paddle::operators::kernels
