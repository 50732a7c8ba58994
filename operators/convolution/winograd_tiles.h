// Transforms single tiles of images for winograd.h, in the widest registers of
// the processor.
#pragma once

#include <algorithm>
#include <cstdint>

#include "paddle/operators/convolution/activation_bounds.h"
#include "paddle/operators/convolution/winograd_size.h"
#include "paddle/operators/convolution/winograd_transforms.h"

namespace paddle::operators::kernels::winograd {

// One matrix for each of the products, all [rows, columns]: a row for each tile
// or channel, a column for each channel or filter.
struct Factors {
  float* data = nullptr;
  int64_t rows = 0;
  int64_t columns = 0;
  int tile = kTile;  // or kSmallTile

  int64_t window() const { return tile + kTaps - 1; }
  int64_t products() const { return window() * window(); }
  int64_t step() const { return rows * columns + kWinogradGap; }
  int64_t size() const { return products() * step(); }
  float* Matrix(int64_t i) const { return data + i * step(); }
  // Returns an element of the first matrix.
  float* At(int64_t row, int64_t column) const {
    return data + row * columns + column;
  }
};

// Some columns of a matrix of filters, which lie side by side, row by row,
// before the next ones: products of few rows read a large matrix in the order
// of memory, if only that is fast enough.
struct Panel {
  Panel(const Factors& filter, int64_t column) {
    constexpr int64_t kLarge = 256 * 256, kColumns = 64;
    const bool whole = filter.rows * filter.columns <= kLarge;
    begin = whole ? 0 : column / kColumns * kColumns;
    columns =
        whole ? filter.columns : std::min(kColumns, filter.columns - begin);
    offset = begin * filter.rows;
  }

  int64_t begin;
  int64_t columns;
  int64_t offset;  // from the beginning of the matrix
};

inline constexpr int64_t kHalfChannels = 16;

// The sizes of images with their channels last, a multiple of 8.
struct Images {
  int64_t height, width, channels;

  int64_t size() const { return height * width * channels; }
  int64_t offset(int64_t row, int64_t column) const {
    return (row * width + column) * channels;
  }
};

// A tile of an image: the place of its first pixel, which may be outside, and
// its row in the matrices.
struct TilePlace {
  const Images& image;
  int64_t row;
  int64_t column;
  int64_t tile;
};

// Describes what the results of an image become in registers.
template <typename T>
struct InRegisters {
  const T* bias = nullptr;      // [channels]; null: none
  const T* residual = nullptr;  // added, as large as the image; null: none
  ActivationBounds bounds{FusedActivation::kNone};
};

// Writes the factors of the pixels that a tile at a place sees, with zeros for
// those outside. T: float; bfloat16, with AVX-512, for large tiles and channels
// that are a multiple of kHalfChannels.
template <typename T>
void WriteInputFactors(const TilePlace& at, const T* pixels,
                       const Factors& factors);
// Writes the factors of the 4 x 4 gradients of results at a place: tiles of
// another size have none.
void WriteGradFactors(const TilePlace& at, const float* pixels,
                      const Factors& factors);
// Writes the results of a tile that lie inside the image, and what is to be
// added to them, within bounds, outside of which NaN stays. T: as above;
// bfloat16 is rounded once, to nearest, ties to even.
template <typename T>
void WriteResults(const TilePlace& at, const Factors& sums,
                  const InRegisters<T>& finish, T* pixels);

}  // namespace paddle::operators::kernels::winograd
