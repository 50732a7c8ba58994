#include "paddle/operators/attention/attention_head.h"

#include <algorithm>
#include <array>
#include <limits>

#include "paddle/operators/math/blas/gemm_serial.h"
#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {

int64_t RowRanges::longest() const {
  int64_t longest = offsets_.empty() && count_ > 0 ? length_ : 0;
  for (size_t i = 0; i + 1 < offsets_.size(); ++i) {
    longest = std::max(longest, offsets_[i + 1] - offsets_[i]);
  }
  return longest;
}

int64_t BlockRows(int64_t queries, int64_t keys) {
  // 32768 floats are 128 KiB, half of a typical L2 cache; the rest is for keys.
  constexpr int64_t kElements = 32768;
  constexpr int64_t kFewest = 16;
  const int64_t fit = kElements / std::max<int64_t>(keys, 1);
  return std::max<int64_t>(std::min(queries, std::max(fit, kFewest)), 1);
}

template <typename T>
AttentionHead<T>::AttentionHead(const AttentionBatch& batch, int64_t sequence,
                                int64_t head)
    : batch_(batch),
      sequence_(sequence),
      head_(head),
      query_begin_(batch.queries.begin(sequence)),
      key_begin_(batch.keys.begin(sequence)),
      queries_(batch.queries.length(sequence)),
      keys_(batch.keys.length(sequence)) {}

template <typename T>
int64_t AttentionHead<T>::Seen(int64_t first, int64_t rows) const {
  return batch_.causal ? std::min(keys_, first + rows) : keys_;
}

template <typename T>
int64_t AttentionHead<T>::BiasOffset(int64_t query) const {
  const auto at = [&](int axis, int64_t i) {
    return batch_.BiasSize(axis) == 1 ? 0 : i;
  };
  const int64_t block = at(0, sequence_) * batch_.BiasSize(1) + at(1, head_);
  return (block * batch_.BiasSize(2) + at(2, query)) * batch_.BiasSize(3);
}

template <typename T>
void AttentionHead<T>::Scores(const HeadRows<const T>& q,
                              const HeadRows<const T>& k, int64_t first,
                              int64_t rows, int64_t seen, T* scores) const {
  if (q.width == 0) {
    std::fill_n(scores, rows * seen, T(0));
  } else {
    SerialGemm(GemmArgs<T>{false, true, rows, seen, q.width, T(batch_.scale),
                           q.row(first), q.stride, k.data, k.stride, T(0),
                           scores, seen});
  }
  ToScores(first, rows, seen, seen, T(1), scores);
}

template <typename T>
void AttentionHead<T>::ToScores(int64_t first, int64_t rows, int64_t seen,
                                int64_t pitch, T factor, T* products) const {
  const T* bias = batch_.bias == nullptr ? nullptr : batch_.bias->data<T>();
  for (int64_t i = 0; i < rows; ++i, products += pitch) {
    T* const row = products;
    if (factor != T(1)) {
      AssignRun(seen, row, [=](int64_t j) { return row[j] * factor; });
    }
    if (bias != nullptr) {
      const T* more = bias + BiasOffset(first + i);
      AssignRun(seen, row, [=](int64_t j) { return row[j] + more[j]; });
    }
    const int64_t visible =
        batch_.causal ? std::min(seen, first + i + 1) : seen;
    std::fill(row + visible, row + pitch, -std::numeric_limits<T>::infinity());
  }
}

// Draws floats for any T, so that all types drop the same weights. The draw
// depends on row, head and key alone, not on the blocks: forward and gradient
// agree, and so do CPU and GPU.
template <typename T>
void AttentionHead<T>::DropoutFactors(int64_t first, int64_t rows, int64_t seen,
                                      T* factors) const {
  constexpr int64_t kDraws = 256;
  std::array<float, kDraws> draws;
  const platform::RandomStream stream(batch_.key);
  const T kept = batch_.dropout < 1 ? T(1 / (1 - batch_.dropout)) : T(0);
  const float dropped = static_cast<float>(batch_.dropout);
  const int64_t width = batch_.keys.longest();
  for (int64_t i = 0; i < rows; ++i) {
    const int64_t row = (query_begin_ + first + i) * batch_.heads + head_;
    for (int64_t begin = 0, count = 0; begin < seen; begin += count) {
      count = std::min(kDraws, seen - begin);
      stream.FillUniform(row * width + begin, count, draws.data());
      AssignRun(count, factors, [&draws, kept, dropped](int64_t j) {
        return draws[j] < dropped ? T(0) : kept;
      });
      factors += count;
    }
  }
}

template class AttentionHead<float>;
template class AttentionHead<double>;

}  // namespace paddle::operators::kernels
