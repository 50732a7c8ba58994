// Second gradients of recurrent units. The forward pass is written once more in
// ordinary operators, of single steps or in a `recurrent` operator; the
// gradients of those give the second gradient.
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/composite.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::NameList;

namespace {

// C = sigmoid(f + bias) C_prev + sigmoid(i) tanh(g), H = sigmoid(o) tanh(C)
void LstmUnit(Composite* c) {
  const std::string x = c->In("X");
  const int64_t width = c->Shape(c->In("C_prev"))[1];
  const auto part = [&](int64_t k) {
    return c->Slice(x, 1, k * width, (k + 1) * width);
  };
  const std::string f =
      c->Of("sigmoid", c->Scale(part(1), 1, c->Attr<double>("forget_bias")));
  const std::string input =
      c->Mul(c->Of("sigmoid", part(0)), c->Of("tanh", part(3)));
  const std::string cell = c->Add(c->Mul(f, c->In("C_prev")), input);
  c->ForwardResult("C", cell);
  c->ForwardResult("H", c->Mul(c->Of("sigmoid", part(2)), c->Of("tanh", cell)));
}

std::string Activated(Composite* c, const char* attribute,
                      const std::string& x) {
  const std::string type = c->Attr<std::string>(attribute);
  return type == "identity" ? x : c->Of(type, x);
}

std::string Product(Composite* c, const std::string& x, const std::string& y) {
  return c->Op("matmul", {{"X", {x}}, {"Y", {y}}});
}

// Returns D, on which all other sizes depend. It has to be known: slices of a
// symbolic size cannot be written down.
int64_t StateSize(Composite* c) {
  const int64_t d = c->Shape(c->In("Weight"))[0];
  PADDLE_ENFORCE(d >= 0, Unimplemented, c->type(),
                 " has no gradient while the size of Weight is not known");
  return d;
}

// Adds the bias to the inputs; it may be followed by peepholes, which are left.
std::string Biased(Composite* c, const std::string& x, int64_t width) {
  if (!c->Has("Bias")) return x;
  return c->Add(x, c->Slice(c->In("Bias"), 1, 0, width));
}

// One step of gated recurrent units.
struct Gru {
  explicit Gru(Composite* composite)
      : c(composite),
        d(StateSize(c)),
        reset_after(c->Attr<bool>("reset_after")) {
    if (reset_after) {
      if (c->Has("Bias")) bias = c->Slice(c->In("Bias"), 1, 3 * d, 4 * d);
      return;
    }
    const std::string weights = c->Reshape(c->In("Weight"), {-1});
    gates = c->Reshape(c->Slice(weights, 0, 0, 2 * d * d), {d, 2 * d});
    candidate = c->Reshape(c->Slice(weights, 0, 2 * d * d, 3 * d * d), {d, d});
  }

  // Returns the new state, given the inputs with their bias and the old state.
  std::string Step(const std::string& a, const std::string& h) const {
    const std::string all =
        reset_after ? Product(c, h, c->In("Weight")) : std::string();
    const std::string of_gates =
        reset_after ? c->Slice(all, 1, 0, 2 * d) : Product(c, h, gates);
    const std::string ur = Activated(
        c, "gate_activation", c->Add(c->Slice(a, 1, 0, 2 * d), of_gates));
    const std::string u = c->Slice(ur, 1, 0, d);
    const std::string r = c->Slice(ur, 1, d, 2 * d);
    const std::string reset =
        reset_after ? ResetAfter(r, c->Slice(all, 1, 2 * d, 3 * d))
                    : Product(c, c->Mul(r, h), candidate);
    const std::string g =
        Activated(c, "activation", c->Add(c->Slice(a, 1, 2 * d, 3 * d), reset));
    const std::string rest = c->Scale(u, -1, 1);
    const bool origin = c->Attr<bool>("origin_mode");
    return c->Add(c->Mul(origin ? u : rest, h), c->Mul(origin ? rest : u, g));
  }

  // Returns what r lets through of the state's product.
  std::string ResetAfter(const std::string& r,
                         const std::string& product) const {
    return c->Mul(r, bias.empty() ? product : c->Add(product, bias));
  }

