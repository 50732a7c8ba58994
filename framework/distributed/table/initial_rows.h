// Computes the values that rows of a table have before anybody writes them.
#pragma once

#include <cstdint>

#include "paddle/platform/random.h"

namespace paddle::distributed {

// Says what a row of a table begins with: a function of its id. Row i has the
// numbers that elements [i * width, (i + 1) * width) have in a dense array
// that fill_constant, uniform_random or gaussian_random fills with the same
// key, bit for bit.
struct RowInitializer {
  enum Kind { kConstant, kUniform, kNormal };
  Kind kind = kConstant;
  // The number; or least value and bound; or mean and standard deviation.
  double a = 0;
  double b = 0;
  platform::RandomKey key;  // of the operator that would fill the array
};

// Writes the initial values of row `id`, `width` numbers.
void FillRow(const RowInitializer& initializer, int64_t id, int64_t width,
             float* row);

}  // namespace paddle::distributed
