#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/structured/chain_shape.h"

namespace paddle::operators {
namespace {

void DescribeCrfDecoding(framework::OpMaker* op) {
  op->AddInput("Emission",
               "How well each tag fits each row of sequences, [rows, tags].");
  op->AddInput("Transition",
               "How well tags follow each other, [tags + 2, tags], as "
               "linear_chain_crf learns it.");
  op->AddInput("Label",
               "The right tag of each row, int64, [rows, 1] or [rows].")
      .AsOptional();
  op->AddOutput("ViterbiPath",
                "int64, [rows, 1], in the sequences of Emission. Without "
                "Label: the tags that have the highest score together. With "
                "Label: 1 where that tag is the label, else 0.");
  op->AddComment(
      "The most probable tags of each sequence of the last level under the "
      "model of linear_chain_crf, found by Viterbi's algorithm. Of equally "
      "probable ones the lower tag wins, decided from the end. Source: "
      "Viterbi, Error bounds for convolutional codes and an asymptotically "
      "optimum decoding algorithm (1967). Errors: InvalidArgument for rows "
      "that form no sequences, and a Transition that does not fit Emission; "
      "OutOfRange, when run, for a label that is no tag, naming sequence and "
      "row.");
  op->KernelTypeFrom("Emission");
}

void InferCrfDecoding(framework::InferShapeContext* context) {
  CheckChain(context);
  context->SetOutput("ViterbiPath", {context->InputDims("Emission")[0], 1},
                     framework::DataType::kInt64);
  context->ShareLoD("Emission", "ViterbiPath");
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(crf_decoding,
                             framework::ShapeFunction(InferCrfDecoding),
                             framework::MakerFunction(DescribeCrfDecoding));
REGISTER_OP_FLOPS(crf_decoding, ChainFlops);

}  // namespace paddle::operators
