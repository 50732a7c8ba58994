#include <string>
#include <vector>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/detection/box_dims.h"

namespace paddle::operators {
namespace {

using framework::Dims;
using framework::InferShapeContext;

void DescribeBoxCoder(framework::OpMaker* op) {
  op->AddInput("PriorBox", "The boxes to code by, [M, 4].");
  op->AddInput("PriorBoxVar",
               "What the codes of each are divided by, [M, 4]; without it, "
               "`variance`.")
      .AsOptional();
  op->AddInput("TargetBox",
               "Boxes to encode, [N, 4], which may be sequences; or codes, "
               "[rows, boxes, 4].");
  op->AddOutput("OutputBox",
                "Codes, [N, M, 4]; or boxes, in the shape of TargetBox.");
  op->AddAttr<std::string>("code_type",
                           "Whether boxes are encoded, or codes decoded.")
      .SetDefault("encode_center_size")
      .OneOf({"encode_center_size", "decode_center_size"});
  op->AddAttr<bool>("box_normalized",
                    "False: edges are numbers of pixels, and a box is x2 - x1 "
                    "+ 1 wide.")
      .SetDefault(true);
  op->AddAttr<int64_t>("axis",
                       "Decoding: 0: code [i, j] is of prior j; 1: of prior i.")
      .SetDefault(0)
      .AtLeast(0)
      .AtMost(1);
  op->AddAttr<std::vector<double>>("variance",
                                   "What the four numbers of each code are "
                                   "divided by; none: 1.")
      .SetDefault({})
      .Length(4)
      .OrNone()
      .GreaterThan(0);
  op->AddComment(
      "Of a prior and a box with centers (px, py) and (x, y) and sizes (pw, "
      "ph) and (w, h), the code is (x - px) / pw, (y - py) / ph, log(w / pw), "
      "log(h / ph), each divided by its variance; decoding is the inverse. A "
      "box is x1, y1, x2, y2. Source: Girshick et al. 2014, arXiv:1311.2524. "
      "Errors: InvalidArgument for inputs of other shapes or of different "
      "types, and for both PriorBoxVar and variance.");
}

void CheckVariances(const InferShapeContext& context, const Dims& priors) {
  if (!context.HasInput("PriorBoxVar")) return;
  const Dims given = context.InputDims("PriorBoxVar");
  PADDLE_ENFORCE(framework::MayBeEqual(given, priors), InvalidArgument,
                 "PriorBoxVar ", given.ToString(),
                 " of box_coder has another shape than PriorBox ",
                 priors.ToString());
  CheckSameType(context, "PriorBox", "PriorBoxVar");
  PADDLE_ENFORCE(context.Attr<std::vector<double>>("variance").empty(),
                 InvalidArgument,
                 "box_coder has PriorBoxVar, and the attribute variance, too");
}

void InferBoxCoder(InferShapeContext* context) {
  const Dims priors = BoxDims(*context, "PriorBox", 2);
  CheckVariances(*context, priors);
  CheckSameType(*context, "PriorBox", "TargetBox");
  const bool encodes =
      context->Attr<std::string>("code_type") == "encode_center_size";
  const Dims target = BoxDims(*context, "TargetBox", encodes ? 2 : 3);
  if (encodes) {
    context->SetOutput("OutputBox", {target[0], priors[0], 4},
                       context->InputType("TargetBox"));
    context->ShareLoD("TargetBox", "OutputBox");
    return;
  }
  const int64_t axis = 1 - context->Attr<int64_t>("axis");
  PADDLE_ENFORCE(framework::MayBeEqual(target[axis], priors[0]),
                 InvalidArgument, "axis ", axis, " of TargetBox ",
                 target.ToString(), " of box_coder is that of PriorBox ",
                 priors.ToString());
  context->ShareShape("TargetBox", "OutputBox");
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(box_coder, framework::ShapeFunction(InferBoxCoder),
                             framework::MakerFunction(DescribeBoxCoder));
REGISTER_OP_FLOPS(box_coder, framework::FlopsOfEach("OutputBox", 5));

}  // namespace paddle::operators
