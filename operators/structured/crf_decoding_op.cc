#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/structured/chain_shape.h"

namespace paddle::operators {
namespace {

class CrfDecodingOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("Emission",
             "How well each tag fits each row of sequences, [rows, tags].");
    AddInput("Transition",
             "How well tags follow each other, [tags + 2, tags], as "
             "linear_chain_crf learns it.");
    AddInput("Label", "The right tag of each row, int64, [rows, 1] or [rows].")
        .AsOptional();
    AddOutput("ViterbiPath",
              "int64, [rows, 1], in the sequences of Emission. Without Label: "
              "the tags that have the highest score together. With Label: 1 "
              "where that tag is the label, else 0.");
    AddComment(
        "The most probable tags of each sequence of the last level under the "
        "model of linear_chain_crf, found by Viterbi's algorithm. Of equally "
        "probable ones the lower tag wins, decided from the end. Source: "
        "Viterbi, Error bounds for convolutional codes and an asymptotically "
        "optimum decoding algorithm (1967). Errors: InvalidArgument for rows "
        "that form no sequences, and a Transition "
        "that does not fit Emission; OutOfRange, when run, for a label that is "
        "no tag, naming sequence and row.");
    KernelTypeFrom("Emission");
  }
};

class CrfDecodingOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    CheckChain(context);
    context->SetOutput("ViterbiPath", {context->InputDims("Emission")[0], 1},
                       framework::DataType::kInt64);
    context->ShareLoD("Emission", "ViterbiPath");
  }
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(crf_decoding, CrfDecodingOp, CrfDecodingOpMaker);
REGISTER_OP_FLOPS(crf_decoding, ChainFlops);

}  // namespace paddle::operators
