#include <string>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/recurrent_unit/shapes.h"

namespace paddle::operators {
namespace {

class GruUnitOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("Input",
             "[batch, 3 D], the inputs times their weight, in three parts of D "
             "columns for u, r and g.");
    AddInput("HiddenPrev", "[batch, D], the state before.");
    AddInput("Weight",
             "[D, 3 D], the weights of the state: the elements of W_ur, "
             "[D, 2 D], and behind them those of W_g, [D, D].");
    AddInput("Bias", "[1, 3 D], for u, r and g; zeros if left out.")
        .AsOptional();
    AddOutput("Gate", "[batch, 3 D], u, r and g, for the gradient.")
        .AsIntermediate();
    AddOutput("ResetHiddenPrev", "[batch, D], r h', for the gradient.")
        .AsIntermediate();
    AddOutput("Hidden", "[batch, D], the state after.");
    AddAttr<std::string>("activation", "Of g.")
        .SetDefault("tanh")
        .OneOf(GateActivationNames());
    AddAttr<std::string>("gate_activation", "Of u and r.")
        .SetDefault("sigmoid")
        .OneOf(GateActivationNames());
    AddAttr<bool>("origin_mode", "Whether h = u h' + (1 - u) g.")
        .SetDefault(false);
    MayReuse("Gate", "Input");
    AddComment(
        "One step of gru, which has the formulas, for each row. Source: Cho et "
        "al. 2014, arXiv:1406.1078. Errors: "
        "InvalidArgument unless the widths fit each other and all data types "
        "agree.");
  }
};

class GruUnitOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    const framework::Dims input = context->InputDims("Input");
    InferGruShapes(context, "HiddenPrev", input.rank() == 0 ? 0 : input[0],
                   "ResetHiddenPrev", "Gate");
  }
};

class GruUnitGradOp : public framework::GradOpSchema {
 public:
  GruUnitGradOp()
      : GradOpSchema(
            {"HiddenPrev", "Weight", "Hidden", "Gate", "ResetHiddenPrev"}) {
    MayReuse("Input@GRAD", "Gate");
  }
};

}  // namespace

REGISTER_OP(gru_unit, GruUnitOp, GruUnitOpMaker, gru_unit_grad, GruUnitGradOp);
REGISTER_OP_FLOPS(gru_unit, GruFlops, framework::GradFlops::kTwice);

}  // namespace paddle::operators
