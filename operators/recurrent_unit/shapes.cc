#include "paddle/operators/recurrent_unit/shapes.h"

#include "paddle/framework/types/size_match.h"
#include "paddle/operators/common/sum_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using framework::Dims;
using framework::InferShapeContext;
using framework::MayBeEqual;

const std::vector<std::string>& GateActivationNames() {
  static const auto& names =
      *new std::vector<std::string>{"identity", "sigmoid", "tanh", "relu"};
  return names;
}

int64_t StateSizeOf(InferShapeContext* context, int64_t gates) {
  const Dims input = context->InputDims("Input");
  const Dims weight = context->InputDims("Weight");
  const bool matrices = input.rank() == 2 && weight.rank() == 2;
  const int64_t width =
      matrices ? context->sizes().Mul(gates, weight[0]) : int64_t{0};
  PADDLE_ENFORCE(
      matrices && MayBeEqual(weight[1], width) && MayBeEqual(input[1], width),
      InvalidArgument, context->op_type(), " takes Input [rows, ", gates,
      " * D] and Weight [D, ", gates, " * D], not ", input.ToString(), " and ",
      weight.ToString());
  PADDLE_ENFORCE_EQ(context->InputType("Input"), context->InputType("Weight"),
                    "Input and Weight of ", context->op_type(),
                    " have one data type");
  return weight[0];
}

namespace {

void CheckDims(InferShapeContext* context, const std::string& slot,
               int64_t rows, int64_t columns) {
  const Dims dims = context->InputDims(slot);
  PADDLE_ENFORCE(MayBeEqual(dims, Dims({rows, columns})), InvalidArgument, slot,
                 " of ", context->op_type(), " is ", dims.ToString(), ", not [",
                 context->sizes().Text(rows), ", ",
                 context->sizes().Text(columns), "]");
}

}  // namespace

void CheckMatrix(InferShapeContext* context, const std::string& slot,
                 int64_t rows, int64_t columns, const std::string& like) {
  if (!context->HasInput(slot)) return;
  CheckDims(context, slot, rows, columns);
  PADDLE_ENFORCE_EQ(context->InputType(slot), context->InputType(like), slot,
                    " and ", like, " of ", context->op_type(),
                    " have one data type");
}

void CheckSums(InferShapeContext* context, const std::string& slot,
               int64_t rows, int64_t columns, const std::string& like) {
  if (!context->HasInput(slot)) return;
  if (context->InputType(slot) != SumType(context->InputType(like))) {
    return CheckMatrix(context, slot, rows, columns, like);
  }
  CheckDims(context, slot, rows, columns);
}

void InferGruShapes(InferShapeContext* context, const std::string& state,
                    int64_t states, const std::string& reset,
                    const std::string& gates) {
  const int64_t d = StateSizeOf(context, 3);
  CheckMatrix(context, state, states, d, "Input");
  const int64_t width = context->sizes().Mul(3, d);
  const int64_t biases = context->Attr<bool>("reset_after") ? 4 : 3;
  CheckSums(context, "Bias", 1, context->sizes().Mul(biases, d), "Input");
  const int64_t rows = context->InputDims("Input")[0];
  for (const std::string& output : {std::string("Hidden"), reset}) {
    context->SetOutput(output, {rows, d}, context->InputType("Input"));
    context->ShareLoD("Input", output);
  }
  context->SetOutput(gates, {rows, width},
                     SumType(context->InputType("Input")));
  context->ShareLoD("Input", gates);
}

// Weight is [H, 3H]. Each of the 3H gate values: a product, two sums and an
// activation. Each of H: the reset state and the new one (3).
double GruFlops(const framework::FlopsContext& op) {
  const double rows = op.DimsOf("Input")[0];
  const double hidden = op.DimsOf("Weight")[0];
  const double gates = op.DimsOf("Weight")[1];
  return rows * (2 * hidden * gates + 3 * gates + 4 * hidden);
}

}  // namespace paddle::operators
