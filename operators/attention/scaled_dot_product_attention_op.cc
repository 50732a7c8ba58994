#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/precision.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/common/sum_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::DataType;
using framework::Dims;
using framework::InferShapeContext;
using framework::MayBeEqual;

void DescribeAttention(framework::OpMaker* op) {
  op->AddInput("Q",
               "Queries: [batch, queries, heads * d], or sequences of rows, "
               "[rows, heads * d].");
  op->AddInput("K", "Keys: [batch, keys, heads * d], or as many sequences.");
  op->AddInput("V", "Values: [batch, keys, heads * e], or as many sequences.");
  op->AddInput(
        "Bias",
        "Added to the scaled scores of a dense batch: [batch or 1, "
        "heads or 1, queries or 1, keys], leading sizes of 1 may be "
        "missing; -inf hides a key. Float32 or 16 bits beside 16-bit types.")
      .AsOptional();
  op->AddOutput("Out", "[batch, queries, heads * e], or the sequences of Q.");
  op->AddOutput("LogSumExp",
                "Of the scores of each query and head; float32 for 16-bit "
                "types.")
      .AsIntermediate();
  op->AddOutput("RandomKey", "int64 [3]: what the dropped weights follow from.")
      .AsIntermediate();
  op->AddAttr<int64_t>("num_heads", "How many heads share the columns.")
      .SetDefault(1)
      .AtLeast(1);
  op->AddAttr<double>("scale", "Of the scores; 0: 1 / sqrt(d).").SetDefault(0);
  op->AddAttr<bool>("causal", "Query t sees the keys 0 to t alone.")
      .SetDefault(false);
  op->AddAttr<double>("dropout_prob", "The probability to drop a weight.")
      .SetDefault(0)
      .AtLeast(0)
      .AtMost(1);
  op->AddAttr<bool>("is_test", "Nothing is dropped.").SetDefault(false);
  op->AddAttr<int64_t>("seed",
                       "The seed of the random numbers; 0: the program's.")
      .SetDefault(0);
  op->KernelTypeFrom("Q");
  op->IsRandom();
  op->AddComment(
      "Out = softmax(scale * Q K^T + Bias) V for each head and each sequence "
      "of the batch, whose queries see the keys of the same sequence. A query "
      "that sees no key gets zeros. Weights are not stored. Of 16-bit types "
      "scores, softmax and sums are float32. Source: Vaswani et "
      "al., \"Attention Is All You Need\" (NeurIPS 2017). Errors: "
      "InvalidArgument unless Q, K and V are all dense or all sequences, of "
      "one data type, as many sequences, as many keys as values, and widths "
      "that num_heads divides, those of Q and K being equal; Unimplemented for "
      "a Bias of sequences.");
}

void CheckSequences(const InferShapeContext& context) {
  const auto q = context.Offsets("Q", context.LoDLevels("Q") - 1);
  const auto k = context.Offsets("K", context.LoDLevels("K") - 1);
  const auto v = context.Offsets("V", context.LoDLevels("V") - 1);
  PADDLE_ENFORCE_EQ(q.size(), k.size(),
                    "Q of scaled_dot_product_attention has ", q.size() - 1,
                    " sequences, K has ", k.size() - 1);
  PADDLE_ENFORCE(
      k == v, InvalidArgument,
      "K and V of scaled_dot_product_attention form the same sequences");
}

void CheckLayout(const InferShapeContext& context, bool ragged) {
  const Dims q = context.InputDims("Q");
  for (const char* slot : {"Q", "K", "V"}) {
    const Dims dims = context.InputDims(slot);
    PADDLE_ENFORCE(dims.rank() == (ragged ? 2 : 3), InvalidArgument, slot,
                   " of scaled_dot_product_attention is ", dims.ToString(),
                   ragged ? ", but sequences of rows have rank 2"
                          : ", but a dense batch has rank 3");
    PADDLE_ENFORCE((context.LoDLevels(slot) > 0) == ragged, InvalidArgument,
                   "Q and ", slot, " of scaled_dot_product_attention are ",
                   "both sequences or both dense");
    PADDLE_ENFORCE_EQ(context.InputType(slot), context.InputType("Q"),
                      "Q, K and V have one data type");
    PADDLE_ENFORCE(ragged || MayBeEqual(dims[0], q[0]), InvalidArgument, "Q ",
                   q.ToString(), " and ", slot, " ", dims.ToString(),
                   " of scaled_dot_product_attention have one batch size");
  }
  const int64_t k_rows = context.InputDims("K")[ragged ? 0 : 1];
  const int64_t v_rows = context.InputDims("V")[ragged ? 0 : 1];
  PADDLE_ENFORCE(MayBeEqual(k_rows, v_rows), InvalidArgument, "K ",
                 context.InputDims("K").ToString(), " and V ",
                 context.InputDims("V").ToString(),
                 " of scaled_dot_product_attention have one row for each key");
  if (ragged && context.is_running()) CheckSequences(context);
}

