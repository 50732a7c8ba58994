// Loops over the channels of an image, for batch normalization on the CPU.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <type_traits>

#include "paddle/operators/math/loops/sum_columns.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/operators/normalization/batch_norm.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

inline int64_t ElementsPerChannel(const BatchNormShape& s) {
  return s.outer * s.inner;
}

namespace internal {

// Elements that pay for a task.
inline constexpr int64_t kNormGrain = 16384;
// Channels that are adjacent in memory are summed in blocks of this many, over
// this many rows at a time before the sum goes on in double: float sums of so
// few terms lose little, and the inner loop is vectorised over channels.
inline constexpr int64_t kChannels = 64;
inline constexpr int64_t kRows = 64;

// Bytes of one tensor that are read again while they are in the second level of
// cache, with as many of another one.
inline constexpr int64_t kCachedBytes = 256 * 1024;

// Each run is summed in T, vectorised; the runs are added in double. Not
// inlined: one copy of the loop for each term is enough.
template <typename T, typename Term>
__attribute__((noinline)) double SumOfChannel(const BatchNormShape& s,
                                              int64_t c, const Term& term) {
  double sum = 0;
  for (int64_t n = 0; n < s.outer; ++n) {
    const int64_t at = (n * s.channels + c) * s.inner;
    sum += ReduceRun(s.inner, T(0), std::plus<T>(),
                     [&](int64_t j) { return term(at + j, c); });
  }
  return sum;
}

// A term of channels that are adjacent, as one of rows: those from `at` on, the
// first of which belongs to channel c.
template <typename Term>
struct RowTerm {
  const Term& term;
  int64_t at, c, channels;
  auto operator()(int64_t row, int64_t j) const {
    return term(at + row * channels + j, c + j);
  }
};

// Sums channels [c, c + count) where inner is 1.
template <typename T, typename Term>
void SumSideBySide(const BatchNormShape& s, int64_t c, int64_t count,
                   const Term& term, double* sums) {
  std::fill_n(sums, count, 0.0);
  for (int64_t row = 0; row < s.outer; row += kRows) {
    T part[kChannels] = {};
    AddRows(row, std::min(kRows, s.outer - row), count,
            RowTerm<Term>{term, c, c, s.channels}, part, 0);
    for (int64_t j = 0; j < count; ++j) sums[j] += part[j];
  }
}

// SumOfChannel for all channels of NHWC: the pixels of an image in T, in the
// order of ReduceRun, and images in double. A block of channels of one image
// belongs to one thread.
template <typename T, typename Term>
void SumImages(const BatchNormShape& s, const Term& term, double* sums) {
  const int64_t images = s.outer / s.pixels;
  const int64_t blocks = (s.channels + kChannels - 1) / kChannels;
  T* parts = ThreadScratch<T>(ScratchSlot::kPiece, images * s.channels);
  const int64_t grain = kNormGrain / (kChannels * s.pixels + 1) + 1;
  platform::ParallelFor(
      images * blocks, grain, [&](int64_t begin, int64_t end) {
        T lanes[kLaneRows * kChannels];
        for (int64_t i = begin; i < end; ++i) {
          const int64_t image = i / blocks, c = i % blocks * kChannels;
          const int64_t at = image * s.pixels * s.channels + c;
          SumColumns(s.pixels, std::min(kChannels, s.channels - c), lanes,
                     RowTerm<Term>{term, at, c, s.channels},
                     parts + image * s.channels + c);
        }
      });
  std::fill_n(sums, s.channels, 0.0);
  for (int64_t image = 0; image < images; ++image) {
    const T* part = parts + image * s.channels;
    for (int64_t c = 0; c < s.channels; ++c) sums[c] += part[c];
  }
}

// Computes sums[c] = the sum of term(i, c) over all elements i of channel c, of
// a tensor of T, in the accumulator of T. A channel, or a block of them,
// belongs to one thread.
template <typename T, typename Term>
void SumChannels(const BatchNormShape& s, const Term& term, double* sums) {
  using A = platform::Accumulator<T>;
  // Sums of 16-bit images have no order to keep.
  if constexpr (std::is_same_v<T, A>) {
    if (s.pixels > 1) return SumImages<T>(s, term, sums);
  }
  if (s.inner == 1) {
    const int64_t blocks = (s.channels + kChannels - 1) / kChannels;
    const int64_t grain = kNormGrain / (kChannels * s.outer + 1) + 1;
    platform::ParallelFor(blocks, grain, [&](int64_t begin, int64_t end) {
      for (int64_t c = begin * kChannels; c < end * kChannels; c += kChannels) {
        SumSideBySide<A>(s, c, std::min(kChannels, s.channels - c), term,
                         sums + c);
      }
    });
    return;
  }
  const int64_t grain = kNormGrain / (s.outer * s.inner + 1) + 1;
  platform::ParallelFor(s.channels, grain, [&](int64_t begin, int64_t end) {
    for (int64_t c = begin; c < end; ++c) {
      sums[c] = SumOfChannel<A>(s, c, term);
    }
  });
}

// Sets out[i] to term(i, channel of i), with loops over runs in which the
// channel is fixed or counts up: no division per element.
template <typename T, typename Term>
void MapChannels(const BatchNormShape& s, T* out, const Term& term) {
  const bool side_by_side = s.inner == 1;
  const int64_t runs = side_by_side ? s.outer : s.outer * s.channels;
  const int64_t length = side_by_side ? s.channels : s.inner;
  platform::ParallelFor(
      runs, kNormGrain / (length + 1) + 1, [&](int64_t begin, int64_t end) {
        for (int64_t r = begin; r < end; ++r) {
          const int64_t at = r * length;
          const int64_t c = r % s.channels;
          if (side_by_side) {
            AssignRun(length, out + at,
                      [&](int64_t j) { return term(at + j, j); });
          } else {
            AssignRun(length, out + at,
                      [&](int64_t j) { return term(at + j, c); });
          }
        }
      });
}

}  // namespace internal

