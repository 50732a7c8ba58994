#include <string>
#include <vector>

#include "paddle/operators/recurrent_unit/test_references.h"
#include "paddle/operators/sequence/test_sequences.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::LoD;

// One element at a time, straight from the formulas.
void LstmReference(OpValues& v) {
  const Array& x = v.In("Input");
  const Array& w = v.In("Weight");
  const int64_t d = w.dims[0];
  const auto offsets = LastOffsets(x);
  const bool peepholes = v.Attr<bool>("use_peepholes");
  const bool reverse = v.Attr<bool>("is_reverse");
  const auto act = [&](const char* attr, double value) {
    return Activate(v.Attr<std::string>(attr), value);
  };
  const auto bias = [&](int64_t j) {
    return v.HasIn("Bias") ? v.In("Bias")[j] : 0.0;
  };
  const auto peephole = [&](int64_t j) { return peepholes ? bias(j) : 0.0; };
  Array hidden({x.dims[0], d}), cell({x.dims[0], d});
  hidden.lod = cell.lod = x.lod;
  for (size_t s = 0; s + 1 < offsets.size(); ++s) {
    std::vector<double> h(d), c(d), next(d);
    for (int64_t j = 0; j < d; ++j) {
      h[j] = v.HasIn("H0") ? v.In("H0")(s, j) : 0;
      c[j] = v.HasIn("C0") ? v.In("C0")(s, j) : 0;
    }
    for (int64_t t = 0; t < offsets[s + 1] - offsets[s]; ++t) {
      const int64_t r = reverse ? offsets[s + 1] - 1 - t : offsets[s] + t;
      for (int64_t j = 0; j < d; ++j) {
        double a[4];
        for (int gate = 0; gate < 4; ++gate) {
          const int64_t at = gate * d + j;
          a[gate] = x(r, at) + bias(at);
          for (int64_t k = 0; k < d; ++k) a[gate] += h[k] * w(k, at);
        }
        const double g = act("candidate_activation", a[0]);
        const double i =
            act("gate_activation", a[1] + peephole(4 * d + j) * c[j]);
        const double f =
            act("gate_activation", a[2] + peephole(5 * d + j) * c[j]);
        c[j] = f * c[j] + i * g;
        const double o =
            act("gate_activation", a[3] + peephole(6 * d + j) * c[j]);
        next[j] = o * act("cell_activation", c[j]);
        hidden(r, j) = next[j];
        cell(r, j) = c[j];
      }
      h = next;
    }
  }
  v.Out("Hidden") = hidden;
  v.Out("Cell") = cell;
}

OpCase Lstm(const LoD::Levels& lengths, bool peepholes, bool reverse,
            int64_t d = 3) {
  OpCase lstm("lstm", NameOf(lengths) + (peepholes ? " peepholes" : "") +
                          (reverse ? " reverse" : ""));
  lstm.Input("Input", Rows(lengths, {0, 4 * d}))
      .Input("Weight", Random({d, 4 * d}))
      .Input("Bias", Random({1, (peepholes ? 7 : 4) * d}))
      .Attr("use_peepholes", peepholes)
      .Attr("is_reverse", reverse)
      .Reference(LstmReference);
  return lstm;
}

TEST(Lstm, EveryLengthAndDirection) {
  for (const LoD::Levels& lengths : kLengths) {
    if (RowsOf(lengths) > 20) continue;
    for (const bool reverse : {false, true}) {
      for (const bool peepholes : {false, true}) {
        Lstm(lengths, peepholes, reverse)
            .Input("H0", States(lengths, 3))
            .Input("C0", States(lengths, 3))
            .Gradient({"Input", "H0", "C0", "Weight", "Bias"})
            .Check();
      }
    }
  }
}