void CheckWidths(const InferShapeContext& context) {
  const int64_t heads = context.Attr<int64_t>("num_heads");
  for (const char* slot : {"Q", "K", "V"}) {
    const Dims dims = context.InputDims(slot);
    const int64_t width = dims[dims.rank() - 1];
    PADDLE_ENFORCE(width < 0 || width % heads == 0, InvalidArgument, slot,
                   " of scaled_dot_product_attention is ", dims.ToString(),
                   "; its last size is not divisible by ", heads, " heads");
  }
  const Dims q = context.InputDims("Q");
  const Dims k = context.InputDims("K");
  PADDLE_ENFORCE(MayBeEqual(q[q.rank() - 1], k[k.rank() - 1]), InvalidArgument,
                 "Q ", q.ToString(), " and K ", k.ToString(),
                 " of scaled_dot_product_attention have one last size");
}

void CheckBias(const InferShapeContext& context, bool ragged) {
  PADDLE_ENFORCE(!ragged, Unimplemented,
                 "Bias of scaled_dot_product_attention is for dense batches, "
                 "and these are sequences");
  const DataType type = context.InputType("Bias");
  const DataType of_q = context.InputType("Q");
  PADDLE_ENFORCE(type == of_q || type == SumType(of_q), InvalidArgument,
                 "Bias of scaled_dot_product_attention is ",
                 framework::DataTypeName(type), ", but Q is ",
                 framework::DataTypeName(of_q));
  const Dims bias = context.InputDims("Bias");
  const Dims q = context.InputDims("Q");
  const int64_t keys = context.InputDims("K")[1];
  const Dims full = {q[0], context.Attr<int64_t>("num_heads"), q[1], keys};
  const int missing = 4 - bias.rank();
  bool fits = missing >= 0 && bias.rank() > 0;
  for (int i = 3; fits && i >= missing; --i) {
    const int64_t size = bias[i - missing];
    fits = MayBeEqual(size, full[i]) || (size == 1 && i < 3);
  }
  PADDLE_ENFORCE(fits, InvalidArgument,
                 "Bias of scaled_dot_product_attention is ", bias.ToString(),
                 ", but the scores are ", full.ToString(),
                 " (sizes of 1 repeat, but for the last)");
}

void InferAttention(InferShapeContext* context) {
  const bool ragged = context->LoDLevels("Q") > 0;
  CheckLayout(*context, ragged);
  CheckWidths(*context);
  const Dims q = context->InputDims("Q");
  const Dims v = context->InputDims("V");
  const int last = q.rank() - 1;
  Dims out = q;
  out[last] = v[last];
  const DataType type = context->InputType("Q");
  context->SetOutput("Out", out, type);
  context->ShareLoD("Q", "Out");
  out[last] = context->Attr<int64_t>("num_heads");
  context->SetOutput("LogSumExp", out, SumType(type));
  context->SetOutput("RandomKey", {3}, DataType::kInt64);
  if (context->HasInput("Bias")) CheckBias(*context, ragged);
}

// Q [..., m, d], K [..., n, d], V [..., n, e]: scores, softmax, sum.
double AttentionFlops(const framework::FlopsContext& op) {
  const framework::Dims& q = op.DimsOf("Q");
  const framework::Dims& k = op.DimsOf("K");
  const framework::Dims& v = op.DimsOf("V");
  const double scores =
      framework::NumelBetween(q, 0, q.rank() - 1) * k[k.rank() - 2];
  return scores * (2 * q[q.rank() - 1] + 5 + 2 * v[v.rank() - 1]);
}

}  // namespace

REGISTER_OP(scaled_dot_product_attention,
            framework::ShapeFunction(InferAttention),
            framework::MakerFunction(DescribeAttention),
            scaled_dot_product_attention_grad,
            framework::GradOpSchema({"Q", "K", "V", "Bias", "Out", "LogSumExp",
                                     "RandomKey"}));
REGISTER_PRECISION(scaled_dot_product_attention, kHalf, "Q", "K", "V");
REGISTER_OP_FLOPS(scaled_dot_product_attention, AttentionFlops,
                  framework::GradFlops::kTwice);

}  // namespace paddle::operators
