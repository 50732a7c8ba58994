#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The rows of each sequence, dense or ragged.
std::vector<int64_t> OffsetsOf(const Array& x) {
  std::vector<int64_t> offsets = {0};
  if (x.lod != nullptr) {
    const auto own = x.lod->offsets(x.lod->levels() - 1);
    return {own.begin(), own.end()};
  }
  for (int64_t i = 0; i < x.dims[0]; ++i) {
    offsets.push_back(offsets.back() + x.dims[1]);
  }
  return offsets;
}

int64_t LastSize(const Array& x) { return x.dims[x.dims.rank() - 1]; }

double BiasAt(const Array& bias, int64_t sequence, int64_t head, int64_t query,
              int64_t key) {
  const std::vector<int64_t> index = {sequence, head, query, key};
  int64_t offset = 0;
  for (int axis = 0; axis < bias.dims.rank(); ++axis) {
    const int64_t i = index[4 - bias.dims.rank() + axis];
    offset = offset * bias.dims[axis] + (bias.dims[axis] == 1 ? 0 : i);
  }
  return bias[offset];
}

// Attention of one query, by its definition.
void AttendOne(OpValues& v, int64_t heads, int64_t s, int64_t h, int64_t t,
               Array* out) {
  const Array& q = v.In("Q");
  const Array& k = v.In("K");
  const Array& values = v.In("V");
  const int64_t d = LastSize(q) / heads;
  const int64_t e = LastSize(values) / heads;
  const int64_t row = OffsetsOf(q)[s] + t;
  const int64_t begin = OffsetsOf(k)[s];
  const int64_t end = OffsetsOf(k)[s + 1];
  double scale = v.Attr<double>("scale");
  if (scale == 0) scale = 1 / std::sqrt(static_cast<double>(d));
  std::vector<double> weights;
  double sum = 0;
  for (int64_t j = begin; j < end; ++j) {
    double score = 0;
    for (int64_t c = 0; c < d; ++c) {
      score += q[row * heads * d + h * d + c] * k[j * heads * d + h * d + c];
    }
    score *= scale;
    if (v.HasIn("Bias")) score += BiasAt(v.In("Bias"), s, h, t, j - begin);
    if (v.Attr<bool>("causal") && j - begin > t) score = -kInfinity;
    weights.push_back(std::exp(score));
    sum += weights.back();
  }
  for (int64_t j = begin; j < end && sum > 0; ++j) {
    for (int64_t c = 0; c < e; ++c) {
      (*out)[row * heads * e + h * e + c] +=
          weights[j - begin] / sum * values[j * heads * e + h * e + c];
    }
  }
}

void Attend(OpValues& v) {
  const int64_t heads = v.Attr<int64_t>("num_heads");
  const std::vector<int64_t> offsets = OffsetsOf(v.In("Q"));
  Array& out = v.Out("Out");
  for (size_t s = 0; s + 1 < offsets.size(); ++s) {
    for (int64_t t = 0; t < offsets[s + 1] - offsets[s]; ++t) {
      for (int64_t h = 0; h < heads; ++h) AttendOne(v, heads, s, h, t, &out);
    }
  }
}

OpCase Unchecked(const std::string& name, int64_t queries = 3,
                 int64_t keys = 5) {
  OpCase test("scaled_dot_product_attention", name);
  test.Input("Q", Random({2, queries, 6}))
      .Input("K", Random({2, keys, 6}))
      .Input("V", Random({2, keys, 4}))
      .Attr("num_heads", 2)
      .Gradient({"Q", "K", "V"});
  return test;
}

OpCase Dense(const std::string& name, int64_t queries = 3, int64_t keys = 5) {
  return Unchecked(name, queries, keys).Reference(Attend);
}

OpCase UncheckedRagged(const std::string& name) {
  OpCase test("scaled_dot_product_attention", name);
  test.Input("Q", Random({6, 6}).Lengths({{3, 0, 1, 2}}))
      .Input("K", Random({7, 6}).Lengths({{2, 1, 4, 0}}))
      .Input("V", Random({7, 9}).Lengths({{2, 1, 4, 0}}))
      .Attr("num_heads", 3)
      .Gradient({"Q", "K", "V"});
  return test;
}

OpCase Ragged(const std::string& name) {
  return UncheckedRagged(name).Reference(Attend);
}

TEST(Attention, Dense) {
  Dense("dense").ScaleRows({"Q", "K", "V"}).Check();
  Dense("scale").Attr("scale", 2.5).Check();
  Dense("one query", 1, 1).Check();
  Dense("no queries", 0, 3).Check();
  Dense("no keys", 3, 0).Check();
}

TEST(Attention, Causal) {
  Dense("square", 4, 4).Attr("causal", true).Check();
  Dense("more keys", 2, 5).Attr("causal", true).Check();
  Dense("more queries", 5, 2).Attr("causal", true).Check();
  Ragged("causal").Attr("causal", true).Check();
  Dense("hidden besides", 2, 2)
      .Input("Bias", Values({2}, {0, -kInfinity}))
      .Attr("causal", true)
      .Check();
}

TEST(Attention, SeveralBlocksOfQueries) {
  OpCase("scaled_dot_product_attention", "blocks")
      .Input("Q", Random({1, 150, 2}))
      .Input("K", Random({1, 400, 2}))
      .Input("V", Random({1, 400, 2}))
      .Reference(Attend)
      .Check();
}

