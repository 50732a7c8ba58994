#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/levels.h"
#include "paddle/operators/structured/chain_shape.h"

namespace paddle::operators {
namespace {

void DescribeLinearChainCrf(framework::OpMaker* op) {
  op->AddInput("Emission",
               "How well each tag fits each row of sequences, [rows, tags]; "
               "any numbers, -inf for a tag that is impossible.");
  op->AddInput(
      "Transition",
      "How well tags follow each other, [tags + 2, tags]: row 0 for the tag a "
      "sequence starts with, row 1 for the one it stops with, row 2 + i for a "
      "tag that follows tag i; -inf for what is forbidden.");
  op->AddInput("Label",
               "The right tag of each row, int64, [rows, 1] or [rows]; its "
               "sequences, if it has any, are those of Emission.")
      .NoGradient();
  op->AddOutput(
        "Alpha",
        "For the gradient: log of the sum of exp(score) over all ways to a "
        "tag, less the greatest of the row; the shape of Emission.")
      .AsIntermediate();
  op->AddOutput("LogLikelihood",
                "The cost to be made small: the NEGATIVE log-likelihood of the "
                "labels, [sequences, 1], 0 for an empty sequence.");
  op->AddComment(
      "A conditional random field: the score of the tags y of a sequence of "
      "the last level is Transition[0][y_0] + sum_t Emission[t][y_t] + sum_t>0 "
      "Transition[2 + y_t-1][y_t] + Transition[1][y_last], their probability "
      "exp(score) / (the sum of exp(score) over all tags the sequence could "
      "have). LogLikelihood = -log(probability of Label) keeps its historical "
      "name and sign. Source: Lafferty, McCallum, Pereira: Conditional random "
      "fields (2001). Errors: InvalidArgument for rows that form no sequences, "
      "a Transition that does not fit Emission, and a Label of other rows; "
      "OutOfRange, when run, for a label that is no tag, naming sequence and "
      "row.");
}

void InferLinearChainCrf(framework::InferShapeContext* context) {
  CheckChain(context);
  context->ShareShape("Emission", "Alpha");
  context->SetOutput("LogLikelihood", {SequencesOf(context, "Emission"), 1},
                     context->InputType("Emission"));
  ShareFirstLevels(context, "Emission", LevelsOf(*context, "Emission") - 1,
                   "LogLikelihood");
}

}  // namespace

REGISTER_OP(linear_chain_crf, framework::ShapeFunction(InferLinearChainCrf),
            framework::MakerFunction(DescribeLinearChainCrf),
            linear_chain_crf_grad,
            framework::GradOpSchema({"Emission", "Transition", "Label",
                                     "Alpha"}));
REGISTER_OP_FLOPS(linear_chain_crf, ChainFlops, framework::GradFlops::kTwice);

}  // namespace paddle::operators
