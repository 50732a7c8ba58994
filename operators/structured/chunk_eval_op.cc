#include <string>
#include <vector>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/levels.h"
#include "paddle/operators/structured/row_labels.h"

namespace paddle::operators {
namespace {

void DescribeChunkEval(framework::OpMaker* op) {
  op->AddInput("Inference",
               "The tags a model found, int64, [rows, 1] or [rows].");
  op->AddInput("Label",
               "The right tags, sequences of int64, [rows, 1] or [rows]. Those "
               "of Inference, if it has any, are the same.");
  op->AddOutput(
      "Precision",
      "NumCorrectChunks / NumInferChunks, a float32 scalar; 0 of none.");
  op->AddOutput(
      "Recall",
      "NumCorrectChunks / NumLabelChunks, a float32 scalar; 0 of none.");
  op->AddOutput("F1-Score",
                "Twice NumCorrectChunks / (NumInferChunks + NumLabelChunks), a "
                "float32 scalar; 0 of none.");
  op->AddOutput("NumInferChunks", "Chunks in Inference, an int64 scalar.");
  op->AddOutput("NumLabelChunks", "Chunks in Label, an int64 scalar.");
  op->AddOutput(
      "NumCorrectChunks",
      "Chunks in both, with the same rows and type, an int64 scalar.");
  op->AddAttr<int64_t>("num_chunk_types", "How many types of chunks there are.")
      .AtLeast(1)
      .AtMost(1 << 30);
  op->AddAttr<std::string>(
        "chunk_scheme",
        "How tags mark chunks. The tags of type i are i * (tags of a type) + "
        "place, the last tag of all is outside of chunks. Places are, for IOB: "
        "first, other; IOE: other, last; IOBES: first, inside, last, only; "
        "plain: one for all.")
      .SetDefault("IOB")
      .OneOf({"IOB", "IOE", "IOBES", "plain"});
  op->AddAttr<std::vector<int64_t>>("excluded_chunk_types",
                                    "Types of chunks that do not count.")
      .SetDefault({})
      .AnyLength()
      .AtLeast(0);
  op->AddComment(
      "Compares chunks, such as names in a sentence, that tags mark. A chunk "
      "is as many neighbouring rows of one type as possible, ended by the "
      "sequence of the last level, by a row that is the first of a chunk or "
      "that follows the last of one. Source: Ramshaw and Marcus, Text Chunking "
      "using Transformation-Based Learning (1995), arXiv:cmp-lg/9505040. "
      "Errors: InvalidArgument for rows that form no sequences and sequences "
      "that differ; OutOfRange, when run, for a tag that is out of range, "
      "naming sequence and row.");
  op->KernelTypeFrom("Label");
}

void InferChunkEval(framework::InferShapeContext* context) {
  LevelsOf(*context, "Label");
  CheckColumn(*context, "Label", "rows");
  CheckRowLabels(*context, "Inference", "Label");
  for (const char* ratio : {"Precision", "Recall", "F1-Score"}) {
    context->SetOutput(ratio, framework::Dims(), framework::DataType::kFloat32);
  }
  for (const char* count :
       {"NumInferChunks", "NumLabelChunks", "NumCorrectChunks"}) {
    context->SetOutput(count, framework::Dims(), framework::DataType::kInt64);
  }
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(chunk_eval,
                             framework::ShapeFunction(InferChunkEval),
                             framework::MakerFunction(DescribeChunkEval));
REGISTER_OP_FLOPS(chunk_eval, framework::NoFlops());

}  // namespace paddle::operators
