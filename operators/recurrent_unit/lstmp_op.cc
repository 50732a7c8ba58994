#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/common/levels.h"
#include "paddle/operators/recurrent_unit/gate_maker.h"
#include "paddle/operators/recurrent_unit/shapes.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using framework::MayBeEqual;

class LstmpOpMaker : public LstmOpMakerBase {
 public:
  void Make() override {
    AddSequences("4 D", "four parts of D columns for g, i, f and o",
                 "projection", "P");
    AddInput("C0",
             "[sequences, D], the cell before the first step of each sequence; "
             "zeros if left out.")
        .AsOptional();
    AddInput("Weight",
             "[P, 4 D], the weight of the projection, for g, i, f and o.");
    AddInput("ProjWeight", "[D, P], by which the hidden state is projected.");
    AddOutput("Projection", "[rows, P], r of each row.");
    AddCells();
    AddOutput("BatchHidden", "[rows, D], h of each row, for the gradient.")
        .AsIntermediate();
    AddActivation("proj_activation", "Of h ProjWeight.", "tanh");
    AddAttr<double>("proj_clip",
                    "The largest number, and minus the smallest, that r may "
                    "have; 0: any.")
        .SetDefault(0.0)
        .AtLeast(0);
    MayReuse("BatchGate", "Input");
    KernelTypeFrom("Weight");
    AddComment(
        "Long short-term memory with a recurrent projection over each sequence "
        "of the last level, without padding: lstm, with r' in place of h', "
        "where r = proj_activation(h ProjWeight), kept within proj_clip, has "
        "fewer elements than h. With a = x + r' Weight + b in four parts, r' "
        "and c' being those of the step before: g = candidate_activation(a_g), "
        "i = gate_activation(a_i + p_i c'), f = gate_activation(a_f + p_f c'), "
        "c = f c' + i g, o = gate_activation(a_o + p_o c), h = o "
        "cell_activation(c). Source: Sak, Senior and Beaufays, \"Long "
        "short-term memory based recurrent neural network architectures for "
        "large vocabulary speech recognition\" (2014). Errors: InvalidArgument "
        "for rows that form no sequences, and unless the widths fit each other "
        "and all data types agree. Also for use_peepholes without Bias.");
  }
};

// Returns D and checks what it is multiplied with.
int64_t CheckWidths(framework::InferShapeContext* context) {
  const Dims input = context->InputDims("Input");
  const Dims weight = context->InputDims("Weight");
  const Dims projection = context->InputDims("ProjWeight");
  const bool matrices =
      input.rank() == 2 && weight.rank() == 2 && projection.rank() == 2;
  const int64_t width =
      matrices ? context->sizes().Mul(4, projection[0]) : int64_t{0};
  PADDLE_ENFORCE(matrices && MayBeEqual(input[1], width) &&
                     MayBeEqual(weight, Dims({projection[1], width})),
                 InvalidArgument,
                 "lstmp takes Input [rows, 4 * D], Weight [P, 4 * D] and "
                 "ProjWeight [D, P], not ",
                 input.ToString(), ", ", weight.ToString(), " and ",
                 projection.ToString());
  for (const char* slot : {"Weight", "ProjWeight"}) {
    PADDLE_ENFORCE_EQ(context->InputType(slot), context->InputType("Input"),
                      slot, " and Input of lstmp have one data type");
  }
  return projection[0];
}

void InferLstmp(framework::InferShapeContext* context) {
  const int64_t sequences = SequencesOf(context, "Input");
  const int64_t d = CheckWidths(context);
  const int64_t p = context->InputDims("ProjWeight")[1];
  CheckMatrix(context, "H0", sequences, p, "Input");
  CheckMatrix(context, "C0", sequences, d, "Input");
  const bool peepholes = context->Attr<bool>("use_peepholes");
  PADDLE_ENFORCE(!peepholes || context->HasInput("Bias"), InvalidArgument,
                 "the peepholes of lstmp are a part of Bias, which is missing");
  CheckMatrix(context, "Bias", 1, context->sizes().Mul(peepholes ? 7 : 4, d),
              "Input");
  const Dims input = context->InputDims("Input");
  const auto dtype = context->InputType("Input");
  context->SetOutput("Projection", {input[0], p}, dtype);
  context->SetOutput("BatchGate", input, dtype);
  for (const char* output : {"Cell", "BatchCellPreAct", "BatchHidden"}) {
    context->SetOutput(output, {input[0], d}, dtype);
    context->ShareLoD("Input", output);
  }
  context->ShareLoD("Input", "Projection");
  context->ShareLoD("Input", "BatchGate");
}

// As of lstm, and for each of P a product with the projection's weight and an
// activation.
double LstmpFlops(const framework::FlopsContext& op) {
  const double rows = op.DimsOf("Input")[0];
  const double hidden = op.DimsOf("ProjWeight")[0];
  const double projected = op.DimsOf("ProjWeight")[1];
  const double gates = 4 * hidden;
  const int peepholes = op.Attr<bool>("use_peepholes") ? 6 : 0;
  return rows * (2 * projected * gates + 3 * gates + (5 + peepholes) * hidden +
                 (2 * hidden + 1) * projected);
}

}  // namespace

REGISTER_OP(lstmp, framework::ShapeFunction(InferLstmp), LstmpOpMaker,
            lstmp_grad,
            framework::GradOpSchema({"H0", "C0", "Weight", "ProjWeight", "Bias",
                                     "Projection", "Cell", "BatchGate",
                                     "BatchCellPreAct", "BatchHidden"},
                                    {{"Input@GRAD", "BatchGate"}}));
REGISTER_OP_FLOPS(lstmp, LstmpFlops, framework::GradFlops::kTwice);

}  // namespace paddle::operators
