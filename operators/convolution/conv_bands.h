// Cuts the convolution of an image into bands of rows or slices of filters, the
// same way for any number of threads and any batch: all threads may work on one
// image, and an image gives the same bits alone as among others.
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

// Returns the number of slices of filters, from 1 to 8: more than 1 where the
// filters are so much larger than the image that each band would read them from
// memory again. A slice has a multiple of 64 filters, and all rows.
int64_t SliceCount(const ConvShape& shape);

// Calls body(image, part) for each of `parts` parts of each image, in parallel.
// body must not touch what belongs to other parts.
void ForEachPart(const ConvShape& shape, int64_t parts,
                 absl::FunctionRef<void(int64_t image, int64_t part)> body);

}  // namespace paddle::operators::kernels
