// Scaled dot-product attention with several heads, on batches whose queries and
// keys may be sequences of any lengths.
#pragma once

#include <cstdint>

#include "absl/types/span.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/random.h"

namespace paddle::operators::kernels {

// The rows of each sequence of a batch: given by offsets, or `length` rows
// each. Keeps a reference to the offsets.
class RowRanges {
 public:
  // The rows of sequence i are [offsets[i], offsets[i + 1]).
  explicit RowRanges(absl::Span<const int64_t> offsets) : offsets_(offsets) {}
  // `count` sequences of `length` rows each, as of a dense batch.
  RowRanges(int64_t count, int64_t length) : count_(count), length_(length) {}

  // The number of sequences.
  int64_t count() const {
    return offsets_.empty() ? count_
                            : static_cast<int64_t>(offsets_.size()) - 1;
  }
  // The first row of sequence i; for i = count(), the number of all rows.
  int64_t begin(int64_t i) const {
    return offsets_.empty() ? i * length_ : offsets_[i];
  }
  int64_t length(int64_t i) const { return begin(i + 1) - begin(i); }
  // The length of the longest sequence; 0 without any.
  int64_t longest() const;

 private:
  absl::Span<const int64_t> offsets_;
  int64_t count_ = 0;
  int64_t length_ = 0;
};

// Describes an attention. Sequence i of the queries attends to sequence i of
// the keys and values.
struct AttentionBatch {
  // Both have the same number of sequences.
  RowRanges queries;
  RowRanges keys;
  int64_t heads = 1;
  double scale = 1;
  bool causal = false;  // query t sees the keys [0, t]
  double dropout = 0;   // of the weights; kept ones grow by 1 / (1 - dropout)
  // The key of the dropout's random numbers; unused without dropout.
  platform::RandomKey key = {};
  // Added to the scaled scores: [batch or 1, heads or 1, queries or 1, keys],
  // where leading sizes of 1 may be missing; may be null. Requires sequences of
  // one length.
  const framework::Tensor* bias = nullptr;

  // Returns the size of the bias along axis 0 to 3 of the scores.
  int64_t BiasSize(int axis) const {
    const int missing = 4 - bias->rank();
    return axis < missing ? 1 : bias->dims()[axis - missing];
  }
};

// Computes for each head, with its columns of the matrices,
//   out = softmax(scale * queries keys^T + bias) values
// (Vaswani et al., https://arxiv.org/abs/1706.03762). Shapes: q [query rows,
// heads * d], k [key rows, heads * d], v [key rows, heads * e], out [query
// rows, heads * e]; tensors of other ranks are treated as these. `lse`, [query
// rows, heads], gets the log of the sum of exponentials of each row of scores.
// A query without visible keys (none, or all with a bias of -inf) gets zeros.
// The tensors must not share memory. Deterministic. T: float, double.
//
// The weights are computed in blocks of rows and never stored as a whole; the
// gradient recomputes them from lse (Dao et al.,
// https://arxiv.org/abs/2205.14135).
template <class Device, class T>
void Attention(const Device& device, const AttentionBatch& batch,
               const framework::Tensor& q, const framework::Tensor& k,
               const framework::Tensor& v, framework::Tensor* out,
               framework::Tensor* lse);

// The gradients that AttentionGrad computes; it overwrites them.
struct AttentionGradients {  // each may be null
  framework::Tensor* q;
  framework::Tensor* k;
  framework::Tensor* v;
  framework::Tensor* bias;
};
// Computes the gradients from d_out; `out` and `lse` are the results of
// Attention with the same batch, random key included, so that dropout drops the
// same weights.
template <class Device, class T>
void AttentionGrad(const Device& device, const AttentionBatch& batch,
                   const framework::Tensor& q, const framework::Tensor& k,
                   const framework::Tensor& v, const framework::Tensor& out,
                   const framework::Tensor& lse, const framework::Tensor& d_out,
                   const AttentionGradients& gradients);

}  // namespace paddle::operators::kernels
