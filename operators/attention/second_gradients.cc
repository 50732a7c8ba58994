// The gradient of the gradient of attention: the operator written once more in
// ordinary ones, which store the weights. Sequences are padded to a dense
// batch.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/composite.h"

namespace paddle::operators {
namespace {

// Hides a score like minus infinity, but without making NaN of differences.
constexpr double kHidden = -1e30;

class WrittenAttention {
 public:
  explicit WrittenAttention(Composite* c)
      : c_(c),
        ragged_(c->Rank(c->In("Q")) == 2),
        heads_(c->Attr<int64_t>("num_heads")) {}

  // Writes softmax(scale q k^T + bias) v for each head.
  void Write() {
    Prepare();
    const std::string product =
        c_->Op("matmul", {{"X", {Heads("Q")}}, {"Y", {Heads("K")}}},
               {{"transpose_Y", true}});
    std::string weights = Weights(c_->Scale(product, Factor()));
    if (Drops()) weights = c_->Mul(weights, DropoutFactors(product));
    const std::string out =
        c_->Op("matmul", {{"X", {weights}}, {"Y", {Heads("V")}}});
    c_->ForwardResult("Out", Ragged(Joined(out, {0, 0, Width("V")}), "Q"));
  }

 private:
  int64_t Width(const std::string& slot) const {
    return c_->Shape(c_->In(slot)).back();
  }
  double Factor() const {
    const double given = c_->Attr<double>("scale");
    const double width = static_cast<double>(Width("Q") / heads_);
    return given != 0 ? given : 1 / std::sqrt(std::max(width, 1.0));
  }
  bool Drops() const {
    return c_->Attr<double>("dropout_prob") > 0 && !c_->Attr<bool>("is_test");
  }

  // Computes the lengths of ragged inputs, which unpadding needs.
  void Prepare() {
    if (!ragged_) return;
    const std::string q = c_->In("Q"), k = c_->In("K");
    pad_value_ = c_->Sum(c_->ZerosLike(q), {}, false);
    lengths_["Q"] = LengthOf(q);
    lengths_["K"] = lengths_["V"] = LengthOf(k);
  }
  std::string LengthOf(const std::string& rows) {
    return c_->Op("sequence_pad", {{"X", {rows}}, {"PadValue", {pad_value_}}},
                  {}, "Length");
  }

  // Returns rows as [batch, longest, width], padded with zeros.
  std::string Dense(const std::string& rows) {
    if (!ragged_) return rows;
    return c_->Op("sequence_pad", {{"X", {rows}}, {"PadValue", {pad_value_}}});
  }
  // The inverse of Dense, for the sequences of a slot.
  std::string Ragged(const std::string& dense, const std::string& slot) {
    if (!ragged_) return dense;
    return c_->Op("sequence_unpad",
                  {{"X", {dense}}, {"Length", {lengths_.at(slot)}}});
  }

  std::string Transposed(const std::string& x,
                         const std::vector<int64_t>& axes) {
    return c_->Op("transpose", {{"X", {x}}}, {{"axis", axes}});
  }
  // Returns [batch, rows, heads * d] as [batch, heads, rows, d].
  std::string Heads(const std::string& slot) {
    return Split(Dense(c_->In(slot)), Width(slot) / heads_);
  }
  std::string Split(const std::string& dense, int64_t width) {
    return Transposed(c_->Reshape(dense, {0, 0, heads_, width}), {0, 2, 1, 3});
  }
  // Returns [batch, heads, rows, d] as [batch, rows, heads * d] in `shape`.
  std::string Joined(const std::string& x, const std::vector<int64_t>& shape) {
    return c_->Reshape(Transposed(x, {0, 2, 1, 3}), shape);
  }

  // Computes the softmax of each row; zeros where the whole row is hidden.
  std::string Weights(const std::string& product) {
    const bool hides = ragged_ || c_->Has("Bias");
    const std::string scores = Masked(product);
    const std::string weights =
        c_->Op("softmax", {{"X", {scores}}}, {{"axis", int64_t{-1}}});
    return hides ? c_->Mul(weights, c_->Above(scores, kHidden / 2)) : weights;
  }

  std::string Masked(std::string scores) {
    if (c_->Has("Bias")) {
      scores = c_->Op("clip", {{"X", {c_->Add(scores, c_->In("Bias"))}}},
                      {{"min", kHidden}, {"max", -kHidden}});
    }
    if (ragged_) scores = c_->Add(scores, BehindKeys());
    return c_->Attr<bool>("causal") ? Causal(scores) : scores;
  }

  // Returns scores, [batch, 1, 1, longest], that hide the padding after the
  // last key of each sequence.
  std::string BehindKeys() {
    const std::string one = c_->OnesLike(c_->Sum(c_->In("K"), {1}, true));
    const std::string keys = Transposed(Dense(one), {0, 2, 1});
    return c_->Op("unsqueeze", {{"X", {c_->Scale(keys, -kHidden, kHidden)}}},
                  {{"axes", std::vector<int64_t>{1}}});
  }

  // Hides the scores with key > query.
  std::string Causal(const std::string& scores) {
    const std::string seen = c_->Of("tril", c_->OnesLike(scores));
    return c_->Add(c_->Mul(scores, seen), c_->Scale(seen, -kHidden, kHidden));
  }

  // Returns the factors of the weights, 0 or 1 / (1 - p). No operator returns
  // them, so they are read off a gradient of the values in which all weights
  // are 1 and each query's output receives a 1 of its own. The draw depends on
  // row and head only, so other widths do not change it.
  std::string DropoutFactors(const std::string& product) {
    const std::string one_each = Ragged(Joined(Identity(), {0, 0, -1}), "Q");
    const std::string values =
        Joined(Transposed(c_->ZerosLike(product), {0, 1, 3, 2}), {0, 0, -1});
    framework::SlotMap inputs = {{"V", {Ragged(values, "V")}},
                                 {"Out", {one_each}},
                                 {"Out@GRAD", {one_each}}};
    for (const char* slot : {"Q", "K", "Bias", "LogSumExp"}) {
      if (!c_->Has(slot)) continue;
      inputs.push_back({slot, {c_->ZerosLike(c_->In(slot))}});
    }
    const std::string factors = Dense(c_->Again(inputs, "V@GRAD"));
    return Transposed(Split(factors, -1), {0, 1, 3, 2});
  }

  // Returns [batch, heads, queries, queries] with 1 on the diagonal.
  std::string Identity() {
    const std::string q = Heads("Q");
    const std::string pairs =
        c_->Op("matmul", {{"X", {q}}, {"Y", {q}}}, {{"transpose_Y", true}});
    const std::string ones = c_->OnesLike(pairs);
    return c_->Sub(c_->Of("tril", ones), c_->Op("tril", {{"X", {ones}}},
                                                {{"diagonal", int64_t{-1}}}));
  }

  Composite* const c_;
  const bool ragged_;
  const int64_t heads_;
  std::string pad_value_;
  std::map<std::string, std::string> lengths_;  // of the sequences of slots
};

}  // namespace

REGISTER_GRADIENT_MAKER(scaled_dot_product_attention_grad,
                        CompositeGradient([](Composite* c) {
                          WrittenAttention(c).Write();
                        }));

}  // namespace paddle::operators

extern "C" int PaddleTouchSecondGradients_attention() { return 0; }