// Sizes from which on processors multiply bfloat16 themselves.
TEST(Attention, WideHeads) {
  const auto dense = [](const std::string& name) {
    OpCase test("scaled_dot_product_attention", name);
    test.Input("Q", Random({2, 33, 2 * 16}))
        .Input("K", Random({2, 33, 2 * 16}))
        .Input("V", Random({2, 33, 2 * 17}))
        .Attr("num_heads", 2)
        .Reference(Attend);
    return test;
  };
  dense("wide").Check();
  dense("wide causal").Attr("causal", true).Check();
  dense("wide bias")
      .Input("Bias", Random({1, 2, 1, 33}))
      .Gradient({"Bias"})
      .Check();
  dense("wide hidden")
      .Input("Bias", Values({33}, std::vector<double>(33, -kInfinity)))
      .Check();
  OpCase("scaled_dot_product_attention", "wide ragged")
      .Input("Q", Random({53, 16}).Lengths({{19, 0, 1, 33}}))
      .Input("K", Random({57, 16}).Lengths({{3, 1, 20, 33}}))
      .Input("V", Random({57, 16}).Lengths({{3, 1, 20, 33}}))
      .Reference(Attend)
      .Gradient({"Q", "K", "V"})
      .Check();
}

TEST(Attention, Ragged) {
  Ragged("ragged").Check();
  Ragged("nested")
      .Input("Q", Random({6, 6}).Lengths({{1, 3}, {3, 0, 1, 2}}))
      .Check();
  Ragged("scale").Attr("scale", 2.5).Check();
  OpCase("scaled_dot_product_attention", "no sequences")
      .Input("Q", Random({0, 4}).Lengths({{}}))
      .Input("K", Random({0, 4}).Lengths({{}}))
      .Input("V", Random({0, 4}).Lengths({{}}))
      .Reference(Attend)
      .Gradient({"Q", "K", "V"})
      .Check();
}

TEST(Attention, BiasIsRepeated) {
  for (const framework::Dims& dims :
       {framework::Dims({2, 2, 3, 5}), framework::Dims({1, 2, 3, 5}),
        framework::Dims({2, 1, 3, 5}), framework::Dims({1, 1, 1, 5}),
        framework::Dims({2, 3, 5}), framework::Dims({5})}) {
    Dense("bias " + dims.ToString())
        .Input("Bias", Random(dims))
        .Gradient({"Q", "K", "V", "Bias"})
        .Check();
  }
}

TEST(Attention, AQueryWithoutKeysGivesZeros) {
  Dense("hidden", 2, 2)
      .Input("Bias",
             Values({1, 1, 2, 2}, {0, -kInfinity, -kInfinity, -kInfinity}))
      .Check();
}

TEST(Attention, Dropout) {
  const auto drops = [](OpCase test) {
    test.Attr("dropout_prob", 0.4)
        .WithoutReference("random; see attention_test")
        .Check();
  };
  drops(Unchecked("dropout"));
  drops(Unchecked("causal dropout", 4, 3).Attr("causal", true));
  drops(Unchecked("dropout beside a bias")
            .Input("Bias", Random({2, 1, 1, 5}))
            .Gradient({"Q", "K", "V", "Bias"}));
  drops(Unchecked("nothing to drop", 0, 3));
  drops(Unchecked("nothing to weigh", 3, 0));
  drops(UncheckedRagged("ragged dropout"));
  drops(UncheckedRagged("causal ragged dropout").Attr("causal", true));
  Unchecked("everything dropped")
      .Attr("dropout_prob", 1)
      .Reference([](OpValues& v) { v.Out("Out") = Array(v.Out("Out").dims); })
      .Check();
  Dense("a test").Attr("dropout_prob", 0.4).Attr("is_test", true).Check();
}

TEST(Attention, RefusesWhatDoesNotFit) {
  const auto refused = [](Data q, Data k, Data v, const std::string& regex) {
    OpCase("scaled_dot_product_attention")
        .Input("Q", q)
        .Input("K", k)
        .Input("V", v)
        .Attr("num_heads", 2)
        .ExpectError(regex);
  };
  refused(Random({2, 3, 6}), Random({2, 5, 4}), Random({2, 5, 4}),
          "Q \\[2, 3, 6\\] and K \\[2, 5, 4\\] .*one last size");
  refused(Random({2, 3, 5}), Random({2, 5, 5}), Random({2, 5, 4}),
          "Q .*not divisible by 2 heads");
  refused(Random({2, 3, 6}), Random({3, 5, 6}), Random({3, 5, 4}),
          "one batch size");
  refused(Random({2, 3, 6}), Random({2, 5, 6}), Random({2, 4, 4}),
          "one row for each key");
  refused(Random({3, 6}), Random({2, 5, 6}), Random({2, 5, 4}),
          "a dense batch has rank 3");
  refused(Random({3, 6}).Lengths({{3}}), Random({5, 6}), Random({5, 4}),
          "both sequences or both dense");
  refused(Random({3, 6}).Lengths({{3}}), Random({5, 6}).Lengths({{2, 3}}),
          Random({5, 4}).Lengths({{2, 3}}), "has 1 sequences, K has 2");
  refused(Random({3, 6}).Lengths({{2, 1}}), Random({5, 6}).Lengths({{2, 3}}),
          Random({5, 4}).Lengths({{1, 4}}), "form the same sequences");
  Dense("bias")
      .Input("Bias", Random({2, 2, 3, 1}))
      .ExpectError("Bias .*scores");
  Dense("bias").Input("Bias", Random({2, 4, 5})).ExpectError("Bias .*scores");
  Dense("bias").Input("Bias", Random({1, 1, 1, 1, 5})).ExpectError("scores");
  Ragged("bias").Input("Bias", Random({1, 1, 1, 1})).ExpectError("dense batch");
}

}  // namespace
}  // namespace paddle::operators::testing
