#include <string>
#include <vector>

#include "paddle/operators/recurrent_unit/test_references.h"
#include "paddle/operators/sequence/test_sequences.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::LoD;

// Weights of the state: W_ur, with rows of 2 D elements, and W_g behind it. If
// the product is reset, they are side by side.
double GateWeight(OpValues& v, int64_t k, int64_t gate, int64_t j) {
  const Array& w = v.In("Weight");
  const int64_t d = w.dims[0];
  if (v.Attr<bool>("reset_after")) return w(k, gate * d + j);
  return gate == 2 ? w[2 * d * d + k * d + j] : w[k * 2 * d + gate * d + j];
}

// One element at a time, straight from the formulas.
void GruReference(OpValues& v) {
  const Array& x = v.In("Input");
  const int64_t d = v.In("Weight").dims[0];
  const bool reset_after = v.Attr<bool>("reset_after");
  const auto offsets = LastOffsets(x);
  const auto act = [&](const char* attr, double value) {
    return Activate(v.Attr<std::string>(attr), value);
  };
  Array hidden({x.dims[0], d});
  hidden.lod = x.lod;
  for (size_t s = 0; s + 1 < offsets.size(); ++s) {
    std::vector<double> h(d), u(d), r(d), next(d);
    for (int64_t j = 0; j < d; ++j) h[j] = v.HasIn("H0") ? v.In("H0")(s, j) : 0;
    for (int64_t t = 0; t < offsets[s + 1] - offsets[s]; ++t) {
      const int64_t row =
          v.Attr<bool>("is_reverse") ? offsets[s + 1] - 1 - t : offsets[s] + t;
      const auto bias = [&](int64_t j) {
        return v.HasIn("Bias") ? v.In("Bias")[j] : 0.0;
      };
      const auto a = [&](int64_t j) { return x(row, j) + bias(j); };
      for (int64_t j = 0; j < d; ++j) {
        double to_u = a(j), to_r = a(d + j);
        for (int64_t k = 0; k < d; ++k) {
          to_u += h[k] * GateWeight(v, k, 0, j);
          to_r += h[k] * GateWeight(v, k, 1, j);
        }
        u[j] = act("gate_activation", to_u);
        r[j] = act("gate_activation", to_r);
      }
      for (int64_t j = 0; j < d; ++j) {
        double product = reset_after ? bias(3 * d + j) : 0;
        for (int64_t k = 0; k < d; ++k) {
          product += (reset_after ? 1 : r[k]) * h[k] * GateWeight(v, k, 2, j);
        }
        if (reset_after) product *= r[j];
        const double g = act("activation", a(2 * d + j) + product);
        const double keep = v.Attr<bool>("origin_mode") ? u[j] : 1 - u[j];
        next[j] = keep * h[j] + (1 - keep) * g;
        hidden(row, j) = next[j];
      }
      h = next;
    }
  }
  v.Out("Hidden") = hidden;
}

OpCase Gru(const LoD::Levels& lengths, bool reverse, bool origin_mode,
           int64_t d = 3) {
  OpCase gru("gru", NameOf(lengths) + (reverse ? " reverse" : "") +
                        (origin_mode ? " origin" : ""));
  gru.Input("Input", Rows(lengths, {0, 3 * d}))
      .Input("Weight", Random({d, 3 * d}))
      .Attr("is_reverse", reverse)
      .Attr("origin_mode", origin_mode)
      .Reference(GruReference);
  return gru;
}

TEST(Gru, EveryLengthAndDirection) {
  for (const LoD::Levels& lengths : kLengths) {
    if (RowsOf(lengths) > 20) continue;
    for (const bool reverse : {false, true}) {
      for (const bool origin_mode : {false, true}) {
        Gru(lengths, reverse, origin_mode)
            .Input("H0", States(lengths, 3))
            .Input("Bias", Random({1, 9}))
            .Gradient({"Input", "H0", "Weight", "Bias"})
            .Check();
      }
    }
  }
}

TEST(Gru, WithoutStateAndBias) {
  Gru({{3, 0, 1, 4}}, false, false).Gradient({"Input", "Weight"}).Check();
  Gru({{3, 0, 1, 4}}, true, false)
      .Input("Bias", Random({1, 9}))
      .Gradient({"Input", "Weight", "Bias"})
      .Check();
}

TEST(Gru, EveryActivation) {
  for (const std::string name : {"identity", "sigmoid", "tanh", "relu"}) {
    Gru({{2, 3}}, false, false, 2)
        .Attr("gate_activation", name)
        .Attr("activation", name)
        .Gradient({"Input", "Weight"})
        .Check();
  }
}

TEST(Gru, DifferentActivations) {
  const LoD::Levels lengths = {{2, 1}, {3, 0, 2}};
  for (const bool reverse : {false, true}) {
    Gru(lengths, reverse, !reverse)
        .Input("H0", States(lengths, 3))
        .Attr("gate_activation", "tanh")
        .Attr("activation", "sigmoid")
        .Gradient({"Input", "H0", "Weight"})
        .Check();
  }
}

