#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/levels.h"
#include "paddle/operators/common/unknown_size.h"

namespace paddle::operators {
namespace {

void DescribeCtcAlign(framework::OpMaker* op) {
  op->AddInput("Input",
               "The class of each frame of sequences, int64, [rows, 1] or "
               "[rows], such as argmax gives.")
      .NoGradient();
  op->AddOutput("Output",
                "The labels of each sequence, int64, [n, 1]: as many "
                "sequences, some of which may be empty.");
  op->AddAttr<int64_t>("blank", "The class that stands for no label.")
      .SetDefault(0);
  op->AddAttr<bool>("merge_repeated",
                    "Whether neighbouring frames of one class are one label.")
      .SetDefault(true);
  op->HasValueDependentShape();
  op->AddComment(
      "Greedy decoding of connectionist temporal classification: of 1 1 0 1 2 "
      "2 and the blank 0 the labels 1 1 2. Source: Graves, Fernandez, Gomez, "
      "Schmidhuber: Connectionist temporal classification (2006). Errors: "
      "InvalidArgument for an Input that is not int64 or forms no sequences.");
}

void InferCtcAlign(framework::InferShapeContext* context) {
  CheckColumn(*context, "Input", "rows");
  const int levels = LevelsOf(*context, "Input");
  context->SetOutput("Output",
                     framework::Dims({UnknownSize(context, "ctc_align"), 1}),
                     framework::DataType::kInt64);
  // In a run the kernel sets the LoD, together with the rows.
  if (!context->is_running()) context->SetLoDLevels("Output", levels);
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(ctc_align, framework::ShapeFunction(InferCtcAlign),
                             framework::MakerFunction(DescribeCtcAlign));
REGISTER_OP_FLOPS(ctc_align, framework::NoFlops());

}  // namespace paddle::operators
