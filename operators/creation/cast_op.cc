#include <string>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {
namespace {

void DescribeCast(framework::OpMaker* op) {
  op->AddInput("X", "Tensor of any shape.");
  op->AddOutput("Out", "Tensor of the shape of X, of type out_dtype.");
  op->AddDataTypeAttr("out_dtype", "The data type of Out.");
  op->AddAttr<bool>("saturate",
                    "To floating point of 8 bits: true: what is too large, an "
                    "infinity included, becomes the largest number; false: an "
                    "infinity, or NaN in types without one.")
      .SetDefault(true);
  op->AddAttr<std::string>(
        "round_mode",
        "To float8_e8m0fnu: to the power of two above, below, or nearest.")
      .SetDefault("up")
      .OneOf({"up", "down", "nearest"});
  op->AddComment(
      "Out = X converted to another data type. Floating point is rounded "
      "towards zero and kept within the range of an integer type (NaN becomes "
      "0); integers wrap around, and what becomes one of four or two bits "
      "keeps its lowest; bool is whether X is not 0. To floating point of 8 "
      "and 4 bits X is rounded to nearest, ties to even (the rules of ONNX's "
      "operator Cast, version 25). Errors: none beside those of every "
      "operator: every value has a result.");
}

void InferCast(framework::InferShapeContext* context) {
  context->SetOutput("Out", context->InputDims("X"),
                     context->DataTypeAttr("out_dtype"));
  context->ShareLoD("X", "Out");
}

}  // namespace

REGISTER_OP(cast, framework::ShapeFunction(InferCast),
            framework::MakerFunction(DescribeCast), cast_grad,
            framework::GradOpSchema({}));
REGISTER_OP_FLOPS(cast, framework::NoFlops());

}  // namespace paddle::operators