  Composite* c;
  int64_t d;
  bool reset_after;
  std::string gates, candidate;  // weights
  std::string bias;              // of the product that is reset
};

void GruUnit(Composite* c) {
  const Gru gru(c);
  c->ForwardResult("Hidden", gru.Step(Biased(c, c->In("Input"), 3 * gru.d),
                                      c->In("HiddenPrev")));
}

// Returns the state before the first step; zeros if the slot is empty.
std::string InitialState(Composite* c, const char* slot, int64_t d) {
  return c->Has(slot) ? c->In(slot) : c->Zeros({d}, c->In("Weight"));
}

// Runs `step` on the rows of the sequences, of `width` columns, with the bias
// added. Its results become the operator's `outputs`.
void OverSequences(Composite* c, int64_t width, const NameList& states,
                   const NameList& outputs,
                   const std::function<StepEnds(const StepEnds&)>& step) {
  const std::string rows = Biased(c, c->LastLevel(c->In("Input")), width);
  const NameList found =
      c->Recurrent({rows}, states, c->Attr<bool>("is_reverse"), step);
  for (size_t i = 0; i < outputs.size(); ++i) {
    c->ForwardResult(outputs[i], c->WithSequencesOf(c->In("Input"), found[i]));
  }
}

void GruOverSequences(Composite* c) {
  const Gru gru(c);
  OverSequences(c, 3 * gru.d, {InitialState(c, "H0", gru.d)}, {"Hidden"},
                [&](const StepEnds& begin) -> StepEnds {
                  const std::string h =
                      gru.Step(begin.rows[0], begin.memories[0]);
                  return {{h}, {h}};
                });
}

// One step of long short-term memory, with peepholes if the operator has them.
struct Lstm {
  Lstm(Composite* composite, int64_t size) : c(composite), d(size) {
    if (!c->Attr<bool>("use_peepholes")) return;
    for (int64_t gate = 4; gate < 7; ++gate) {
      peepholes.push_back(c->Slice(c->In("Bias"), 1, gate * d, (gate + 1) * d));
    }
  }

  // Returns the input, forget or output gate: part 1, 2 or 3 of a.
  std::string Gate(const std::string& a, int64_t part,
                   const std::string& cell) const {
    std::string x = c->Slice(a, 1, part * d, (part + 1) * d);
    if (!peepholes.empty()) x = c->Add(x, c->Mul(cell, peepholes[part - 1]));
    return Activated(c, "gate_activation", x);
  }

  // Computes a step from the inputs with their bias; the memories are what the
  // weight multiplies, the hidden state or its projection, and the cell. Ends
  // with the new hidden state and cell.
  StepEnds Step(const StepEnds& begin) const {
    const std::string h = begin.memories[0], cell = begin.memories[1];
    const std::string a = c->Add(begin.rows[0], Product(c, h, c->In("Weight")));
    const std::string g =
        Activated(c, "candidate_activation", c->Slice(a, 1, 0, d));
    const std::string next =
        c->Add(c->Mul(Gate(a, 2, cell), cell), c->Mul(Gate(a, 1, cell), g));
    const std::string hidden =
        c->Mul(Gate(a, 3, next), Activated(c, "cell_activation", next));
    return {{hidden, next}, {hidden, next}};
  }

  Composite* c;
  int64_t d;
  NameList peepholes;  // of the gates i, f and o
};

void LstmOverSequences(Composite* c) {
  const Lstm lstm(c, StateSize(c));
  OverSequences(c, 4 * lstm.d,
                {InitialState(c, "H0", lstm.d), InitialState(c, "C0", lstm.d)},
                {"Hidden", "Cell"},
                [&](const StepEnds& begin) { return lstm.Step(begin); });
}

// Returns the projection of a hidden state.
std::string Projected(Composite* c, const std::string& hidden) {
  const std::string r =
      Activated(c, "proj_activation", Product(c, hidden, c->In("ProjWeight")));
  const double clip = c->Attr<double>("proj_clip");
  if (clip == 0) return r;
  return c->Op("clip", {{"X", {r}}}, {{"min", -clip}, {"max", clip}});
}

void LstmpOverSequences(Composite* c) {
  const int64_t p = StateSize(c);
  const int64_t d = c->Shape(c->In("ProjWeight"))[0];
  PADDLE_ENFORCE(d >= 0, Unimplemented, c->type(),
                 " has no gradient while the size of ProjWeight is not known");
  const Lstm lstm(c, d);
  OverSequences(c, 4 * d, {InitialState(c, "H0", p), InitialState(c, "C0", d)},
                {"Projection", "Cell"}, [&](const StepEnds& begin) -> StepEnds {
                  const NameList end = lstm.Step(begin).memories;
                  const std::string r = Projected(c, end[0]);
                  return {{r, end[1]}, {r, end[1]}};
                });
}

}  // namespace

REGISTER_GRADIENT_MAKER(lstm_unit_grad, CompositeGradient(LstmUnit));
REGISTER_GRADIENT_MAKER(lstm_grad, CompositeGradient(LstmOverSequences));
REGISTER_GRADIENT_MAKER(lstmp_grad, CompositeGradient(LstmpOverSequences));
REGISTER_GRADIENT_MAKER(gru_unit_grad, CompositeGradient(GruUnit));
REGISTER_GRADIENT_MAKER(gru_grad, CompositeGradient(GruOverSequences));

}  // namespace paddle::operators

extern "C" int PaddleTouchSecondGradients_recurrent_unit() { return 0; }
