#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/precision.h"
#include "paddle/operators/common/levels.h"
#include "paddle/operators/common/sum_type.h"
#include "paddle/operators/recurrent_unit/gate_maker.h"
#include "paddle/operators/recurrent_unit/shapes.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

class LstmOpMaker : public LstmOpMakerBase {
 public:
  void Make() override {
    AddSequences("4 D", "four parts of D columns for g, i, f and o",
                 "hidden state");
    AddInput("C0", "The same for the cell, [sequences, D].").AsOptional();
    AddInput("Weight",
             "[D, 4 D], the weight of the hidden state, for g, i, f and o.");
    AddOutput("Hidden", "[rows, D], h of each row.");
    AddCells();
    AddAttr<bool>("dynamic_int8",
                  "Whether Weight and h, if they are float32, may be rounded "
                  "to 8-bit integers for their product, in steps of the "
                  "largest number of each column and of each row by 127, where "
                  "that is faster: for inference.")
        .SetDefault(false);
    MayReuse("BatchGate", "Input");
    KernelTypeFrom("Weight");
    AddComment(
        "Long short-term memory (Hochreiter and Schmidhuber 1997; peepholes: "
        "Gers and Schmidhuber 2000) over each sequence of the last level, "
        "without padding. With a = x + h' Weight + b in four parts, h' and c' "
        "being those of the step before: g = candidate_activation(a_g), i = "
        "gate_activation(a_i + p_i c'), f = gate_activation(a_f + p_f c'), c = "
        "f c' + i g, o = gate_activation(a_o + p_o c), h = o "
        "cell_activation(c). Of 16-bit types all but the products is float32, "
        "as Cell is and C0 and Bias may be. Errors: InvalidArgument for rows "
        "that form no "
        "sequences, and unless the widths fit each other and all data types "
        "agree. Also for use_peepholes without Bias.");
  }
};

void InferLstm(framework::InferShapeContext* context) {
  const int64_t sequences = SequencesOf(context, "Input");
  const int64_t d = StateSizeOf(context, 4);
  CheckMatrix(context, "H0", sequences, d, "Input");
  CheckSums(context, "C0", sequences, d, "Input");
  const bool peepholes = context->Attr<bool>("use_peepholes");
  PADDLE_ENFORCE(!peepholes || context->HasInput("Bias"), InvalidArgument,
                 "the peepholes of lstm are a part of Bias, which is missing");
  CheckSums(context, "Bias", 1, context->sizes().Mul(peepholes ? 7 : 4, d),
            "Input");
  const framework::Dims input = context->InputDims("Input");
  const auto dtype = context->InputType("Input");
  context->SetOutput("Hidden", {input[0], d}, dtype);
  context->SetOutput("Cell", {input[0], d}, SumType(dtype));
  context->SetOutput("BatchCellPreAct", {input[0], d}, SumType(dtype));
  context->SetOutput("BatchGate", input, SumType(dtype));
  for (const char* output :
       {"Hidden", "Cell", "BatchCellPreAct", "BatchGate"}) {
    context->ShareLoD("Input", output);
  }
}

// Each of the 4H gate values: a product, two sums (input, bias) and an
// activation. Each of H: the new cell (3), its activation and the product with
// the output gate; peepholes take 6 more.
double LstmFlops(const framework::FlopsContext& op) {
  const double rows = op.DimsOf("Input")[0];
  const double hidden = op.DimsOf("Weight")[0];
  const double gates = op.DimsOf("Weight")[1];
  const int peepholes = op.Attr<bool>("use_peepholes") ? 6 : 0;
  return rows * (2 * hidden * gates + 3 * gates + (5 + peepholes) * hidden);
}

}  // namespace

REGISTER_OP(lstm, framework::ShapeFunction(InferLstm), LstmOpMaker, lstm_grad,
            framework::GradOpSchema({"H0", "C0", "Weight", "Bias", "Hidden",
                                     "Cell", "BatchGate", "BatchCellPreAct"},
                                    {{"Input@GRAD", "BatchGate"}}));
// Small products are not faster than the roundings around them.
REGISTER_PRECISION_FROM(96, "Weight", lstm, kHalf, "Input", "H0", "Weight");
REGISTER_OP_FLOPS(lstm, LstmFlops, framework::GradFlops::kTwice);

}  // namespace paddle::operators
