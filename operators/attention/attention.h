// Scaled dot-product attention, several heads side by side, on batches whose
// queries and keys may be of any length.
#pragma once

#include <cstdint>

#include "absl/types/span.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/random.h"

namespace paddle::operators::kernels {

// Where the rows of each sequence of a batch stand: at offsets of their own, or
// `length` rows each.
class RowRanges {
 public:
  explicit RowRanges(absl::Span<const int64_t> offsets) : offsets_(offsets) {}
  RowRanges(int64_t count, int64_t length) : count_(count), length_(length) {}

  int64_t count() const {
    return offsets_.empty() ? count_
                            : static_cast<int64_t>(offsets_.size()) - 1;
  }
  int64_t begin(int64_t i) const {
    return offsets_.empty() ? i * length_ : offsets_[i];
  }
  int64_t length(int64_t i) const { return begin(i + 1) - begin(i); }
  int64_t longest() const;

 private:
  absl::Span<const int64_t> offsets_;
  int64_t count_ = 0;
  int64_t length_ = 0;
};

// Sequence i of the queries looks at sequence i of keys and values.
struct AttentionBatch {
  RowRanges queries;
  RowRanges keys;
  int64_t heads = 1;
  double scale = 1;
  bool causal = false;  // query t sees the keys [0, t]
  double dropout = 0;   // of the weights; kept ones grow by 1 / (1 - dropout)
  platform::RandomKey key = {};
  // Added to the scaled scores, [batch or 1, heads or 1, queries or 1, keys],
  // where leading sizes of 1 may be missing; null: nothing. Only where all
  // sequences are of one length.
  const framework::Tensor* bias = nullptr;

  // The size of the bias along axis 0 to 3 of the scores.
  int64_t BiasSize(int axis) const {
    const int missing = 4 - bias->rank();
    return axis < missing ? 1 : bias->dims()[axis - missing];
  }
};

// For each head, with its columns of the matrices below,
//   out = softmax(scale * queries keys^T + bias) values
// q: [query rows, heads * d], k: [key rows, heads * d], v: [key rows, heads *
// e], out: [query rows, heads * e]; tensors of other rank count as these.
// `lse`, [query rows, heads], gets the logarithm of the sum of the exponentials
// of each row of scores. A query that sees no key (or only keys with a bias of
// -inf) gives zeros. Same bits for any number of threads. T: float, double.
//
// Weights are computed in blocks of rows and never stored whole; the gradient
// computes them again from lse. Source: Vaswani et al. 2017; Dao et al. 2022
// for the gradient.
template <class Device, class T>
void Attention(const Device& device, const AttentionBatch& batch,
               const framework::Tensor& q, const framework::Tensor& k,
               const framework::Tensor& v, framework::Tensor* out,
               framework::Tensor* lse);

struct AttentionGradients {  // each may be null
  framework::Tensor* q;
  framework::Tensor* k;
  framework::Tensor* v;
  framework::Tensor* bias;
};
template <class Device, class T>
void AttentionGrad(const Device& device, const AttentionBatch& batch,
                   const framework::Tensor& q, const framework::Tensor& k,
                   const framework::Tensor& v, const framework::Tensor& out,
                   const framework::Tensor& lse, const framework::Tensor& d_out,
                   const AttentionGradients& gradients);

}  // namespace paddle::operators::kernels
