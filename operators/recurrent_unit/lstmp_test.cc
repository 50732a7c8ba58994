#include <algorithm>
#include <string>
#include <vector>

#include "paddle/operators/recurrent_unit/test_references.h"
#include "paddle/operators/sequence/test_sequences.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

using framework::LoD;

constexpr int64_t kCells = 3;
constexpr int64_t kProjected = 2;

double ActivateBy(const OpValues& v, const char* attribute, double x) {
  return Activate(v.Attr<std::string>(attribute), x);
}

// Computes one step from the formulas; r and c become the new ones.
void Step(const OpValues& v, int64_t row, std::vector<double>* r,
          std::vector<double>* c) {
  const Array& w = v.In("Weight");
  const Array& projection = v.In("ProjWeight");
  const int64_t d = projection.dims[0], p = projection.dims[1];
  const auto bias = [&](int64_t j) {
    return v.HasIn("Bias") ? v.In("Bias")[j] : 0.0;
  };
  const auto peephole = [&](int64_t part, int64_t j) {
    return v.Attr<bool>("use_peepholes") ? bias(part * d + j) : 0.0;
  };
  std::vector<double> h(d);
  for (int64_t j = 0; j < d; ++j) {
    double a[4];
    for (int gate = 0; gate < 4; ++gate) {
      const int64_t at = gate * d + j;
      a[gate] = v.In("Input")(row, at) + bias(at);
      for (int64_t k = 0; k < p; ++k) a[gate] += (*r)[k] * w(k, at);
    }
    double& cell = (*c)[j];
    const double g = ActivateBy(v, "candidate_activation", a[0]);
    const double i =
        ActivateBy(v, "gate_activation", a[1] + peephole(4, j) * cell);
    const double f =
        ActivateBy(v, "gate_activation", a[2] + peephole(5, j) * cell);
    cell = f * cell + i * g;
    h[j] = ActivateBy(v, "gate_activation", a[3] + peephole(6, j) * cell) *
           ActivateBy(v, "cell_activation", cell);
  }
  const double clip = v.Attr<double>("proj_clip");
  for (int64_t k = 0; k < p; ++k) {
    double sum = 0;
    for (int64_t j = 0; j < d; ++j) sum += h[j] * projection(j, k);
    const double value = ActivateBy(v, "proj_activation", sum);
    (*r)[k] = clip > 0 ? std::min(std::max(value, -clip), clip) : value;
  }
}

void LstmpReference(OpValues& v) {
  const Array& x = v.In("Input");
  const int64_t d = v.In("ProjWeight").dims[0];
  const int64_t p = v.In("ProjWeight").dims[1];
  const auto offsets = LastOffsets(x);
  const bool reverse = v.Attr<bool>("is_reverse");
  Array projection({x.dims[0], p}), cell({x.dims[0], d});
  projection.lod = cell.lod = x.lod;
  for (size_t s = 0; s + 1 < offsets.size(); ++s) {
    std::vector<double> r(p), c(d);
    for (int64_t k = 0; k < p && v.HasIn("H0"); ++k) r[k] = v.In("H0")(s, k);
    for (int64_t j = 0; j < d && v.HasIn("C0"); ++j) c[j] = v.In("C0")(s, j);
    for (int64_t t = 0; t < offsets[s + 1] - offsets[s]; ++t) {
      const int64_t row = reverse ? offsets[s + 1] - 1 - t : offsets[s] + t;
      Step(v, row, &r, &c);
      for (int64_t k = 0; k < p; ++k) projection(row, k) = r[k];
      for (int64_t j = 0; j < d; ++j) cell(row, j) = c[j];
    }
  }
  v.Out("Projection") = projection;
  v.Out("Cell") = cell;
}

OpCase Lstmp(const LoD::Levels& lengths, bool peepholes, bool reverse,
             int64_t d = kCells, int64_t p = kProjected) {
  OpCase lstmp("lstmp", NameOf(lengths) + (peepholes ? " peepholes" : "") +
                            (reverse ? " reverse" : ""));
  lstmp.Input("Input", Rows(lengths, {0, 4 * d}))
      .Input("Weight", Random({p, 4 * d}))
      .Input("ProjWeight", Random({d, p}))
      .Input("Bias", Random({1, (peepholes ? 7 : 4) * d}))
      .Attr("use_peepholes", peepholes)
      .Attr("is_reverse", reverse)
      .Reference(LstmpReference);
  return lstmp;
}

