#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/operators/recurrent_unit/shapes.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

void DescribeLstmUnit(framework::OpMaker* op) {
  op->AddInput(
      "X",
      "[batch, 4 D], inputs and hidden state times their weights, in four "
      "parts of D columns for i, f, o and g (not the order of lstm).");
  op->AddInput("C_prev", "[batch, D], the cell before.");
  op->AddOutput("C", "[batch, D], the cell after.");
  op->AddOutput("H", "[batch, D], the hidden state after.");
  op->AddAttr<double>("forget_bias", "What is added to f.").SetDefault(0);
  op->AddComment(
      "One step of long short-term memory for each row: C = sigmoid(f + "
      "forget_bias) C_prev + sigmoid(i) tanh(g), H = sigmoid(o) tanh(C). "
      "Errors: InvalidArgument unless X is four times as wide as C_prev.");
}

void InferLstmUnit(framework::InferShapeContext* context) {
  const framework::Dims x = context->InputDims("X");
  const framework::Dims c = context->InputDims("C_prev");
  PADDLE_ENFORCE(x.rank() == 2 && c.rank() == 2 &&
                     framework::MayBeEqual(x[1], context->sizes().Mul(4, c[1])),
                 InvalidArgument,
                 "lstm_unit takes X [batch, 4 D] and C_prev [batch, D], not ",
                 x.ToString(), " and ", c.ToString());
  CheckMatrix(context, "C_prev", x[0], c[1], "X");
  for (const char* output : {"C", "H"}) {
    context->SetOutput(output, {x[0], c[1]}, context->InputType("X"));
    context->ShareLoD("X", output);
  }
}

}  // namespace

REGISTER_OP(lstm_unit, framework::ShapeFunction(InferLstmUnit),
            framework::MakerFunction(DescribeLstmUnit), lstm_unit_grad,
            framework::GradOpSchema({"X", "C_prev"}));
REGISTER_OP_FLOPS(lstm_unit, framework::FlopsOfEach("C", 9));

}  // namespace paddle::operators
