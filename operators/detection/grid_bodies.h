// The definition of the function of grid_boxes.h, which grid_boxes.cc and
// grid_boxes.cu instantiate for their devices.
#pragma once

#include <cstdint>

#include "paddle/operators/detection/box.h"
#include "paddle/operators/detection/each.h"
#include "paddle/operators/detection/grid_boxes.h"
#include "paddle/operators/math/device/device_copy.h"
#include "paddle/platform/host_device.h"
#include "paddle/platform/place.h"

namespace paddle::operators::kernels {

// Writes a box of the grid.
template <typename T>
struct GridBox {
  PADDLE_HOST_DEVICE static T Clipped(T x) {
    return x < 0 ? T(0) : x > 1 ? T(1) : x;
  }
  PADDLE_HOST_DEVICE void operator()(int64_t i) const {
    const int64_t place = i / count;
    const BoxSize& size = sizes[i % count];
    const double x = first_x + static_cast<double>(place % width) * step_x;
    const double y = first_y + static_cast<double>(place / width) * step_y;
    Box<T> box{static_cast<T>((x - size.width / 2) / divide_x),
               static_cast<T>((y - size.height / 2) / divide_y),
               static_cast<T>((x + size.width / 2) / divide_x),
               static_cast<T>((y + size.height / 2) / divide_y)};
    if (clip) {
      box = {Clipped(box.x1), Clipped(box.y1), Clipped(box.x2),
             Clipped(box.y2)};
    }
    box.Put(to + i * 4);
  }
  const BoxSize* sizes;
  int64_t count, width;
  double first_x, first_y, step_x, step_y, divide_x, divide_y;
  bool clip;
  T* to;
};

// Repeats four numbers.
template <typename T>
struct RepeatFour {
  PADDLE_HOST_DEVICE void operator()(int64_t i) const {
    for (int k = 0; k < 4; ++k) to[i * 4 + k] = numbers[k];
  }
  T numbers[4];
  T* to;
};

template <class Device, class T>
void FillGrid(const Device& device, const BoxGrid& grid,
              const std::vector<double>& numbers, framework::Tensor* boxes,
              framework::Tensor* variances) {
  if (boxes != nullptr) {
    const size_t bytes = grid.sizes.size() * sizeof(BoxSize);
    const DeviceMemory sizes(device, bytes);
    memory::CopyAsync(device.place(), sizes.template data<BoxSize>(),
                      platform::CPUPlace(), grid.sizes.data(), bytes);
    ForEach(device, boxes->numel() / 4,
            GridBox<T>{sizes.template data<BoxSize>(), boxes->dims()[2],
                       boxes->dims()[1], grid.first_x, grid.first_y,
                       grid.step_x, grid.step_y, grid.divide_x, grid.divide_y,
                       grid.clip, boxes->mutable_data<T>()});
  }
  if (variances != nullptr) {
    RepeatFour<T> repeat{{}, variances->mutable_data<T>()};
    for (int k = 0; k < 4; ++k) {
      repeat.numbers[k] = static_cast<T>(numbers[k]);
    }
    ForEach(device, variances->numel() / 4, repeat);
  }
}

}  // namespace paddle::operators::kernels
