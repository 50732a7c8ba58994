#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using framework::GradName;
using framework::InferShapeContext;
using framework::MayBeEqual;

// A column has sizes of 1 after the first, which is `rows`.
void CheckColumn(const InferShapeContext& context, const char* slot,
                 int64_t rows, const char* what) {
  if (!context.HasInput(slot)) return;
  const Dims dims = context.InputDims(slot);
  PADDLE_ENFORCE(MayBeEqual(dims, {rows}) || MayBeEqual(dims, {rows, 1}),
                 InvalidArgument, slot, " ", dims.ToString(),
                 " of nce must hold one number for each ", what);
  PADDLE_ENFORCE_EQ(context.InputType(slot), context.InputType("Input"), slot,
                    " of nce must be of the type of Input");
}

void CheckModel(const InferShapeContext& context, int64_t classes) {
  const Dims input = context.InputDims("Input");
  const Dims weight = context.InputDims("Weight");
  PADDLE_ENFORCE_EQ(input.rank(), 2, "Input of nce is a matrix, not ",
                    input.ToString());
  PADDLE_ENFORCE(MayBeEqual(weight, {classes, input[1]}), InvalidArgument,
                 "Weight ", weight.ToString(), " of nce must be [", classes,
                 " classes, width of Input ", input.ToString(), "]");
  PADDLE_ENFORCE_EQ(context.InputType("Weight"), context.InputType("Input"),
                    "Weight of nce must be of the type of Input");
  CheckColumn(context, "Bias", classes, "class");
}

// Returns the number of true classes of each row.
int64_t CountTruths(const InferShapeContext& context) {
  const Dims label = context.InputDims("Label");
  PADDLE_ENFORCE(context.InputType("Label") == framework::DataType::kInt64,
                 InvalidArgument, "Label of nce must be int64, not ",
                 framework::DataTypeName(context.InputType("Label")));
  const bool fits = label.rank() == 1 || (label.rank() == 2 && label[1] > 0);
  PADDLE_ENFORCE(fits && MayBeEqual(label[0], context.InputDims("Input")[0]),
                 InvalidArgument, "Label ", label.ToString(),
                 " of nce does not fit Input ",
                 context.InputDims("Input").ToString(),
                 ": it is [rows] or [rows, true classes of each]");
  return label.rank() == 1 ? 1 : label[1];
}

void CheckNoise(const InferShapeContext& context, int64_t classes) {
  const auto& given = context.Attr<std::vector<int64_t>>("custom_neg_classes");
  const auto samples = context.Attr<int64_t>("num_neg_samples");
  PADDLE_ENFORCE(given.empty() || static_cast<int64_t>(given.size()) == samples,
                 InvalidArgument, "nce has ", given.size(),
                 " custom_neg_classes, but num_neg_samples is ", samples);
  PADDLE_ENFORCE(samples <= std::numeric_limits<int32_t>::max(),
                 InvalidArgument, "nce: num_neg_samples is ", samples,
                 ", more than 2^31 - 1");
  for (int64_t c : given) {
    PADDLE_ENFORCE(c < classes, OutOfRange, "custom_neg_classes of nce: ", c,
                   " is not in [0, ", classes, ")");
  }
}

void InferNce(InferShapeContext* context) {
  const int64_t classes = context->Attr<int64_t>("num_total_classes");
  CheckModel(*context, classes);
  CheckNoise(*context, classes);
  const int64_t rows = context->InputDims("Input")[0];
  CheckColumn(*context, "SampleWeight", rows, "row");
  const Dims samples = {
      rows, CountTruths(*context) + context->Attr<int64_t>("num_neg_samples")};
  context->SetOutput("Cost", {rows, 1}, context->InputType("Input"));
  context->ShareLoD("Input", "Cost");
  context->SetOutput("SampleLogits", samples, context->InputType("Input"));
  context->SetOutput("SampleLabels", samples, framework::DataType::kInt64);
}

