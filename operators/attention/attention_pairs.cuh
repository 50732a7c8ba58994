// Pairs of a query and a key of an attention, in code for GPUs. The
// gradient computes scores anew rather than read weights that the forward pass
// has stored: for long sequences these would not fit into memory.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "paddle/operators/attention/attention.h"
#include "paddle/operators/math/device/device_copy.h"
#include "paddle/operators/math/rows/sequence_search.cuh"
#include "paddle/platform/host_device.h"
#include "paddle/platform/random_numbers.h"

namespace paddle::operators::kernels {

// The offsets of sequences, copied to a GPU for the lifetime of this object.
// Kernels that are submitted while it lives may read them also after, see
// DeviceCopy.
class DeviceRanges {
 public:
  DeviceRanges(const platform::DeviceContext& device, const RowRanges& ranges)
      : copy_(device, Offsets(ranges)) {}
  // Returns count() + 1 offsets in GPU memory.
  const int64_t* data() const { return copy_.data(); }

 private:
  static std::vector<int64_t> Offsets(const RowRanges& ranges) {
    std::vector<int64_t> offsets;
    for (int64_t i = 0; i <= ranges.count(); ++i) {
      offsets.push_back(ranges.begin(i));
    }
    return offsets;
  }

  const DeviceCopy copy_;
};

// The bias of an attention or its gradient; data may be null. Indexed like the
// scores, [sequence, head, query, key]; an axis of size 1 serves all indices.
template <typename T>
struct AttentionBias {
  // Returns the offset of the bias of the first key.
  PADDLE_HOST_DEVICE int64_t At(int64_t sequence, int64_t head,
                                int64_t query) const {
    const int64_t s = sizes[0] == 1 ? 0 : sequence;
    const int64_t h = sizes[1] == 1 ? 0 : head;
    const int64_t q = sizes[2] == 1 ? 0 : query;
    return ((s * sizes[1] + h) * sizes[2] + q) * sizes[3];
  }

  const T* data;
  // Sizes along the four axes of the scores; 1 where all indices share
  // elements.
  int64_t sizes[4];
};

// A query or a key of one head: its row among all, and its place within its
// sequence. `row` must be a row of some sequence, as it is for each query and
// key that kernels go over.
struct AttentionRow {
  // Finds the sequence of a row by a binary search over the offsets: cheaper
  // than storing it for every row.
  PADDLE_HOST_DEVICE AttentionRow(const int64_t* offsets, int64_t sequences,
                                  int64_t row)
      : row(row),
        sequence(SequenceOfRow(offsets, sequences, row)),
        place(row - offsets[sequence]) {}
  // Among all rows, and within the sequence.
  int64_t row;
  int64_t sequence;
  int64_t place;
};

// All that kernels need to score pairs, as a value that they capture. Rows of q
// and k have heads * width elements, those of v heads * v_width.
template <typename T>
struct AttentionPairs {
  // Keeps pointers to the elements of all arguments, which must outlive the
  // kernels that capture this.
  AttentionPairs(const AttentionBatch& batch, const DeviceRanges& queries,
                 const DeviceRanges& keys, const framework::Tensor& q,
                 const framework::Tensor& k, const framework::Tensor& v,
                 const framework::Tensor& out)
      : q(q.data<T>()),
        k(k.data<T>()),
        v(v.data<T>()),
        query_offsets(queries.data()),
        key_offsets(keys.data()),
        sequences(batch.queries.count()),
        query_rows(batch.queries.begin(sequences)),
        key_rows(batch.keys.begin(sequences)),
        longest_keys(batch.keys.longest()),
        heads(batch.heads),
        width(WidthOf(q, k)),
        v_width(WidthOf(out, v)),
        scale(static_cast<T>(batch.scale)),
        causal(batch.causal),
        dropout(static_cast<float>(batch.dropout)),
        kept(batch.dropout < 1 ? T(1 / (1 - batch.dropout)) : T(0)),
        stream(batch.key),
        bias{batch.bias == nullptr ? nullptr : batch.bias->data<T>(), {}} {
    for (int axis = 0; batch.bias != nullptr && axis < 4; ++axis) {
      bias.sizes[axis] = batch.BiasSize(axis);
    }
  }

  // Return the query, or the key, of a row of the whole batch.
  PADDLE_HOST_DEVICE AttentionRow Query(int64_t row) const {
    return AttentionRow(query_offsets, sequences, row);
  }
  PADDLE_HOST_DEVICE AttentionRow Key(int64_t row) const {
    return AttentionRow(key_offsets, sequences, row);
  }
  // Returns the number of keys that a query sees. With a causal mask these are
  // the first ones.
  PADDLE_HOST_DEVICE int64_t Seen(const AttentionRow& query) const {
    const int64_t all =
        key_offsets[query.sequence + 1] - key_offsets[query.sequence];
    return causal && query.place + 1 < all ? query.place + 1 : all;
  }

