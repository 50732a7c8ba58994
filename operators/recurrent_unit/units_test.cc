#include <cmath>
#include <string>

#include "paddle/operators/recurrent_unit/test_references.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

void LstmUnitReference(OpValues& v) {
  const Array& x = v.In("X");
  const Array& before = v.In("C_prev");
  const int64_t d = before.dims[1];
  const auto sigmoid = [](double a) { return Activate("sigmoid", a); };
  Array c(before.dims), h(before.dims);
  for (int64_t r = 0; r < before.dims[0]; ++r) {
    for (int64_t j = 0; j < d; ++j) {
      const double f = sigmoid(x(r, d + j) + v.Attr<double>("forget_bias"));
      c(r, j) =
          f * before(r, j) + sigmoid(x(r, j)) * std::tanh(x(r, 3 * d + j));
      h(r, j) = sigmoid(x(r, 2 * d + j)) * std::tanh(c(r, j));
    }
  }
  v.Out("C") = c;
  v.Out("H") = h;
}

TEST(LstmUnit, OneStep) {
  for (const double forget_bias : {0.0, 1.5}) {
    OpCase("lstm_unit")
        .Input("X", Random({3, 20}))
        .Input("C_prev", Random({3, 5}))
        .Attr("forget_bias", forget_bias)
        .Reference(LstmUnitReference)
        .Gradient({"X", "C_prev"})
        .ScaleRows({"X", "C_prev"})
        .Check();
  }
}

TEST(LstmUnit, SaysWhatDoesNotFit) {
  const OpCase base = OpCase("lstm_unit")
                          .Input("X", Random({3, 20}))
                          .Input("C_prev", Random({3, 4}));
  base.ExpectError(
      "lstm_unit takes X .batch, 4 D. and C_prev .batch, D., not .3, 20. and "
      ".3, 4.");
  base.With("C_prev", Random({2, 5}))
      .ExpectError("C_prev of lstm_unit is .2, 5., not .3, 5.");
}

void GruUnitReference(OpValues& v) {
  const Array& x = v.In("Input");
  const Array& before = v.In("HiddenPrev");
  const Array& w = v.In("Weight");
  const int64_t d = before.dims[1];
  const bool reset_after = v.Attr<bool>("reset_after");
  const auto act = [&](const char* attr, double value) {
    return Activate(v.Attr<std::string>(attr), value);
  };
  Array h(before.dims);
  for (int64_t r = 0; r < before.dims[0]; ++r) {
    const auto bias = [&](int64_t j) {
      return v.HasIn("Bias") ? v.In("Bias")[j] : 0.0;
    };
    const auto a = [&](int64_t j) { return x(r, j) + bias(j); };
    const auto gate = [&](int64_t j) {
      double sum = a(j);
      for (int64_t k = 0; k < d; ++k) {
        sum += before(r, k) * w[k * (reset_after ? 3 : 2) * d + j];
      }
      return act("gate_activation", sum);
    };
    for (int64_t j = 0; j < d; ++j) {
      double sum = 0, product = reset_after ? bias(3 * d + j) : 0;
      for (int64_t k = 0; k < d; ++k) {
        sum += gate(d + k) * before(r, k) * w[2 * d * d + k * d + j];
        product += before(r, k) * w[k * 3 * d + 2 * d + j];
      }
      if (reset_after) sum = gate(d + j) * product;
      const double g = act("activation", a(2 * d + j) + sum);
      const double keep = v.Attr<bool>("origin_mode") ? gate(j) : 1 - gate(j);
      h(r, j) = keep * before(r, j) + (1 - keep) * g;
    }
  }
  v.Out("Hidden") = h;
}

OpCase GruUnit() {
  OpCase unit("gru_unit");
  unit.Input("Input", Random({4, 9}))
      .Input("HiddenPrev", Random({4, 3}))
      .Input("Weight", Random({3, 9}))
      .Reference(GruUnitReference);
  return unit;
}

TEST(GruUnit, OneStep) {
  for (const bool origin_mode : {false, true}) {
    GruUnit()
        .Input("Bias", Random({1, 9}))
        .Attr("origin_mode", origin_mode)
        .Gradient({"Input", "HiddenPrev", "Weight", "Bias"})
        .ScaleRows({"Input", "HiddenPrev"})
        .Check();
  }
}

TEST(GruUnit, ResetAfter) {
  GruUnit()
      .Input("Bias", Random({1, 12}))
      .Attr("reset_after", true)
      .Gradient({"Input", "HiddenPrev", "Weight", "Bias"})
      .ScaleRows({"Input", "HiddenPrev"})
      .Check();
  GruUnit()
      .Attr("reset_after", true)
      .Gradient({"Input", "HiddenPrev", "Weight"})
      .Check();
}

TEST(GruUnit, EveryActivation) {
  for (const std::string name : {"identity", "sigmoid", "tanh", "relu"}) {
    GruUnit()
        .Attr("gate_activation", name)
        .Attr("activation", name)
        .Gradient({"Input", "HiddenPrev", "Weight"})
        .Check();
  }
}

TEST(GruUnit, SaysWhatDoesNotFit) {
  OpCase("gru_unit")
      .Input("Input", Random({4, 9}))
      .Input("HiddenPrev", Random({3, 3}))
      .Input("Weight", Random({3, 9}))
      .ExpectError("HiddenPrev of gru_unit is .3, 3., not .4, 3.");
}

}  // namespace
}  // namespace paddle::operators::testing
