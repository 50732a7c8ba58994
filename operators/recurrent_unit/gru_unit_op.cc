#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/recurrent_unit/gate_maker.h"
#include "paddle/operators/recurrent_unit/shapes.h"

namespace paddle::operators {
namespace {

class GruUnitOpMaker : public GruOpMakerBase {
 public:
  void Make() override {
    AddInput("Input",
             "[batch, 3 D], the inputs times their weight, in three parts of D "
             "columns for u, r and g.");
    AddInput("HiddenPrev", "[batch, D], the state before.");
    AddWeights();
    AddOutput("Gate", "[batch, 3 D], u, r and g, for the gradient.")
        .AsIntermediate();
    AddOutput("ResetHiddenPrev",
              "[batch, D], r h', or with reset_after h' W_g + c, for the "
              "gradient.")
        .AsIntermediate();
    AddOutput("Hidden", "[batch, D], the state after.");
    AddActivations();
    AddModes();
    MayReuse("Gate", "Input");
    AddComment(
        "One step of gru, which has the formulas, for each row. Source: Cho et "
        "al. 2014, arXiv:1406.1078. Errors: InvalidArgument unless the widths "
        "fit each other and all data types agree.");
  }
};

void InferGruUnit(framework::InferShapeContext* context) {
  const framework::Dims input = context->InputDims("Input");
  InferGruShapes(context, "HiddenPrev", input.rank() == 0 ? 0 : input[0],
                 "ResetHiddenPrev", "Gate");
}

}  // namespace

REGISTER_OP(gru_unit, framework::ShapeFunction(InferGruUnit), GruUnitOpMaker,
            gru_unit_grad,
            framework::GradOpSchema({"HiddenPrev", "Weight", "Hidden", "Gate",
                                     "ResetHiddenPrev"},
                                    {{"Input@GRAD", "Gate"}}));
REGISTER_OP_FLOPS(gru_unit, GruFlops, framework::GradFlops::kTwice);

}  // namespace paddle::operators
