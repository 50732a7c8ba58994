// Transforms single tiles of images for winograd.h, in the widest registers of
// the processor.
#pragma once

#include <cstdint>

#include "paddle/operators/convolution/winograd_size.h"
#include "paddle/operators/convolution/winograd_transforms.h"

namespace paddle::operators::kernels::winograd {

// One matrix for each of the products, all [rows, columns]: a row for each tile
// or channel, a column for each channel or filter.
struct Factors {
  static_assert(kProducts == kWinogradProducts);

  float* data = nullptr;
  int64_t rows = 0;
  int64_t columns = 0;

  int64_t step() const { return rows * columns + kWinogradGap; }
  int64_t size() const { return kProducts * step(); }
  float* Matrix(int64_t i) const { return data + i * step(); }
  // Returns an element of the first matrix.
  float* At(int64_t row, int64_t column) const {
    return data + row * columns + column;
  }
};

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

// Writes the factors of the 6 x 6 pixels at a place, with zeros for those
// outside.
void WriteInputFactors(const TilePlace& at, const float* pixels,
                       const Factors& factors);
// Writes the factors of the 4 x 4 gradients of results at a place.
void WriteGradFactors(const TilePlace& at, const float* pixels,
                      const Factors& factors);
// Writes the results of a tile that lie inside the image, plus a bias for each
// channel; null: none.
void WriteResults(const TilePlace& at, const Factors& sums, const float* bias,
                  float* pixels);

}  // namespace paddle::operators::kernels::winograd
