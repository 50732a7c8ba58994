#include "paddle/operators/shape/transpose.h"

#include <algorithm>
#include <cstdint>

#include "paddle/operators/math/loops/transpose_block.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/target_device.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;

constexpr int kFrom = 0;
constexpr int kTo = 1;
// Elements per task: small enough to balance, large enough to hide the cost of
// starting one.
constexpr int64_t kGrain = 16384;

// The case of a last axis that stays last: whole runs are copied.
template <typename T>
void MoveRuns(const LoopNest<2>& nest, const T* x, T* out) {
  platform::ParallelFor(nest.total(), kGrain, [&](int64_t begin, int64_t end) {
    nest.ForEachRun(begin, end, [&](const auto& offsets, int64_t length) {
      std::copy_n(x + offsets[kFrom], length, out + offsets[kTo]);
    });
  });
}

// Returns the axis of out along which x is contiguous.
int ContiguousAxis(const LoopNest<2>& nest) {
  for (int axis = 0; axis < nest.rank(); ++axis) {
    if (nest.stride(axis, kFrom) == 1) return axis;
  }
  PADDLE_THROW(Internal, "a transposed tensor that is nowhere contiguous");
}

// Copies in square tiles of two axes: the one along which x is contiguous, and
// the last, along which out is. A plain loop would use one element of each
// cache line of x before the line is evicted; a tile uses whole lines of both.
template <typename T>
class TileMover {
 public:
  TileMover(const LoopNest<2>& nest, const T* x, T* out)
      : nest_(nest),
        x_(x),
        out_(out),
        axis_(ContiguousAxis(nest)),
        tile_rows_(TileRows(columns())) {}

  void Run() const {
    const int64_t strips = nest_.total() / columns() / rows() * strips_per();
    const int64_t grain = kGrain / (columns() * tile_rows_) + 1;
    platform::ParallelFor(strips, grain, [&](int64_t begin, int64_t end) {
      for (int64_t strip = begin; strip < end; ++strip) MoveStrip(strip);
    });
  }

 private:
  // 16 elements of 4 bytes are a cache line; a tile of any type fits in L1.
  static constexpr int64_t kTile = 16;

  // A tile of few columns, the channels of an image say, has more rows.
  static int64_t TileRows(int64_t columns) {
    if (columns >= kTile) return kTile;
    return kTile * kTile / columns / kTransposed * kTransposed;
  }

  int64_t rows() const { return nest_.size(axis_); }
  int64_t columns() const { return nest_.size(nest_.rank() - 1); }
  int64_t strips_per() const { return (rows() - 1) / tile_rows_ + 1; }

  // Copies the rows of a tile by all columns at one index of the other axes. A
  // strip is the unit of work: its writes are far from those of other threads.
  void MoveStrip(int64_t strip) const {
    const int64_t first = strip % strips_per() * tile_rows_;
    int64_t index = strip / strips_per();
    const T* x = x_ + first;
    T* out = out_ + first * nest_.stride(axis_, kTo);
    for (int axis = nest_.rank() - 2; axis >= 0; --axis) {
      if (axis == axis_) continue;
      const int64_t at = index % nest_.size(axis);
      index /= nest_.size(axis);
      x += at * nest_.stride(axis, kFrom);
      out += at * nest_.stride(axis, kTo);
    }
    const int64_t count = std::min(tile_rows_, rows() - first);
    for (int64_t column = 0; column < columns(); column += kTile) {
      MoveTile(count, std::min(kTile, columns() - column),
               x + column * nest_.inner_strides()[kFrom], out + column);
    }
  }

  void MoveTile(int64_t rows, int64_t columns, const T* x, T* out) const {
    int64_t blocks = 0;  // rows that are moved by blocks
    if constexpr (sizeof(T) == 4) {
      blocks = rows - rows % kTransposed;
      MoveBlocks(blocks, columns, x, out);
    }
    MoveOneByOne({blocks, rows}, {0, columns}, x, out);
  }

  struct Range {
    int64_t begin, end;
  };

  // True for the channels of an image in colour, whose pixels are written
  // whole.
  bool AreThree(int64_t columns) const {
    return columns == 3 && nest_.stride(axis_, kTo) == 3;
  }

  void MoveBlocks(int64_t rows, int64_t columns, const T* x, T* out) const {
    const int64_t to = nest_.stride(axis_, kTo);
    const int64_t from = nest_.inner_strides()[kFrom];
    if (AreThree(columns)) {
      for (int64_t row = 0; row < rows; row += kTransposed) {
        InterleaveThree(x + row, from, out + row * to);
      }
      return;
    }
    const int64_t blocks = columns - columns % kTransposed;
    for (int64_t row = 0; row < rows; row += kTransposed) {
      for (int64_t column = 0; column < blocks; column += kTransposed) {
        TransposeBlock(x + row + column * from, from, out + row * to + column,
                       to);
      }
    }
    MoveOneByOne({0, rows}, {blocks, columns}, x, out);
  }

  void MoveOneByOne(Range rows, Range columns, const T* x, T* out) const {
    const int64_t to = nest_.stride(axis_, kTo);
    const int64_t from = nest_.inner_strides()[kFrom];
    if (AreThree(columns.end - columns.begin)) {
      // A loop over so few would take longer than they.
      for (int64_t row = rows.begin; row < rows.end; ++row) {
        out[3 * row] = x[row];
        out[3 * row + 1] = x[row + from];
        out[3 * row + 2] = x[row + 2 * from];
      }
      return;
    }
    for (int64_t row = rows.begin; row < rows.end; ++row) {
      for (int64_t column = columns.begin; column < columns.end; ++column) {
        out[row * to + column] = x[row + column * from];
      }
    }
  }

  const LoopNest<2>& nest_;
  const T* const x_;
  T* const out_;
  const int axis_;
  const int64_t tile_rows_;
};

// Moves elements as integers of their size: one instantiation serves all types
// of that size, and no bits change on the way.
template <typename T>
void Move(const LoopNest<2>& nest, const Tensor& x, Tensor* out) {
  const T* from = static_cast<const T*>(x.raw_data());
  T* to = static_cast<T*>(out->raw_mutable_data());
  if (nest.inner_strides()[kFrom] == 1) {
    MoveRuns(nest, from, to);
  } else {
    TileMover<T>(nest, from, to).Run();
  }
}

}  // namespace

template <class Device>
void Transpose(const Device& device, const Tensor& x,
               absl::Span<const int64_t> axes, Tensor* out) {
  if (x.numel() == 0) return;
  const Strides whole = RowMajorStrides(x.dims());
  Strides from{};
  for (size_t i = 0; i < axes.size(); ++i) from[i] = whole[axes[i]];
  if constexpr (platform::kIsCUDA<Device>) {
    TransposeOnCUDA(device, x, from, out);
  } else {
    const LoopNest<2> nest(out->dims(), {from, RowMajorStrides(out->dims())});
    switch (framework::SizeOf(x.dtype())) {
      case 1:
        return Move<uint8_t>(nest, x, out);
      case 2:
        return Move<uint16_t>(nest, x, out);
      case 4:
        return Move<uint32_t>(nest, x, out);
      default:
        return Move<uint64_t>(nest, x, out);
    }
  }
}

PADDLE_INSTANTIATE_ONE(Transpose<PADDLE_TARGET_DEVICE>);

}  // namespace paddle::operators::kernels
