// One head of one sequence of an attention: what both directions compute.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/attention/attention.h"

namespace paddle::operators::kernels {

// Columns of a matrix of rows.
template <typename T>
struct HeadRows {
  T* data = nullptr;
  int64_t stride = 0;  // from row to row
  int64_t width = 0;

  T* row(int64_t i) const { return data + i * stride; }
};

// The columns of `head` in the rows from `begin` on; `T` may be const.
template <typename T, typename AnyTensor>
HeadRows<T> HeadOf(AnyTensor* tensor, int64_t rows, int64_t heads, int64_t head,
                   int64_t begin) {
  if (tensor == nullptr || rows == 0) return {};
  const int64_t stride = tensor->numel() / rows;
  const int64_t width = stride / heads;
  T* data = nullptr;
  if constexpr (std::is_const_v<T>) {
    data = tensor->template data<std::remove_const_t<T>>();
  } else {
    data = tensor->template mutable_data<T>();
  }
  return {data + begin * stride + head * width, stride, width};
}

// How many rows of weights are computed at a time: few enough to stay in the
// cache, by sizes alone.
int64_t BlockRows(int64_t queries, int64_t keys);

// One pair of a sequence and a head.
template <typename T>
class AttentionHead {
 public:
  AttentionHead(const AttentionBatch& batch, int64_t sequence, int64_t head);

  int64_t queries() const { return queries_; }
  int64_t keys() const { return keys_; }
  int64_t head() const { return head_; }
  int64_t query_begin() const { return query_begin_; }
  int64_t key_begin() const { return key_begin_; }
  // Keys that a query of the rows [first, first + rows) can see.
  int64_t Seen(int64_t first, int64_t rows) const;
  // scores[rows, seen] = scale * q k^T + bias, -inf where a query must not see.
  void Scores(const HeadRows<const T>& q, const HeadRows<const T>& k,
              int64_t first, int64_t rows, int64_t seen, T* scores) const;
  // What dropout multiplies the weights with; factors is like scores.
  void DropoutFactors(int64_t first, int64_t rows, int64_t seen,
                      T* factors) const;
  // Where the bias (or its gradient, of the same dims) of a query stands, and
  // how far the ones of two queries lie apart.
  int64_t BiasOffset(int64_t query) const;

 private:
  const AttentionBatch& batch_;
  const int64_t sequence_;
  const int64_t head_;
  const int64_t query_begin_;
  const int64_t key_begin_;
  const int64_t queries_;
  const int64_t keys_;
};

}  // namespace paddle::operators::kernels