// Channels of a tensor that one task sums and maps: all of them, with loops
// that use several threads themselves, or a range of those whose elements are
// adjacent and, once they have been summed, in the cache.
class ChannelPart {
 public:
  // All channels.
  explicit ChannelPart(const BatchNormShape& shape)
      : ChannelPart(shape, 0, shape.channels, false) {}
  // Channels [begin, end), in a task of its own.
  ChannelPart(const BatchNormShape& shape, int64_t begin, int64_t end)
      : ChannelPart(shape, begin, end, true) {}

  // SumChannels for these channels of a tensor of T.
  template <typename T, typename Term>
  void Sum(const Term& term, double* sums) const {
    if (!in_task_) return internal::SumChannels<T>(shape_, term, sums);
    for (int64_t c = begin_; c < end_; ++c) {
      sums[c] =
          internal::SumOfChannel<platform::Accumulator<T>>(shape_, c, term);
    }
  }

  // MapChannels for these channels.
  template <typename T, typename Term>
  void Map(T* out, const Term& term) const {
    if (!in_task_) return internal::MapChannels(shape_, out, term);
    const int64_t size = shape_.inner;
    for (int64_t n = 0; n < shape_.outer; ++n) {
      for (int64_t c = begin_; c < end_; ++c) {
        const int64_t at = (n * shape_.channels + c) * size;
        AssignRun(size, out + at, [&](int64_t j) { return term(at + j, c); });
      }
    }
  }

  // Calls function(c) for these channels.
  template <typename Function>
  void ForEach(const Function& function) const {
    for (int64_t c = begin_; c < end_; ++c) function(c);
  }

 private:
  ChannelPart(const BatchNormShape& shape, int64_t begin, int64_t end,
              bool in_task)
      : shape_(shape), begin_(begin), end_(end), in_task_(in_task) {}

  const BatchNormShape& shape_;
  const int64_t begin_, end_;
  const bool in_task_;
};

// Calls task(part) for parts that are all channels together. Statistics of a
// channel depend on no other one: where there are channels for all threads,
// each is summed, and read again and mapped while it is in the cache. Bits do
// not depend on the parts. A tensor that is in the cache anyway is one part.
template <typename T, typename Task>
void ForChannelParts(const BatchNormShape& s, const Task& task) {
  const int64_t size = ElementsPerChannel(s);
  const int64_t bytes = size * static_cast<int64_t>(sizeof(T));
  if (s.inner == 1 || s.channels < platform::NumThreads() ||
      s.channels * bytes <= 4 * internal::kCachedBytes) {
    return task(ChannelPart(s));
  }
  const int64_t fit = std::max<int64_t>(1, internal::kCachedBytes / bytes);
  platform::ParallelFor(s.channels, internal::kNormGrain / (size + 1) + 1,
                        [&](int64_t begin, int64_t end) {
                          for (int64_t c = begin; c < end; c += fit) {
                            task(ChannelPart(s, c, std::min(c + fit, end)));
                          }
                        });
}

}  // namespace paddle::operators::kernels