void DescribeNce(framework::OpMaker* op) {
  op->AddInput("Input", "What is classified, [rows, width].");
  op->AddInput("Label",
               "The true classes of each row, int64, [rows] or [rows, T].")
      .NoGradient();
  op->AddInput("Weight", "A row for each class, [num_total_classes, width].");
  op->AddInput("Bias",
               "[num_total_classes] or [num_total_classes, 1]; else zeros.")
      .AsOptional();
  op->AddInput("SampleWeight",
               "How much each row counts, [rows] or [rows, 1]; else 1.")
      .AsOptional()
      .NoGradient();
  op->AddOutput("Cost", "The loss of each row, [rows, 1].");
  op->AddOutput(
        "SampleLogits",
        "[rows, T + num_neg_samples]: for each class c of SampleLabels, "
        "Weight[c] * Input + Bias[c] - log(num_neg_samples * q(c)).")
      .AsIntermediate();
  op->AddOutput("SampleLabels",
                "int64, [rows, T + num_neg_samples]: the true classes of each "
                "row, then its noise.")
      .AsIntermediate();
  op->AddAttr<int64_t>("num_total_classes", "How many classes there are.")
      .AtLeast(1);
  op->AddAttr<int64_t>("num_neg_samples", "How much noise each row gets.")
      .SetDefault(10)
      .AtLeast(1);
  op->AddAttr<std::string>(
        "sampler",
        "How probable class c is as noise, q(c): uniform, 1 / classes; or "
        "log_uniform, log((c + 2) / (c + 1)) / log(classes + 1), for classes "
        "sorted by falling frequency, such as words.")
      .OneOf({"uniform", "log_uniform"})
      .SetDefault("uniform");
  op->AddAttr<std::vector<int64_t>>(
        "custom_neg_classes",
        "The noise of every row, num_neg_samples of them, instead of drawing.")
      .SetDefault({})
      .LengthOf("num_neg_samples")
      .OrNone()
      .AtLeast(0);
  op->AddAttr<int64_t>("seed",
                       "The seed of the random numbers; 0: the program's.")
      .SetDefault(0);
  op->AddAttr<bool>("is_sparse",
                    "The gradients of Weight and Bias are SelectedRows: those "
                    "of the classes in use.")
      .SetDefault(false);
  op->IsRandom();
  op->AddComment(
      "Noise contrastive estimation: trains a classifier among very many "
      "classes at the cost of a few. Cost is the sum of log(1 + exp(-logit)) "
      "over the true classes of a row, and of log(1 + exp(logit)) over noise "
      "drawn from q, logits being as in SampleLogits; times SampleWeight. "
      "Noise may be a true class. Trained, Weight * Input + Bias are the "
      "logarithms of probabilities. Sources: Gutmann and Hyvarinen, "
      "\"Noise-contrastive estimation\" (AISTATS 2010); Mnih and Teh, \"A fast "
      "and simple algorithm for training neural probabilistic language "
      "models\" (ICML 2012). Errors: OutOfRange, when run, for a label that is "
      "no class, and for such custom_neg_classes; InvalidArgument for shapes "
      "and data types that do not fit Input, and unless custom_neg_classes are "
      "num_neg_samples.");
}

class NceGradOp : public framework::GradOpSchema {
 public:
  NceGradOp()
      : GradOpSchema({"Input", "Weight", "SampleWeight", "SampleLogits",
                      "SampleLabels"}) {
    MayBeSelectedRows("Weight@GRAD");
    MayBeSelectedRows("Bias@GRAD");
  }
  void InferGradShape(InferShapeContext* context) const override {
    if (!context->Attr<bool>("is_sparse")) {
      return GradOpSchema::InferGradShape(context);
    }
    const framework::DataType type = context->InputType("Input");
    context->SetOutput(GradName("Input"), context->InputDims("Input"), type);
    if (context->HasOutput(GradName("Input"))) {
      context->ShareLoD("Input", GradName("Input"));
    }
    for (const char* slot : {"Weight", "Bias"}) {
      if (!context->HasOutput(GradName(slot))) continue;
      context->SetSelectedRows(GradName(slot), context->InputDims(slot), type);
    }
  }
};

// Each class of a row: a product, and a logistic loss.
double NceFlops(const framework::FlopsContext& op) {
  const double products = 2.0 * op.DimsOf("Input")[1];
  return op.SizeOf("SampleLogits") * (products + 5);
}

}  // namespace

REGISTER_OP(nce, framework::ShapeFunction(InferNce),
            framework::MakerFunction(DescribeNce), nce_grad, NceGradOp);
REGISTER_OP_FLOPS(nce, NceFlops, framework::GradFlops::kTwice);

}  // namespace paddle::operators