TEST(Lstmp, EveryLengthAndDirection) {
  for (const LoD::Levels& lengths : kLengths) {
    if (RowsOf(lengths) > 20) continue;
    for (const bool reverse : {false, true}) {
      for (const bool peepholes : {false, true}) {
        Lstmp(lengths, peepholes, reverse)
            .Input("H0", States(lengths, kProjected))
            .Input("C0", States(lengths, kCells))
            .Gradient({"Input", "H0", "C0", "Weight", "ProjWeight", "Bias"})
            .Check();
      }
    }
  }
}

TEST(Lstmp, WithoutStates) {
  Lstmp({{3, 0, 1, 4}}, true, false)
      .Gradient({"Input", "Weight", "ProjWeight", "Bias"})
      .Check();
  Lstmp({{3, 0, 1, 4}}, false, true)
      .Input("C0", States({{3, 0, 1, 4}}, kCells))
      .Gradient({"Input", "C0", "Weight", "ProjWeight", "Bias"})
      .Check();
}

TEST(Lstmp, WithoutBias) {
  OpCase("lstmp")
      .Input("Input", Rows({{2, 3}}, {0, 8}))
      .Input("Weight", Random({3, 8}))
      .Input("ProjWeight", Random({2, 3}))
      .Attr("use_peepholes", false)
      .Reference(LstmpReference)
      .Gradient({"Input", "Weight", "ProjWeight"})
      .Check();
}

TEST(Lstmp, EveryActivation) {
  for (const std::string name : {"identity", "sigmoid", "tanh", "relu"}) {
    Lstmp({{2, 3}}, true, false, 2, 2)
        .Attr("gate_activation", name)
        .Attr("cell_activation", name)
        .Attr("candidate_activation", name)
        .Attr("proj_activation", name)
        .Gradient({"Input", "Weight", "ProjWeight", "Bias"})
        .Check();
  }
}

// Some projections are clipped, and have no gradient.
TEST(Lstmp, ClipsProjections) {
  Lstmp({{4, 2}}, true, false)
      .Input("H0", States({{4, 2}}, kProjected))
      .Attr("proj_activation", "identity")
      .Attr("proj_clip", 0.05)
      .Gradient({"Input", "H0", "Weight", "ProjWeight", "Bias"})
      .Check();
}

// More than one group of sequences, steps that library calls compute, and
// states that are no multiple of a register.
TEST(Lstmp, ManySequences) {
  const LoD::Levels lengths = ManyLengths();
  Lstmp(lengths, false, false, 37, 19)
      .Input("H0", States(lengths, 19))
      // Larger weights would magnify roundings from step to step.
      .Input("Weight", Random({19, 4 * 37}).In(-0.3, 0.3))
      .Input("ProjWeight", Random({37, 19}).In(-0.3, 0.3))
      .Check();
  Lstmp(lengths, true, true, 16, 8).Check();
}

TEST(Lstmp, LongSequence) { Lstmp({{70, 1, 9}}, false, false).Check(); }

TEST(Lstmp, SaysWhatDoesNotFit) {
  const OpCase base = Lstmp({{2, 1}}, true, false);
  base.With("Weight", Random({3, 12}))
      .ExpectError(
          "lstmp takes Input .rows, 4 . D., Weight .P, 4 . D. and ProjWeight "
          ".D, P., not .3, 12., .3, 12. and .3, 2.");
  base.With("ProjWeight", Random({4, 2})).ExpectError("and .4, 2.");
  base.With("H0", Random({2, 3}))
      .ExpectError("H0 of lstmp is .2, 3., not .*, 2.");
  base.With("C0", Random({3, 3}))
      .ExpectError("C0 of lstmp is .3, 3., not .2, 3.");
  base.With("Bias", Random({1, 12}))
      .ExpectError("Bias of lstmp is .1, 12., not .1, 21.");
  base.With("Input", Random({3, 12}))
      .ExpectError("input Input.* of lstmp, .*, form no sequences");
  OpCase("lstmp")
      .Input("Input", Rows({{2, 1}}, {0, 8}))
      .Input("Weight", Random({3, 8}))
      .Input("ProjWeight", Random({2, 3}))
      .ExpectError("peepholes of lstmp are a part of Bias, which is missing");
}

}  // namespace
}  // namespace paddle::operators::testing
