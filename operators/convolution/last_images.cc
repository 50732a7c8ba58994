#include "paddle/operators/convolution/last_images.h"

#include <algorithm>

#include "paddle/operators/math/loops/transpose_block.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

// Computes out [columns, rows] of x [rows, columns].
void TurnMatrix(int64_t rows, int64_t columns, const float* x, float* out) {
  const auto* from = reinterpret_cast<const uint32_t*>(x);
  auto* to = reinterpret_cast<uint32_t*>(out);
  for (int64_t i = 0; i < rows; i += kTransposed) {
    for (int64_t j = 0; j < columns; j += kTransposed) {
      if (rows - i >= kTransposed && columns - j >= kTransposed) {
        TransposeBlock(from + i * columns + j, columns, to + j * rows + i,
                       rows);
        continue;
      }
      for (int64_t k = i; k < std::min(i + kTransposed, rows); ++k) {
        for (int64_t l = j; l < std::min(j + kTransposed, columns); ++l) {
          to[l * rows + k] = from[k * columns + l];
        }
      }
    }
  }
}

}  // namespace

const float* LastImages::Read(const float* user, int64_t count) const {
  if (as_is_) return user;
  ForImages(count, [&](int64_t at) {
    TurnMatrix(image_.channels, image_.height * image_.width, user + at,
               room_ + at);
  });
  return room_;
}

void LastImages::Write(int64_t count, float* user) const {
  if (as_is_) return;
  ForImages(count, [&](int64_t at) {
    TurnMatrix(image_.height * image_.width, image_.channels, room_ + at,
               user + at);
  });
}

void LastImages::ForImages(int64_t count,
                           absl::FunctionRef<void(int64_t)> turn) const {
  constexpr int64_t kGrain = 16 * 1024;  // elements that are worth a thread
  platform::ParallelFor(count, kGrain / image_.size() + 1,
                        [&](int64_t begin, int64_t end) {
                          for (int64_t i = begin; i < end; ++i)
                            turn(i * image_.size());
                        });
}

}  // namespace paddle::operators::kernels
