// Attention, as products and a softmax between them.
#include <cmath>
#include <limits>
#include <map>
#include <string>

#include "paddle/framework/interchange/onnx/exported_op.h"
#include "paddle/framework/interchange/onnx/exported_sequences.h"
#include "paddle/framework/interchange/onnx/exporters.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::onnx {
namespace {

using framework::DataType;

// Writes one operator over a padded batch.
class AttentionWriter {
 public:
  explicit AttentionWriter(ExportedOp* op)
      : op_(*op),
        type_(op->TypeOf(op->In("Q"))),
        sum_type_(framework::SizeOf(type_) == 2 ? DataType::kFloat32 : type_) {}

  void Write();

 private:
  bool ragged() const { return op_.FindSequences(op_.In("Q")) != nullptr; }
  // Returns the sequences of a slot.
  SequenceRows* Rows(const char* slot);
  // Returns a slot as [batch, rows, heads * d], zeros behind the sequences.
  const std::string& Batch(const char* slot);
  // Returns that as [batch, heads, rows, d], or with `order` of its axes.
  std::string Heads(const char* slot, const ExportedOp::Ints& order);
  std::string Scores();
  // Returns `scores` with -inf where no key is seen, and nothing that is NaN.
  std::string Weights(std::string scores);
  // Returns places along an axis, [rows], as `axis` of a rank of 2.
  std::string Places(const char* slot, int64_t axis);
  std::string Infinity();

  ExportedOp& op_;
  const DataType type_, sum_type_;
  // By the name of the value, which may be in several slots.
  std::map<std::string, SequenceRows> rows_;
  std::map<std::string, std::string> batches_;
};

SequenceRows* AttentionWriter::Rows(const char* slot) {
  const std::string x = op_.In(slot);
  return &rows_.try_emplace(x, &op_, x).first->second;
}

const std::string& AttentionWriter::Batch(const char* slot) {
  const std::string x = op_.In(slot);
  std::string& batch = batches_[x];
  if (!batch.empty()) return batch;
  batch = ragged() ? Rows(slot)->Filled(x, op_.Number(0, type_)) : x;
  if (type_ != sum_type_) batch = op_.Cast(batch, sum_type_);
  return batch;
}

std::string AttentionWriter::Heads(const char* slot,
                                   const ExportedOp::Ints& order) {
  const framework::Dims dims = op_.DimsOf(op_.In(slot));
  const int64_t width = dims[dims.rank() - 1], heads = op_.Int("num_heads");
  PADDLE_ONNX_CANNOT(width < 0, "the width of ", slot, ", which is not known");
  const std::string split = op_.Value(
      "Reshape", {Batch(slot), op_.Integers({0, 0, heads, width / heads})});
  return op_.Turned(split, order);
}

std::string AttentionWriter::Infinity() {
  return op_.Number(-std::numeric_limits<double>::infinity(), sum_type_);
}

std::string AttentionWriter::Places(const char* slot, int64_t axis) {
  const std::string size = op_.Value(
      "Gather",
      {op_.Value("Shape", {Batch(slot)}), op_.Number(1, DataType::kInt64)});
  const std::string places = op_.Value(
      "Range",
      {op_.Number(0, DataType::kInt64), size, op_.Number(1, DataType::kInt64)});
  return op_.Value("Unsqueeze", {places, op_.Integers({axis})});
}

std::string AttentionWriter::Scores() {
  const std::string q = Heads("Q", {0, 2, 1, 3}), k = Heads("K", {0, 2, 3, 1});
  const framework::Dims dims = op_.DimsOf(op_.In("Q"));
  const auto d =
      static_cast<double>(dims[dims.rank() - 1] / op_.Int("num_heads"));
  const double scale = op_.Real("scale");
  const std::string factor =
      op_.Number(scale == 0 ? 1 / std::sqrt(d) : scale, sum_type_);
  const std::string scores =
      op_.Value("Mul", {op_.Value("MatMul", {q, k}), factor});
  if (!op_.HasIn("Bias")) return scores;
  std::string bias = op_.In("Bias");
  if (op_.TypeOf(bias) != sum_type_) bias = op_.Cast(bias, sum_type_);
  return op_.Value("Add", {scores, bias});
}

std::string AttentionWriter::Weights(std::string scores) {
  if (op_.Flag("causal")) {
    const std::string seen =
        op_.Value("GreaterOrEqual", {Places("Q", 1), Places("K", 0)});
    scores = op_.Value("Where", {seen, scores, Infinity()});
  }
  if (ragged()) {
    const std::string keys =
        op_.Value("Unsqueeze", {Rows("K")->Mask(), op_.Integers({1, 2})});
    scores = op_.Value("Where", {keys, scores, Infinity()});
  }
  proto::NodeProto* node = nullptr;
  if (!ragged() && !op_.HasIn("Bias")) {
    const std::string weights = op_.Value("Softmax", {scores}, &node);
    SetInt(node, "axis", -1);
    return weights;
  }
  // A query that sees no key gets zeros, not NaN.
  const std::string most = op_.Reduced("ReduceMax", scores, {-1}, true);
  const std::string none = op_.Value("Equal", {most, Infinity()});
  const std::string zero = op_.Number(0, sum_type_);
  const std::string finite = op_.Value("Where", {none, zero, scores});
  const std::string weights = op_.Value("Softmax", {finite}, &node);
  SetInt(node, "axis", -1);
  return op_.Value("Where", {none, zero, weights});
}

void AttentionWriter::Write() {
  PADDLE_ONNX_CANNOT(op_.Real("dropout_prob") != 0 && !op_.Flag("is_test"),
                     "dropout that drops");
  const std::string product =
      op_.Value("MatMul", {Weights(Scores()), Heads("V", {0, 2, 1, 3})});
  const framework::Dims v = op_.DimsOf(op_.In("V"));
  std::string joined =
      op_.Value("Reshape", {op_.Turned(product, {0, 2, 1, 3}),
                            op_.Integers({0, 0, v[v.rank() - 1]})});
  if (type_ != sum_type_) joined = op_.Cast(joined, type_);
  const std::string out = op_.Out("Out");
  if (ragged()) {
    Rows("Q")->Unpadded(joined, out);
  } else {
    op_.Node("Identity", {joined}, {out});
  }
}

void Attention(ExportedOp* op) { AttentionWriter(op).Write(); }

PADDLE_ONNX_EXPORT("scaled_dot_product_attention", Attention);

}  // namespace
}  // namespace paddle::onnx