// More than one group of sequences, and steps that library calls compute.
TEST(Gru, ManySequences) {
  Gru(ManyLengths(), false, false, 37)
      .Input("H0", States(ManyLengths(), 37))
      .Check();
  Gru(ManyLengths(), true, true, 16).Check();
}

// States from which on processors multiply bfloat16 themselves.
TEST(Gru, WideStates) {
  const LoD::Levels lengths = {{3, 0, 1, 2}};
  for (const bool reverse : {false, true}) {
    Gru(lengths, reverse, reverse, 64)
        .Input("H0", States(lengths, 64))
        .Gradient({"H0", "Bias"})
        .Check();
  }
}

TEST(Gru, LongSequence) { Gru({{70, 1, 9}}, false, false).Check(); }

// A unit whose reset gate multiplies the product, for which a bias has a part.
OpCase GruResetAfter(const LoD::Levels& lengths, bool reverse,
                     bool origin_mode = true, int64_t d = 3) {
  return Gru(lengths, reverse, origin_mode, d).Attr("reset_after", true);
}

TEST(GruResetAfter, EveryLengthAndDirection) {
  for (const LoD::Levels& lengths : kLengths) {
    if (RowsOf(lengths) > 20) continue;
    for (const bool reverse : {false, true}) {
      for (const bool origin_mode : {false, true}) {
        GruResetAfter(lengths, reverse, origin_mode)
            .Input("H0", States(lengths, 3))
            .Input("Bias", Random({1, 12}))
            .Gradient({"Input", "H0", "Weight", "Bias"})
            .Check();
      }
    }
  }
}

TEST(GruResetAfter, WithoutStateAndBias) {
  GruResetAfter({{3, 0, 1, 4}}, false).Gradient({"Input", "Weight"}).Check();
  GruResetAfter({{3, 0, 1, 4}}, true)
      .Input("Bias", Random({1, 12}))
      .Gradient({"Input", "Weight", "Bias"})
      .Check();
}

TEST(GruResetAfter, SomeGradients) {
  for (const char* wanted : {"Input", "H0", "Weight", "Bias"}) {
    GruResetAfter({{3, 0, 1}}, false)
        .Input("H0", States({{3, 0, 1}}, 3))
        .Input("Bias", Random({1, 12}))
        .Gradient({wanted})
        .Check();
  }
}

TEST(GruResetAfter, EveryActivation) {
  for (const std::string name : {"identity", "sigmoid", "tanh", "relu"}) {
    for (const std::string other : {"sigmoid", "tanh"}) {
      GruResetAfter({{2, 3}}, false, true, 2)
          .Input("H0", States({{2, 3}}, 2))
          .Attr("gate_activation", other)
          .Attr("activation", name)
          .Gradient({"Input", "H0", "Weight"})
          .Check();
    }
  }
}

TEST(GruResetAfter, ManySequences) {
  GruResetAfter(ManyLengths(), false, true, 37)
      .Input("H0", States(ManyLengths(), 37))
      .Check();
  GruResetAfter(ManyLengths(), true, false, 16)
      .Input("Bias", Random({1, 64}))
      .Check();
}

TEST(GruResetAfter, WideStates) {
  const LoD::Levels lengths = {{3, 0, 1, 2}};
  for (const bool reverse : {false, true}) {
    GruResetAfter(lengths, reverse, reverse, 64)
        .Input("H0", States(lengths, 64))
        .Input("Bias", Random({1, 256}))
        .Gradient({"H0", "Bias"})
        .Check();
  }
}

TEST(Gru, SaysWhatDoesNotFit) {
  OpCase("gru")
      .Input("Input", Rows({{2, 1}}, {0, 8}))
      .Input("Weight", Random({2, 6}))
      .ExpectError(
          "gru takes Input .rows, 3 . D. and Weight .D, 3 . D., not "
          ".3, 8. and .2, 6.");
  Gru({{2, 1}}, false, false)
      .Input("H0", Random({2, 4}))
      .ExpectError("H0 of gru is .2, 4., not .s.*, 3.");
  Gru({{2, 1}}, false, false)
      .Input("Bias", Random({9}))
      .ExpectError("Bias of gru is .9., not .1, 9.");
  Gru({{2, 1}}, false, false)
      .Input("Bias", Random({1, 12}))
      .ExpectError("Bias of gru is .1, 12., not .1, 9.");
  Gru({{2, 1}}, false, false)
      .Input("Bias", Random({1, 9}))
      .Attr("reset_after", true)
      .ExpectError("Bias of gru is .1, 9., not .1, 12.");
  OpCase("gru")
      .Input("Input", Random({3, 6}))
      .Input("Weight", Random({2, 6}))
      .ExpectError("input Input.* of gru, .*, form no sequences");
}

}  // namespace
}  // namespace paddle::operators::testing
