#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/precision.h"
#include "paddle/operators/common/levels.h"
#include "paddle/operators/recurrent_unit/gate_maker.h"
#include "paddle/operators/recurrent_unit/shapes.h"

namespace paddle::operators {
namespace {

class GruOpMaker : public GruOpMakerBase {
 public:
  void Make() override {
    AddSequences("3 D", "three parts of D columns for u, r and g", "state");
    AddWeights();
    AddOutput("BatchGate",
              "[rows, 3 D], u, r and g of each row, for the gradient.")
        .AsIntermediate();
    AddOutput("BatchResetHiddenPrev",
              "[rows, D], r h' of each row, or with reset_after h' W_g + c, "
              "for the gradient.")
        .AsIntermediate();
    AddOutput("Hidden", "[rows, D], h of each row.");
    AddActivations();
    AddReverse();
    AddModes();
    MayReuse("BatchGate", "Input");
    KernelTypeFrom("Weight");
    AddComment(
        "Gated recurrent units (Cho et al. 2014) over each sequence of the "
        "last level, without padding. With a = x + b in three parts, and h' "
        "being h of the step before: u = gate_activation(a_u + h' W_u), r = "
        "gate_activation(a_r + h' W_r), g = activation(a_g + (r h') W_g), h = "
        "(1 - u) h' + u g; with origin_mode, as in the paper, h = u h' + (1 - "
        "u) g; with reset_after, as in cuDNN and PyTorch, g = activation(a_g + "
        "r (h' W_g + c)). Of 16-bit types all but the products is float32, as "
        "Bias may "
        "be. Errors: InvalidArgument for rows that form no sequences, and "
        "unless the widths fit each other and all data types agree.");
  }
};

void InferGru(framework::InferShapeContext* context) {
  InferGruShapes(context, "H0", SequencesOf(context, "Input"),
                 "BatchResetHiddenPrev", "BatchGate");
}

}  // namespace

REGISTER_OP(gru, framework::ShapeFunction(InferGru), GruOpMaker, gru_grad,
            framework::GradOpSchema({"H0", "Weight", "Hidden", "BatchGate",
                                     "BatchResetHiddenPrev"},
                                    {{"Input@GRAD", "BatchGate"}}));
// Small products are not faster than the roundings around them.
REGISTER_PRECISION_FROM(128, "Weight", gru, kHalf, "Input", "H0", "Weight");
REGISTER_OP_FLOPS(gru, GruFlops, framework::GradFlops::kTwice);

}  // namespace paddle::operators
