// Layers that write one operator each: its text, and the shape of a result.
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/layers/array_ops.h"
#include "paddle/framework/layers/basic.h"
#include "paddle/framework/layers/conv.h"
#include "paddle/framework/layers/loss.h"
#include "paddle/framework/layers/norm.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/sequences.h"
#include "paddle/framework/layers/structured.h"
#include "paddle/framework/layers/testing/layer_test.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::layer {
namespace {

struct Row {
  Variable result;
  std::string op, shape;
};

class OneOperatorTest : public LayerTest {
 protected:
  // Row i has written operator i.
  void Check(const std::vector<Row>& rows) const {
    ASSERT_EQ(OpCount(), rows.size());
    for (int i = 0; i < OpCount(); ++i) {
      const std::string op = Written(i);
      EXPECT_EQ(op.substr(op.find(" = ") + 3), rows[i].op) << i;
      const Variable& result = rows[i].result;
      EXPECT_EQ(result.program(), main_);
      EXPECT_EQ(result.ToString(), result.name() + " " + rows[i].shape)
          << rows[i].op;
    }
  }

  const Variable x_ = data("x", {2, 3});
  const Variable r_ = data("r", {-1, 6});
  const Variable index_ = data("index", {-1}, DataType::kInt64);
  const Variable tags_ = data("tags", {-1, 1}, DataType::kInt64, 1);
};

TEST_F(OneOperatorTest, Basic) {
  Check({
      {relu(x_), "relu(X=x)", "[2, 3] float32"},
      {sigmoid(x_), "sigmoid(X=x)", "[2, 3] float32"},
      {tanh(x_), "tanh(X=x)", "[2, 3] float32"},
      {exp(x_), "exp(X=x)", "[2, 3] float32"},
      {log(x_), "log(X=x)", "[2, 3] float32"},
      {square(x_), "square(X=x)", "[2, 3] float32"},
      {softmax(x_), "softmax(X=x)", "[2, 3] float32"},
      {scale(x_, 2, 1), "scale(X=x, scale=2.0, bias=1.0)", "[2, 3] float32"},
      {clip(x_, -1, 1), "clip(X=x, min=-1.0, max=1.0)", "[2, 3] float32"},
      {mean(x_), "mean(X=x)", "[] float32"},
      {reduce_sum(x_), "reduce_sum(X=x, reduce_all=true)", "[] float32"},
      {reduce_mean(x_, {-1}, true), "reduce_mean(X=x, dim=[-1], keep_dim=true)",
       "[2, 1] float32"},
      {reduce_max(x_, {0}), "reduce_max(X=x)", "[3] float32"},
      {matmul(x_, x_, false, true), "matmul(X=x, Y=x, transpose_Y=true)",
       "[2, 2] float32"},
      {sums({x_, x_}), "sum(X=[x, x])", "[2, 3] float32"},
      {reshape(x_, {6}), "reshape(X=x, shape=[6])", "[6] float32"},
      {transpose(x_, {1, 0}), "transpose(X=x, axis=[1, 0])", "[3, 2] float32"},
      {concat({x_, x_}, 1), "concat(X=[x, x], axis=1)", "[2, 6] float32"},
      {cast(x_, DataType::kFloat64), "cast(X=x, out_dtype=\"float64\")",
       "[2, 3] float64"},
      {assign(x_), "assign(X=x)", "[2, 3] float32"},
      {fill_constant({2}, DataType::kInt32, 7),
       "fill_constant(shape=[2], dtype=\"int32\", value=7.0)", "[2] int32"},
  });
}

TEST_F(OneOperatorTest, OfArrays) {
  Check({
      {gather(r_, index_), "gather(X=r, Index=index)", "[N, 6] float32"},
      {slice(r_, {1}, {1}, {-2}),
       "slice(Input=r, axes=[1], starts=[1], ends=[-2])", "[N, 3] float32"},
      {split(r_, 2, 1).at(1), "split(X=r, axis=1)", "[N, 3] float32"},
      {split(r_, std::vector<int64_t>{1, 5}, -1).at(1),
       "split(X=r, sections=[1, 5], axis=-1)", "[N, 5] float32"},
      {stack({r_, r_, r_}, 1), "stack(X=[r, r, r], axis=1)",
       "[N, 3, 6] float32"},
      {argmax(r_), "argmax(X=r)", "[N] int64"},
  });
  EXPECT_ERROR(split(r_, 4, 1), InvalidArgument, "into 4 parts");
}

TEST_F(OneOperatorTest, SplitsByAMask) {
  const Variable mask = data("mask", {-1}, DataType::kBool);
  const MaskedParts parts = split_by_mask(r_, mask);
  EXPECT_NE(parts.on_true.dims(), parts.on_false.dims());
  EXPECT_EQ(merge_by_mask(parts.on_true, parts.on_false, mask).dims(),
            r_.dims());
  EXPECT_EQ(Last(),
            "merge_by_mask_0.tmp_0 = merge_by_mask("
            "InTrue=split_by_mask_0.tmp_0, InFalse=split_by_mask_0.tmp_1, "
            "Mask=mask)");
}

TEST_F(OneOperatorTest, OfSequences) {
  const Variable s = data("s", {-1, 4}, DataType::kFloat32, 1);
  const Variable v = data("v", {-1, 1}, DataType::kFloat32, 1);
  const Variable last = sequence_last_step(s);
  Check({
      {last, "sequence_pool(X=s, pooltype=\"LAST\")", "[s5, 4] float32"},
      {sequence_first_step(s), "sequence_pool(X=s, pooltype=\"FIRST\")",
       "[s6, 4] float32"},
      {sequence_pool(s, "max"), "sequence_pool(X=s, pooltype=\"MAX\")",
       "[s7, 4] float32"},
      {sequence_reverse(s), "sequence_reverse(X=s)", "[s3, 4] float32 lod 1"},
      {sequence_concat({s, s}), "sequence_concat(X=[s, s])",
       "[s3*2, 4] float32 lod 1"},
      {sequence_slice(s, index_, index_),
       "sequence_slice(X=s, Offset=index, Length=index)",
       "[s9, 4] float32 lod 1"},
      {sequence_softmax(v), "sequence_softmax(X=v)", "[s4, 1] float32 lod 1"},
      {sequence_expand(last, s),
       "sequence_expand(X=sequence_pool_0.tmp_0, Y=s)",
       "[s3, 4] float32 lod 1"},
      {lod_reset(s, {2, 3}), "lod_reset(X=s, target_lod=[2, 3])",
       "[s3, 4] float32 lod 1"},
      {lod_reset(s, std::vector<int64_t>()), "lod_reset(X=s)",
       "[s3, 4] float32"},
      {lod_reset(r_, s), "lod_reset(X=r, Y=s)", "[N, 6] float32 lod 1"},
  });
}

TEST_F(OneOperatorTest, PadsSequences) {
  const Variable s = data("s", {-1, 4}, DataType::kFloat32, 1);
  const Variable value = data("value", {});
  const PaddedSequences padded = sequence_pad(s, value, 7);
  EXPECT_EQ(padded.length.dtype(), DataType::kInt64);
  Check({
      {padded.out, "sequence_pad(X=s, PadValue=value, padded_length=7)",
       "[s4, 7, 4] float32"},
      {sequence_unpad(padded.out, padded.length),
       "sequence_unpad(X=sequence_pad_0.tmp_0, Length=sequence_pad_0.tmp_1)",
       "[s5, 4] float32 lod 1"},
      {sequence_mask(padded.length, 7, DataType::kBool),
       "sequence_mask(X=sequence_pad_0.tmp_1, maxlen=7, out_dtype=\"bool\")",
       "[s4, 7] bool"},
      {sequence_group(padded.out, padded.length),
       "sequence_group(X=sequence_pad_0.tmp_0, Length=sequence_pad_0.tmp_1)",
       "[s4, 7, 4] float32 lod 1"},
  });
}

TEST_F(OneOperatorTest, OfImages) {
  const Variable image = data("image", {-1, 4, 9, 10});
  const Variable volume = data("volume", {-1, 4, 5, 6, 7});
  PoolOptions options;
  options.stride = 2;
  const Variable pooled = pool3d(volume, 2, options);
  const PooledWithIndex max = max_pool_with_index(image, 2, options);
  options.adaptive = true;
  const std::string of_max =
      "unpool(X=max_pool2d_with_index_0.tmp_0, "
      "Indices=max_pool2d_with_index_0.tmp_1, ksize=[2, 2], strides=[2, 2]";
  EXPECT_EQ(max.mask.dtype(), DataType::kInt64);
  Check({
      {pooled, "pool3d(X=volume, ksize=[2, 2, 2], strides=[2, 2, 2])",
       "[N, 4, 2, 3, 3] float32"},
      {max.out, "max_pool2d_with_index(X=image, ksize=[2, 2], strides=[2, 2])",
       "[N, 4, 4, 5] float32"},
      {unpool(max.out, max.mask, 2, 2), of_max + ")", "[N, 4, 8, 10] float32"},
      {unpool(max.out, max.mask, 2, 2, 0, {9, 10}),
       of_max + ", output_size=[9, 10])", "[N, 4, 9, 10] float32"},
      {max_pool_with_index(volume, {1, 2, 3}, options).out,
       "max_pool3d_with_index(X=volume, ksize=[1, 2, 3], adaptive=true, "
       "strides=[2, 2, 2])",
       "[N, 4, 1, 2, 3] float32"},
      {im2sequence(image, {3, 2}, 2, {1, 0, 1, 0}),
       "im2sequence(X=image, kernels=[3, 2], strides=[2, 2], "
       "paddings=[1, 0, 1, 0])",
       "[N*25, 24] float32 lod 1"},
      {resize_bilinear(image, {18, 5}),
       "bilinear_interp(X=image, out_h=18, out_w=5)", "[N, 4, 18, 5] float32"},
      {resize_nearest(image, 7), "nearest_interp(X=image, out_h=7, out_w=7)",
       "[N, 4, 7, 7] float32"},
  });
}

TEST_F(OneOperatorTest, OfLosses) {
  const Variable y = data("y", {-1, 6});
  const std::string shape = "[N, 6] float32";
  Check({
      {huber_loss(r_, y, 1), "huber_loss(X=r, Y=y, delta=1.0)", shape},
      {hinge_loss(r_, y), "hinge_loss(Logits=r, Labels=y)", shape},
      {log_loss(r_, y), "log_loss(Predicted=r, Labels=y)", shape},
      {rank_loss(y, r_, r_), "rank_loss(Label=y, Left=r, Right=r)", shape},
      {margin_rank_loss(y, r_, r_),
       "margin_rank_loss(X1=r, X2=r, Label=y, margin=0.1)", shape},
      {sigmoid_cross_entropy_with_logits(r_, y),
       "sigmoid_cross_entropy_with_logits(X=r, Label=y)", shape},
      {kl_div(r_, y, "none"), "kl_div(X=r, Target=y, reduction=\"none\")",
       shape},
      {kl_div(r_, y, "sum"), "kl_div(X=r, Target=y, reduction=\"sum\")",
       "[] float32"},
      {kl_div(r_, y), "kl_div(X=r, Target=y)", "[] float32"},
      {top_k(r_, 3).values, "top_k(X=r, k=3)", "[N, 3] float32"},
  });
}

TEST_F(OneOperatorTest, NormalizesAndJudges) {
  const EditDistances distances = edit_distance(tags_, tags_);
  const ChunkScores scores = chunk_eval(tags_, tags_, "IOE", 3, {1});
  Check({
      {distances.distance,
       "edit_distance(Hyps=tags, Refs=tags, "
       "normalized=true)",
       distances.distance.dims().ToString() + " float32"},
      {scores.f1_score,
       "chunk_eval(Inference=tags, Label=tags, "
       "num_chunk_types=3, chunk_scheme=\"IOE\", "
       "excluded_chunk_types=[1])",
       "[] float32"},
      {l2_normalize(x_, -1), "norm(X=x, epsilon=1e-12)", "[2, 3] float32"},
      {lrn(x_), "lrn(X=x, k=1.0)", "[2, 3] float32"},
  });
  EXPECT_EQ(distances.sequence_num.dims().rank(), 0);
  EXPECT_EQ(scores.num_correct_chunks.dtype(), DataType::kInt64);
}

}  // namespace
}  // namespace paddle::layer