TEST(Lstm, WithoutStates) {
  Lstm({{3, 0, 1, 4}}, true, false)
      .Gradient({"Input", "Weight", "Bias"})
      .Check();
  Lstm({{3, 0, 1, 4}}, false, true)
      .Input("C0", States({{3, 0, 1, 4}}, 3))
      .Gradient({"Input", "C0", "Weight", "Bias"})
      .Check();
}

TEST(Lstm, WithoutBias) {
  OpCase("lstm")
      .Input("Input", Rows({{2, 3}}, {0, 8}))
      .Input("Weight", Random({2, 8}))
      .Attr("use_peepholes", false)
      .Reference(LstmReference)
      .Gradient({"Input", "Weight"})
      .Check();
}

TEST(Lstm, EveryActivation) {
  for (const std::string name : {"identity", "sigmoid", "tanh", "relu"}) {
    Lstm({{2, 3}}, true, false, 2)
        .Attr("gate_activation", name)
        .Attr("cell_activation", name)
        .Attr("candidate_activation", name)
        .Gradient({"Input", "Weight", "Bias"})
        .Check();
  }
}

TEST(Lstm, DifferentActivations) {
  const LoD::Levels lengths = {{2, 1}, {3, 0, 2}};
  for (const bool reverse : {false, true}) {
    Lstm(lengths, true, reverse)
        .Input("H0", States(lengths, 3))
        .Attr("gate_activation", "tanh")
        .Attr("cell_activation", "identity")
        .Attr("candidate_activation", "sigmoid")
        .Gradient({"Input", "H0", "Weight", "Bias"})
        .Check();
  }
}

// More than one group of sequences, steps that library calls compute, and
// states that are no multiple of a register.
TEST(Lstm, ManySequences) {
  const LoD::Levels lengths = ManyLengths();
  Lstm(lengths, false, false, 37)
      .Input("H0", States(lengths, 37))
      .Attr("cell_activation", "tanh")
      .Check();
  Lstm(lengths, true, true, 16).Check();
}

// States from which on processors multiply bfloat16 themselves.
TEST(Lstm, WideStates) {
  const LoD::Levels lengths = {{3, 0, 1, 2}};
  for (const bool reverse : {false, true}) {
    Lstm(lengths, !reverse, reverse, 64)
        .Input("H0", States(lengths, 64))
        .Input("C0", States(lengths, 64))
        .Gradient({"H0", "C0", "Bias"})
        .Check();
  }
}

// States and sequences from which on integers are faster.
TEST(Lstm, RoundsToIntegers) {
  Lstm({{40, 3}}, false, false, 128)
      .Input("Weight", Random({128, 512}).In(-0.2, 0.2))
      .Attr("dynamic_int8", true)
      .Tolerance(5e-2)
      .Check();
}

TEST(Lstm, LongSequence) { Lstm({{70, 1, 9}}, false, false).Check(); }

TEST(Lstm, SaysWhatDoesNotFit) {
  const OpCase base = OpCase("lstm")
                          .Input("Input", Rows({{2, 1}}, {0, 8}))
                          .Input("Weight", Random({3, 12}));
  base.With("Bias", Random({1, 21}))
      .ExpectError(
          "lstm takes Input .rows, 4 . D. and Weight .D, 4 . D., not .3, 8. "
          "and .3, 12.");
  base.With("Weight", Random({2, 8}))
      .ExpectError("peepholes of lstm are a part of Bias, which is missing");
  Lstm({{2, 1}}, false, false)
      .Input("H0", Random({3, 3}))
      .ExpectError("H0 of lstm is .3, 3., not .2, 3.");
  base.With("Weight", Random({2, 8}))
      .With("Bias", Random({1, 8}))
      .ExpectError("Bias of lstm is .1, 8., not .1, 14.");
  base.With("Weight", Random({2, 8}))
      .With("Input", Random({3, 8}))
      .WithAttr("use_peepholes", false)
      .ExpectError("input Input.* of lstm, .*, form no sequences");
}

}  // namespace
}  // namespace paddle::operators::testing
