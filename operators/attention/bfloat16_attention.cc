#include "paddle/operators/attention/bfloat16_attention.h"

#include <algorithm>

#include "paddle/operators/attention/attention_head.h"
#include "paddle/operators/attention/attention_weights.h"
#include "paddle/operators/attention/bfloat16_blocks.h"
#include "paddle/operators/attention/half_rows.h"
#include "paddle/operators/math/blas/gemm.h"
#include "paddle/platform/bfloat16.h"

namespace paddle::operators::kernels {
namespace {

using bfloat16_blocks::Block;
using bfloat16_blocks::Product;
using bfloat16_blocks::Room;
using bfloat16_blocks::Rows;
using bfloat16_blocks::RowsOf;
using bfloat16_blocks::Sizes;
using bfloat16_blocks::Store;
using framework::Tensor;
using platform::bfloat16;

// Fewer would not be faster.
constexpr int64_t kLeastWidth = 16;
constexpr int64_t kLeastRows = 32;

// The columns of a tensor for one head, [rows, width].
int64_t WidthOf(const Tensor& x, int64_t rows, int64_t heads) {
  return rows == 0 ? 0 : x.numel() / rows / heads;
}

class Forward {
 public:
  Forward(const AttentionBatch& batch, const Tensor& q, const Tensor& k,
          const Tensor& v, Tensor* out, Tensor* lse)
      : batch_(batch),
        q_(q),
        k_(k),
        v_(v),
        out_(out),
        lse_(lse),
        query_rows_(RowsOf(batch.queries)),
        key_rows_(RowsOf(batch.keys)) {}

  void Run(int64_t sequence, int64_t head) const {
    const AttentionHead<float> one(batch_, sequence, head);
    const int64_t n = batch_.heads;
    const Rows q =
        HeadOf<const bfloat16>(&q_, query_rows_, n, head, one.query_begin());
    const Rows k =
        HeadOf<const bfloat16>(&k_, key_rows_, n, head, one.key_begin());
    const Rows v =
        HeadOf<const bfloat16>(&v_, key_rows_, n, head, one.key_begin());
    const auto out =
        HeadOf<bfloat16>(out_, query_rows_, n, head, one.query_begin());
    const Sizes sizes(one, q.width, v.width);
    const Arrays arrays(sizes);
    TurnRows(k, sizes.keys, sizes.pitch, arrays.k);
    FillRows(v, sizes.keys, sizes.pitch, arrays.v);
    for (int64_t first = 0; first < sizes.queries; first += sizes.block) {
      RunBlock(one, sizes, Block(one, sizes, first), arrays, q, out);
    }
  }

 private:
  struct Arrays {
    explicit Arrays(const Sizes& s)
        : Arrays(s, Room(2 * Room::Bytes<bfloat16>(s.pitch * (s.d + s.e)) +
                         2 * Room::Bytes<bfloat16>(s.block * s.d) +
                         3 * Room::Bytes<float>(s.block * s.pitch) +
                         2 * Room::Bytes<float>(s.block * s.e))) {}
    Arrays(const Sizes& s, Room room)
        : k(room.Take<bfloat16>(s.d * s.pitch)),
          v(room.Take<bfloat16>(s.pitch * s.e)),
          q(room.Take<bfloat16>(s.block * s.d)),
          weights(room.Take<bfloat16>(s.block * s.pitch)),
          scores(room.Take<float>(s.block * s.pitch)),
          factors(room.Take<float>(s.block * s.pitch)),
          out(room.Take<float>(s.block * s.e)),
          row(room.Take<float>(s.e)) {}

    bfloat16* k;  // turned
    bfloat16* v;
    bfloat16* q;
    bfloat16* weights;
    float* scores;
    float* factors;
    float* out;
    float* row;
  };

  void RunBlock(const AttentionHead<float>& one, const Sizes& sizes,
                const Block& b, const Arrays& arrays, const Rows& q,
                const HeadRows<bfloat16>& out) const {
    FillRows({q.row(b.first), q.stride, q.width}, b.rows, b.all, arrays.q);
    Product(b.all, b.pitch, sizes.d, arrays.q, arrays.k, sizes.pitch, 0,
            arrays.scores);
    one.ToScores(b.first, b.rows, b.seen, b.pitch,
                 static_cast<float>(batch_.scale), arrays.scores);
    const int64_t row = one.query_begin() + b.first;
    SoftmaxWithSum(
        b.rows, b.pitch, arrays.scores,
        lse_->mutable_data<float>() + row * batch_.heads + one.head(),
        batch_.heads);
    if (batch_.dropout > 0) {
      one.DropoutFactors(b.first, b.rows, b.pitch, arrays.factors);
      Multiply(b.rows * b.pitch, arrays.factors, arrays.scores);
    }
    RoundRows(arrays.scores, b.rows, b.all, b.pitch, arrays.weights);
    Product(b.all, sizes.e, b.pitch, arrays.weights, arrays.v, sizes.e, 0,
            arrays.out);
    Store(arrays.out, b.rows, 1, {out.row(b.first), out.stride, out.width},
          arrays.row);
  }

  const AttentionBatch& batch_;
  const Tensor& q_;
  const Tensor& k_;
  const Tensor& v_;
  Tensor* out_;
  Tensor* lse_;
  int64_t query_rows_;
  int64_t key_rows_;
};

}  // namespace

bool HasBFloat16Attention(const AttentionBatch& batch, const Tensor& q,
                          const Tensor& v) {
  const int64_t d = WidthOf(q, RowsOf(batch.queries), batch.heads);
  const int64_t e = WidthOf(v, RowsOf(batch.keys), batch.heads);
  return std::min(d, e) >= kLeastWidth &&
         std::min(batch.queries.longest(), batch.keys.longest()) >=
             kLeastRows &&
         HasHalfGemm<bfloat16>();
}

void BFloat16Attention(const AttentionBatch& batch, const Tensor& q,
                       const Tensor& k, const Tensor& v, Tensor* out,
                       Tensor* lse) {
  const Forward forward(batch, q, k, v, out, lse);
  ForEachHead(batch, /*sums_bias=*/false,
              [&](int64_t i, int64_t head) { forward.Run(i, head); });
}

}  // namespace paddle::operators::kernels
