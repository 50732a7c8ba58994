// Scaled dot-product attention with several heads, on batches whose queries and
// keys may be sequences of any lengths. The functions are declared once for all
// devices and instantiated for the CPU in attention.cc and for CUDA in
// attention.cu. They trust their arguments: the operator's shape function has
// checked shapes, sequences and widths.
#pragma once

#include <cstdint>

#include "absl/types/span.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/random.h"

namespace paddle::operators::kernels {

// The rows of each sequence of a batch: given by offsets, or `length` rows
// each. Keeps a reference to the offsets, which must outlive it. Cheap to copy.
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
  // The number of rows of sequence i in [0, count()); may be 0.
  int64_t length(int64_t i) const { return begin(i + 1) - begin(i); }
  // The length of the longest sequence; 0 without any. That of the keys is the
  // pitch of the random numbers of dropout. Takes O(count()) time if there are
  // offsets.
  int64_t longest() const;

 private:
  absl::Span<const int64_t> offsets_;
  int64_t count_ = 0;
  int64_t length_ = 0;
};

// Describes an attention. Sequence i of the queries attends to sequence i of
// the keys and values. Shared by Attention and AttentionGrad, which must get
// the same one. Refers to memory of others: offsets and bias must outlive the
// call.
struct AttentionBatch {
  // Both have the same number of sequences. Lengths of one sequence may differ
  // between the two: query i attends to however many keys its sequence has.
  RowRanges queries;
  RowRanges keys;
  // The columns of each matrix are split among the heads, in order and evenly;
  // at least 1, and a divisor of the width of a row.
  int64_t heads = 1;
  // The factor of q k^T; 1 / sqrt(d) in the paper.
  double scale = 1;
  bool causal = false;  // query t sees the keys [0, t]
  double dropout = 0;   // of the weights; kept ones grow by 1 / (1 - dropout)
  // The key of the dropout's random numbers; unused without dropout.
  platform::RandomKey key = {};
  // Added to the scaled scores: [batch or 1, heads or 1, queries or 1, keys],
  // where leading sizes of 1 may be missing; may be null. Requires sequences of
  // one length.
  const framework::Tensor* bias = nullptr;

  // Returns the size of the bias along axis 0 to 3 of the scores. The bias must
  // not be null. An axis that the bias lacks has size 1, which means that all
  // indices along it share elements.
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
//
// The forward pass computes lse before dropout, so that the gradient recovers
// the weights themselves. A NaN in a query, or in a key that it sees, makes the
// head's columns in the row of that query NaN. With a dropout of 1, `out` is
// zeros for finite inputs.
//
// On the CPU a task is one head of one sequence, with scratch memory for one
// block of scores and of their dropout factors; on a GPU about 2^25 weights, or
// those of one query if they are more, are in memory at a time.
template <class Device, class T>
void Attention(const Device& device, const AttentionBatch& batch,
               const framework::Tensor& q, const framework::Tensor& k,
               const framework::Tensor& v, framework::Tensor* out,
               framework::Tensor* lse);

// The gradients that AttentionGrad computes; it overwrites them. Each has the
// shape of the tensor that it is the gradient of. One that is null is neither
// computed nor written.
struct AttentionGradients {  // each may be null
  framework::Tensor* q;
  framework::Tensor* k;
  framework::Tensor* v;
  framework::Tensor* bias;
};
// Computes the gradients from d_out; `out` and `lse` are the results of
// Attention with the same batch, random key included, so that dropout drops the
// same weights. With the weights p, the factors f of dropout and o = out, the
// gradient of a score is ds = p * (f * (d_out v^T) - sum of o * d_out), and d_q
// = scale * ds k, d_k = scale * ds^T q, d_v = (p * f)^T d_out; the gradient of
// the bias is the sum of ds over all scores that share its element. A pair that
// the mask or a bias of -inf hides contributes 0.
//
// Bits do not depend on the number of threads. On the CPU heads that add to the
// same part of the bias gradient run one after the other, so asking for it
// costs parallelism if the bias is shared.
template <class Device, class T>
void AttentionGrad(const Device& device, const AttentionBatch& batch,
                   const framework::Tensor& q, const framework::Tensor& k,
                   const framework::Tensor& v, const framework::Tensor& out,
                   const framework::Tensor& lse, const framework::Tensor& d_out,
                   const AttentionGradients& gradients);

}  // namespace paddle::operators::kernels