  // Returns scale * q k + bias for key `key` of the query's sequence. Applies
  // no mask: callers ask for keys in [0, Seen(query)) only.
  PADDLE_HOST_DEVICE T Score(const AttentionRow& query, int64_t head,
                             int64_t key) const {
    const T* a = q + (query.row * heads + head) * width;
    const int64_t row = key_offsets[query.sequence] + key;
    const T* b = k + (row * heads + head) * width;
    T sum = 0;
    for (int64_t c = 0; c < width; ++c) sum += a[c] * b[c];
    sum *= scale;
    if (bias.data == nullptr) return sum;
    return sum + bias.data[bias.At(query.sequence, head, query.place) + key];
  }
  // Returns the weight of a pair, given lse; dropout not included. That is
  // exp(score - lse), with the lse that the forward pass saved.
  PADDLE_HOST_DEVICE T Weight(const AttentionRow& query, int64_t head,
                              int64_t key, T lse) const {
    // The query sees no key: -inf - -inf would give NaN.
    if (lse == -std::numeric_limits<T>::infinity()) return T(0);
    return std::exp(Score(query, head, key) - lse);
  }
  // Returns the factor of dropout. Draws floats for any T, see
  // attention_head.cc. It is 0 for a dropped weight, `kept` for others, and 1
  // without dropout. The number that decides has the index (query row * heads +
  // head) * longest_keys + key in the stream.
  PADDLE_HOST_DEVICE T Factor(const AttentionRow& query, int64_t head,
                              int64_t key) const {
    if (dropout <= 0) return T(1);
    constexpr int kCount = platform::RandomNumbers<float>::kCount;
    const int64_t i = (query.row * heads + head) * longest_keys + key;
    const auto draws = stream.template Uniform<float>(i / kCount);
    return draws.values[i % kCount] < dropout ? T(0) : kept;
  }

  // Returns the width of a head, from a tensor with the rows of queries or one
  // with those of keys: either may have no rows.
  int64_t WidthOf(const framework::Tensor& of_queries,
                  const framework::Tensor& of_keys) const {
    if (query_rows > 0) return of_queries.numel() / query_rows / heads;
    return key_rows > 0 ? of_keys.numel() / key_rows / heads : 0;
  }

  const T* q;
  const T* k;
  const T* v;
  // On the GPU, as are q, k and v.
  const int64_t* query_offsets;
  const int64_t* key_offsets;
  int64_t sequences;
  int64_t query_rows;
  int64_t key_rows;
  // The length of the longest sequence of keys: the pitch of rows of weights,
  // and of the random numbers of dropout.
  int64_t longest_keys;
  int64_t heads;
  int64_t width;
  int64_t v_width;
  T scale;
  bool causal;
  float dropout;
  // The factor of the weights that are kept, 1 / (1 - dropout).
  T kept;
  platform::DeviceRandomStream stream;
  AttentionBias<T> bias;
};

// All that kernels need to compute the gradients of pairs. A value that kernels
// capture, like AttentionPairs; the pointers are on the GPU.
template <typename T>
struct GradPairs {
  // Returns the gradient of the score of a pair, and stores the weight with
  // which the value was multiplied. The gradient is p * (factor * (d_out v) -
  // dots), p being the weight before dropout; `*weight` is p * factor.
  PADDLE_HOST_DEVICE T Score(const AttentionRow& query, int64_t head,
                             int64_t key, T* weight) const {
    const int64_t at = query.row * pairs.heads + head;
    const int64_t row = pairs.key_offsets[query.sequence] + key;
    const T* g = d_out + at * pairs.v_width;
    const T* value = pairs.v + (row * pairs.heads + head) * pairs.v_width;
    // The gradient of the weight: d_out times the value of the key.
    T flowing = 0;
    for (int64_t c = 0; c < pairs.v_width; ++c) flowing += g[c] * value[c];
    const T p = pairs.Weight(query, head, key, lse[at]);
    const T factor = pairs.Factor(query, head, key);
    *weight = p * factor;
    return p * (flowing * factor - dots[at]);
  }

  // The forward pass, as it was run.
  AttentionPairs<T> pairs;
  const T* lse;
  const T* d_out;
  const T* dots;  // sums of out * d_out, per query and head
};

}  // namespace paddle::operators::kernels
