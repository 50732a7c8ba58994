#include <algorithm>

#include "paddle/framework/types/data_type.h"
#include "paddle/operators/math/device/device_nest.cuh"
#include "paddle/operators/math/device/device_units.cuh"
#include "paddle/operators/math/loops/strided_copy.h"
#include "paddle/operators/shape/transpose.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;

constexpr int kFrom = 0;
constexpr int kTo = 1;

// Tiles of two axes: rows, along which x is contiguous, and columns, along
// which out is. A team moves a tile: its warps write contiguous columns, and
// each cache line of x that one of them loads serves the others from L1.
struct Tiles {
  explicit Tiles(const LoopNest<2>& nest) {
    const int last = nest.rank() - 1;
    int contiguous = 0;
    while (nest.stride(contiguous, kFrom) != 1) ++contiguous;
    for (int axis = 0; axis < last; ++axis) {
      if (axis != contiguous) others.Add(nest, axis);
    }
    rows = nest.size(contiguous);
    columns = nest.size(last);
    next_row = nest.stride(contiguous, kTo);
    next_column = nest.stride(last, kFrom);
    // Narrow tensors get longer tiles, so that all tiles have about kTile
    // elements.
    tile_columns = std::min<int64_t>(columns, 32);
    tile_rows = std::min<int64_t>(rows, kTile / tile_columns);
    tile_columns = std::min<int64_t>(columns, kTile / tile_rows);
    tiles_down = (rows - 1) / tile_rows + 1;
    tiles_across = (columns - 1) / tile_columns + 1;
  }

  static constexpr int64_t kTile = 1024;  // elements
  DeviceNest<2> others;
  int64_t rows, columns;
  int64_t next_row, next_column;  // in out, in x
  int64_t tile_rows, tile_columns;
  int64_t tiles_down, tiles_across;
};

template <typename Unit>
void MoveTiles(const platform::CUDADeviceContext& device, const Tiles& tiles,
               const Tensor& x, Tensor* out) {
  const Unit* from = static_cast<const Unit*>(x.raw_data());
  Unit* to = static_cast<Unit*>(out->raw_mutable_data());
  const int64_t count =
      tiles.others.total() * tiles.tiles_down * tiles.tiles_across;
  const int size = static_cast<int>(tiles.tile_rows * tiles.tile_columns);
  const int width = static_cast<int>(tiles.tile_columns);
  const Tiles t = tiles;
  platform::ForEachTeam(
      device, count, size, [=] PADDLE_DEVICE(const platform::Team& team) {
        const int64_t strip = team.index() / t.tiles_across;
        const int64_t other = strip / t.tiles_down;
        const int64_t first_row = (strip - other * t.tiles_down) * t.tile_rows;
        const int64_t first_column =
            (team.index() - strip * t.tiles_across) * t.tile_columns;
        const DeviceOffsets<2> base = t.others(other);
        for (int j = team.lane(); j < size; j += team.size()) {
          const int64_t row = first_row + j / width;
          const int64_t column = first_column + j % width;
          if (row >= t.rows || column >= t.columns) continue;
          to[base.of[kTo] + row * t.next_row + column] =
              from[base.of[kFrom] + row + column * t.next_column];
        }
      });
}

}  // namespace

void TransposeOnCUDA(const platform::CUDADeviceContext& device, const Tensor& x,
                     const Strides& strides, Tensor* out) {
  const LoopNest<2> nest(out->dims(), {strides, RowMajorStrides(out->dims())});
  if (nest.inner_strides()[kFrom] == 1) {  // runs move as they are
    return CopyStrided(device, out->dims(), x, Walk{0, strides},
                       WalkOf(out->dims()), out);
  }
  const Tiles tiles(nest);
  WithElementUnit(framework::SizeOf(x.dtype()), [&](auto of_size) {
    MoveTiles<decltype(of_size)>(device, tiles, x, out);
  });
}

}  // namespace paddle::operators::kernels
