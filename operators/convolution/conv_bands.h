// Cuts an image into bands of rows, the same way for any number of threads and
// any batch: all threads may work on one image, and an image gives the same
// bits alone as among others.
#pragma once

#include <cstdint>

#include "absl/functional/function_ref.h"

#include "paddle/operators/convolution/conv.h"

namespace paddle::operators::kernels {

// Consecutive rows of the output of a flat convolution, and the rows of the
// image that their windows see. With channels last both are contiguous.
struct ConvBand {
  int64_t begin;   // the first row of the output
  int64_t count;   // its rows, at least 1
  int64_t first;   // the first row of the image
  int64_t rows;    // its rows, at least 1
  int64_t before;  // rows of zeros above
  int64_t after;   // rows of zeros below
};

// Returns the number of bands, from 1 to 8: more for more work, and so that
// none is narrow. It depends on the sizes of an image, its filters and its
// output alone. 1 where a band would see no row of the image.
int64_t BandCount(const ConvShape& shape);
// Returns band `index` of `bands`; the last ones may have fewer rows.
ConvBand BandAt(const ConvShape& shape, int64_t bands, int64_t index);

// Calls body(image, band) for each band of each image, in parallel. body must
// not touch what belongs to other bands.
void ForEachBand(const ConvShape& shape, int64_t bands,
                 absl::FunctionRef<void(int64_t image, int64_t band)> body);

}  // namespace paddle::operators::kernels
