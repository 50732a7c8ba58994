// Attention in bfloat16 on processors that multiply it themselves: products of
// bfloat16 with sums in float, and softmax in float.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/attention/attention.h"

namespace paddle::operators::kernels {

// True if the processor has such products (HasHalfGemm), and the batch is so
// large that they are faster than those of float: at least 32 queries and keys
// in its longest sequences, and 16 columns for each head.
bool HasBFloat16Attention(const AttentionBatch& batch,
                          const framework::Tensor& q,
                          const framework::Tensor& v);

// Computes Attention of bfloat16 q, k, v and out; lse and the bias are float.
// The weights are rounded to bfloat16 for their product with the values. Bits
// do not depend on the number of threads. Requires HasBFloat16Attention.
void BFloat16Attention(const AttentionBatch& batch, const framework::Tensor& q,
                       const framework::Tensor& k, const framework::Tensor& v,
                       framework::Tensor* out, framework::Tensor* lse);

// Computes AttentionGrad likewise; the gradient of the bias is float. Sums over
// the blocks of queries are float, and rounded once.
void BFloat16AttentionGrad(const AttentionBatch& batch,
                           const framework::Tensor& q,
                           const framework::Tensor& k,
                           const framework::Tensor& v,
                           const framework::Tensor& lse,
                           const framework::Tensor& d_out,
                           const AttentionGradients& gradients);

}  // namespace paddle::operators::kernels
