#include "paddle/operators/collective/collective_maker.h"

#include <utility>

#include "paddle/framework/ir/var_kinds.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

void AddGroup(framework::OpMaker* op) {
  op->AddInput("Group",
               "The members of a job, each with an operator like this: a raw "
               "variable of the scope that holds a "
               "std::shared_ptr<distributed::Communicator>.")
      .NoGradient()
      .Kinds({framework::kRaw});
  op->HasLastingEffect();
}

void AddExchanged(framework::OpMaker* op, std::string x, std::string out) {
  op->AddInput("X", std::move(x)).AsList();
  op->AddOutput("Out", std::move(out)).AsList();
  op->Updates("Out", "X");
}

void InferExchanged(framework::InferShapeContext* context) {
  const int count = context->InputCount("X");
  PADDLE_ENFORCE_EQ(context->OutputCount("Out"), count, context->op_type(),
                    " needs as many outputs as inputs");
  for (int i = 0; i < count; ++i) {
    context->SetOutput("Out", context->InputDims("X", i),
                       context->InputType("X", i), i);
    context->ShareLoD("X", "Out", i, i);
  }
}

void CheckFloating(const framework::InferShapeContext& context,
                   const char* slot, int i) {
  const framework::DataType type = context.InputType(slot, i);
  PADDLE_ENFORCE(framework::IsFloating(type), InvalidArgument, "input ", slot,
                 "[", i, "] of ", context.op_type(),
                 " must be of floating point, not ",
                 framework::DataTypeName(type));
}

}  // namespace paddle::operators
