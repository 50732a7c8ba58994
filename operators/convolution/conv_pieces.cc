#include "paddle/operators/convolution/conv_pieces.h"

#include <algorithm>

#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/round_up.h"

namespace paddle::operators::kernels {
namespace {

// Half a megabyte of floats, about a core's second cache.
constexpr int64_t kPieceElements = 128 * 1024;
constexpr int64_t kPieceImages = 8;
// A sum costs memory as large as the filter, so there are few of them.
constexpr int64_t kParts = 8;
constexpr int64_t kSumGrain = 16 * 1024;

int64_t PieceCount(const ConvShape& shape) {
  const int64_t images = ImagesPerPiece(shape);
  return platform::CeilDivide(shape.batch, images);
}

ConvPiece PieceAt(const ConvShape& shape, int64_t index) {
  const int64_t images = ImagesPerPiece(shape);
  const int64_t begin = index * images;
  return {begin, std::min(images, shape.batch - begin)};
}

// total = parts[0] + parts[1] + ..., elementwise.
template <typename T>
void AddParts(int64_t parts, int64_t size, const T* sums, T* total) {
  platform::ParallelFor(size, kSumGrain, [=](int64_t begin, int64_t end) {
    std::copy(sums + begin, sums + end, total + begin);
    for (int64_t p = 1; p < parts; ++p) {
      const T* part = sums + p * size + begin;
      T* out = total + begin;
      AssignRun(end - begin, out, [=](int64_t j) { return out[j] + part[j]; });
    }
  });
}

}  // namespace

int64_t ImagesPerPiece(const ConvShape& shape) {
  const int64_t image =
      std::max<int64_t>(shape.input_size() + shape.output_size(), 1);
  return std::clamp<int64_t>(kPieceElements / image, 1, kPieceImages);
}

void ForEachPiece(const ConvShape& shape,
                  absl::FunctionRef<void(ConvPiece)> body) {
  platform::ParallelFor(PieceCount(shape), 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) body(PieceAt(shape, i));
  });
}

template <typename T>
void SumOverPieces(const ConvShape& shape, int64_t size,
                   absl::FunctionRef<void(ConvPiece, bool first, T* sums)> body,
                   T* total) {
  const int64_t pieces = PieceCount(shape);
  const int64_t parts = std::min(pieces, kParts);
  if (parts == 0) {
    std::fill_n(total, size, T(0));
    return;
  }
  T* sums = ThreadScratch<T>(ScratchSlot::kShared, parts * size);
  platform::ParallelFor(parts, 1, [&](int64_t begin, int64_t end) {
    for (int64_t p = begin; p < end; ++p) {
      const int64_t first = p * pieces / parts;
      const int64_t last = (p + 1) * pieces / parts;
      for (int64_t i = first; i < last; ++i) {
        body(PieceAt(shape, i), i == first, sums + p * size);
      }
    }
  });
  AddParts(parts, size, sums, total);
}

PADDLE_INSTANTIATE_ONE(SumOverPieces<float>);
PADDLE_INSTANTIATE_ONE(SumOverPieces<double>);

}  // namespace paddle::operators::kernels
