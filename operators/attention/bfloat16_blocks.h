// The blocks in which attention of bfloat16 is computed, with their products:
// sizes, scratch memory, and rounding.
#pragma once

#include <algorithm>
#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/attention/attention_head.h"
#include "paddle/operators/attention/attention_weights.h"
#include "paddle/operators/attention/half_rows.h"
#include "paddle/operators/math/loops/thread_scratch.h"
#include "paddle/platform/bfloat16.h"

namespace paddle::operators::kernels::bfloat16_blocks {

using framework::Tensor;
using platform::bfloat16;
using Rows = HeadRows<const bfloat16>;

// Products are of multiples of these sizes. Each shape takes a third of a
// millisecond once, and sequences have many lengths.
constexpr int64_t kQueryStep = 16;
constexpr int64_t kKeyStep = 32;

// Computes c = a b + beta c, without gaps between rows: [m, k] by [k, n]. b may
// have more columns than that.
void Product(int64_t m, int64_t n, int64_t k, const bfloat16* a,
             const bfloat16* b, int64_t b_columns, float beta, float* c);

// Rounds rows, without gaps, times a factor to the columns of a head. `space`
// has room for a row.
void Store(const float* from, int64_t count, float factor,
           const HeadRows<bfloat16>& to, float* space);

// Returns the rows of all sequences.
inline int64_t RowsOf(const RowRanges& ranges) {
  return ranges.begin(ranges.count());
}

// The arrays of one head, in the scratch memory of the thread. Products use
// another slot.
class Room {
 public:
  explicit Room(int64_t bytes)
      : next_(ThreadScratch<char>(ScratchSlot::kTotal, bytes)) {}
  template <typename T>
  T* Take(int64_t count) {
    T* const taken = reinterpret_cast<T*>(next_);
    next_ += Bytes<T>(count);
    return taken;
  }
  // Returns the bytes of an array, which begins a line of the cache.
  template <typename T>
  static int64_t Bytes(int64_t count) {
    return FilledUp(count * static_cast<int64_t>(sizeof(T)), 64);
  }

 private:
  char* next_;
};

// The sizes of a head and of its arrays.
struct Sizes {
  Sizes(const AttentionHead<float>& one, int64_t d, int64_t e)
      : d(d),
        e(e),
        queries(one.queries()),
        keys(one.keys()),
        pitch(FilledUp(keys, kKeyStep)),
        block(Block()) {}

  int64_t d, e, queries, keys;
  int64_t pitch;  // keys, filled up
  int64_t block;  // queries at a time, filled up

 private:
  // The weights of a block stay in the cache; but each product puts the keys
  // into the order of the processor, which is too much for few queries.
  int64_t Block() const {
    constexpr int64_t kElements = 65536;
    constexpr int64_t kFewest = 64;
    return std::min(FilledUp(queries, kQueryStep),
                    FilledUp(std::max(kElements / pitch, kFewest), kQueryStep));
  }
};

// A block of queries.
struct Block {
  Block(const AttentionHead<float>& one, const Sizes& sizes, int64_t first)
      : first(first),
        rows(std::min(sizes.block, sizes.queries - first)),
        all(FilledUp(rows, kQueryStep)),
        seen(one.Seen(first, rows)),
        pitch(FilledUp(seen, kKeyStep)) {}

  int64_t first, rows;
  int64_t all;    // rows, filled up
  int64_t seen;   // keys
  int64_t pitch;  // seen, filled up
};

}  // namespace paddle::operators::kernels::bfloat16_blocks
