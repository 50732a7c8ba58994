// One head of one sequence of an attention, on the CPU. Forward and gradient
// both go over the queries of a head in blocks, and ask this for the scores of
// a block.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/attention/attention.h"

namespace paddle::operators::kernels {

// The columns of one head in a matrix of rows. A view: refers to the memory of
// the tensor. Column c of row i is row(i)[c]; the columns of the other heads
// lie between two rows. `T` is const for inputs.
template <typename T>
struct HeadRows {
  T* data = nullptr;
  int64_t stride = 0;  // from row to row
  int64_t width = 0;

  // Returns the columns of row i.
  T* row(int64_t i) const { return data + i * stride; }
};

// Returns the columns of `head` in the rows from `begin` on, empty if the
// tensor is null or has no rows. `T` may be const. `rows` is the number of rows
// of the whole tensor, `begin` the first row of the sequence, so that row(0) of
// the result is row `begin` of the tensor. A gradient that nobody asked for is
// null, and stays recognizable by its null data.
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

// Returns the number of rows of weights to compute at a time: few enough to
// stay in the cache. Depends on the sizes only, as do the results' bits. At
// least 1, and not more than max(queries, 1).
int64_t BlockRows(int64_t queries, int64_t keys);

// Computes the scores of one pair of a sequence and a head. Keeps a reference
// to the batch. Immutable, so that threads may share one. Rows are numbered
// within the sequence: query `first` is row query_begin() + first of the batch.
// T: float, double.
template <typename T>
class AttentionHead {
 public:
  // The batch must outlive this object; sequence lies in [0, count()) and head
  // in [0, heads).
  AttentionHead(const AttentionBatch& batch, int64_t sequence, int64_t head);

  // The numbers of queries and keys of the sequence.
  int64_t queries() const { return queries_; }
  int64_t keys() const { return keys_; }
  int64_t head() const { return head_; }
  // The rows of the sequence's first query and key in the whole batch.
  int64_t query_begin() const { return query_begin_; }
  int64_t key_begin() const { return key_begin_; }
  // Returns the number of keys that any of the queries [first, first + rows)
  // can see; with a causal mask the others need not be computed.
  int64_t Seen(int64_t first, int64_t rows) const;
  // Computes scores [rows, seen] = scale * q k^T + bias, -inf where a query
  // must not see a key. `q` and `k` begin with the first query and key of the
  // sequence; `seen` is that of Seen(first, rows), and not 0. `scores` is
  // written row by row without gaps. A width of 0 gives scores of 0 (plus
  // bias).
  void Scores(const HeadRows<const T>& q, const HeadRows<const T>& k,
              int64_t first, int64_t rows, int64_t seen, T* scores) const;
  // Turns products q k^T, [rows, pitch], into scores: factor * product + bias,
  // and -inf where a query must not see a key, in columns from `seen` on, too.
  void ToScores(int64_t first, int64_t rows, int64_t seen, int64_t pitch,
                T factor, T* products) const;
  // Computes the factors, 0 or 1 / (1 - dropout), of the weights, [rows, seen].
  // Each follows from the random key and the places of query, head and key in
  // the batch, so that blocks of any size, and the gradient, get the same ones.
  void DropoutFactors(int64_t first, int64_t rows, int64_t seen,
                      T* factors) const;
  // Returns the offset, in the bias or in its gradient, of the row of a query.
  // The element of key j comes j places later. The batch must have a bias.
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
