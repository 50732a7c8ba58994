#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/common/levels.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;

void DescribeWarpctc(framework::OpMaker* op) {
  op->AddInput("Logits",
               "How well each class fits each frame of sequences, before "
               "softmax, [rows, classes]; the blank is one of the classes.");
  op->AddInput("Label",
               "The labels of each sequence, int64, [n, 1] or [n]: as many "
               "sequences, of any lengths, without blanks.")
      .NoGradient();
  op->AddOutput("Loss",
                "The negative log-likelihood of the labels, [sequences, 1]: "
                "inf if the frames are too few for them.");
  op->AddAttr<int64_t>("blank", "The class that stands for no label.")
      .SetDefault(0)
      .AtLeast(0);
  op->AddAttr<bool>("norm_by_times",
                    "Whether the gradient of a sequence is divided by its "
                    "number of frames.")
      .SetDefault(false);
  op->AddComment(
      "Connectionist temporal classification: Loss = -log(p), where p is the "
      "sum of the probabilities of all ways to give each frame a class that "
      "read as the labels once repetitions are merged and blanks dropped. The "
      "gradient of an infinite loss is 0; there is no gradient of the "
      "gradient. Source: Graves, Fernandez, Gomez, Schmidhuber: Connectionist "
      "temporal classification (2006). Errors: InvalidArgument for rows that "
      "form no sequences, Logits and Label of different numbers of sequences, "
      "a blank that is no class, and, when run, for a label that is the "
      "blank; OutOfRange, when run, for a label that is no class, naming "
      "sequence and row.");
}

void InferWarpctc(framework::InferShapeContext* context) {
  CheckColumn(*context, "Label", "n");
  const Dims logits = context->InputDims("Logits");
  PADDLE_ENFORCE(logits.rank() == 2 && logits[1] != 0, InvalidArgument,
                 "Logits of warpctc are [rows, classes], not ",
                 logits.ToString());
  const int64_t blank = context->Attr<int64_t>("blank");
  PADDLE_ENFORCE(logits[1] < 0 || blank < logits[1], InvalidArgument,
                 "the blank of warpctc, ", blank, ", is no class of Logits ",
                 logits.ToString());
  const int64_t sequences = SequencesOf(context, "Logits");
  const int64_t labels = SequencesOf(context, "Label");
  PADDLE_ENFORCE(!context->is_running() || sequences == labels, InvalidArgument,
                 "Logits of warpctc have ", sequences,
                 " sequences, and Label has ", labels);
  context->SetOutput("Loss", {sequences, 1}, context->InputType("Logits"));
  ShareFirstLevels(context, "Logits", LevelsOf(*context, "Logits") - 1, "Loss");
}

// A logarithm of a sum of three for each frame and state.
double WarpctcFlops(const framework::FlopsContext& op) {
  return op.SizeOf("Logits") * 3 +
         op.DimsOf("Logits")[0] * 2 * op.SizeOf("Label");
}

}  // namespace

REGISTER_OP(warpctc, framework::ShapeFunction(InferWarpctc),
            framework::MakerFunction(DescribeWarpctc), warpctc_grad,
            framework::GradOpSchema({"Logits", "Label"}));
REGISTER_OP_FLOPS(warpctc, WarpctcFlops, framework::GradFlops::kTwice);

}  // namespace paddle::operators
