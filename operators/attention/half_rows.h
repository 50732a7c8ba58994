// Copies of rows of 16-bit numbers, as the products of one attention head take
// them: without gaps, and followed by zeros, so that few shapes serve all
// lengths of sequences.
#pragma once

#include <cstdint>

#include "paddle/operators/attention/attention_head.h"
#include "paddle/platform/bfloat16.h"

namespace paddle::operators::kernels {

// Returns a size filled up to a multiple of `step`, at least one.
constexpr int64_t FilledUp(int64_t size, int64_t step) {
  return size <= 1 ? step : (size - 1) / step * step + step;
}

// Copies `count` rows to [all, width]; zeros follow them. count <= all.
void FillRows(const HeadRows<const platform::bfloat16>& rows, int64_t count,
              int64_t all, platform::bfloat16* out);

// Copies `count` rows as columns of [width, all]; zeros follow them in each
// row. `all` is a multiple of 8, as are the blocks that are turned at a time.
void TurnRows(const HeadRows<const platform::bfloat16>& rows, int64_t count,
              int64_t all, platform::bfloat16* out);

// Rounds `count` rows of `width` floats to [all, width]; zeros follow them.
void RoundRows(const float* rows, int64_t count, int64_t all, int64_t width,
               platform::bfloat16* out);

}  // namespace paddle::operators::kernels
