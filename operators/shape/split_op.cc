#include <string>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/attr_inputs.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/precision.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

using framework::GradContext;
using framework::InferShapeContext;
using framework::proto::OpDesc;
using Numbers = std::vector<int64_t>;

void DescribeSplit(framework::OpMaker* op) {
  op->AddInput("X", "Tensor of rank 1 or more.");
  op->AddOutput(
        "Out",
        "The parts, one behind the other along the axis, of the rank of X.")
      .AsList();
  op->AddAttr<Numbers>(
        "sections",
        "The size of each part along the axis; left out, all are of one size.")
      .SetDefault({})
      .AnyLength()
      .AtLeast(0);
  op->AddAttr<int64_t>("axis", "The axis; a negative one counts from the end.")
      .SetDefault(0);
  op->AddComment(
      "The reverse of concat: with X [2, 8], axis 1 and sections 3 and 5, Out "
      "is [2, 3] and [2, 5]. Errors: InvalidArgument for parts that do not add "
      "up to the axis, or do not divide it; OutOfRange for an axis that X does "
      "not have.");
}

Numbers SizesOf(InferShapeContext* context, int64_t size, int count) {
  const auto& sections = context->Attr<Numbers>("sections");
  const std::string x = context->InputDims("X").ToString();
  if (sections.empty()) {
    PADDLE_ENFORCE(count > 0 && (size < 0 || size % count == 0),
                   InvalidArgument, "split cannot divide ", size, " of X ", x,
                   " into ", count, " parts of one size");
    // A symbol is taken to be divisible: the run tells.
    return Numbers(count, context->sizes().Div(size, count));
  }
  PADDLE_ENFORCE(sections.size() == static_cast<size_t>(count), InvalidArgument,
                 "split has ", sections.size(), " sections for ", count,
                 " outputs");
  int64_t sum = 0;
  for (const int64_t section : sections) {
    sum = context->sizes().Add(sum, section);
  }
  PADDLE_ENFORCE(size < 0 || sum == size, InvalidArgument,
                 "the sections of split add up to ", sum, ", but X ", x,
                 " has ", size, " along the axis");
  return sections;
}

void InferSplit(InferShapeContext* context) {
  framework::Dims dims = context->InputDims("X");
  const int axis =
      framework::NormalizeAxis(context->Attr<int64_t>("axis"), dims.rank());
  const int count = context->OutputCount("Out");
  const Numbers sizes = SizesOf(context, dims[axis], count);
  for (int i = 0; i < count; ++i) {
    dims[axis] = sizes[i];
    context->SetOutput("Out", dims, context->InputType("X"), i);
    if (axis != 0) context->ShareLoD("X", "Out", 0, i);
  }
}

std::vector<OpDesc> SplitGradient(const OpDesc& forward, GradContext* context) {
  const std::string dx = context->InputGrad("X");
  if (dx.empty()) return {};
  // Joins the gradients of the parts; a part that nothing depends on has zeros,
  // or the others would move.
  return {framework::AsGradientOf(
      forward,
      framework::MakeOp("concat", {{"X", context->OutputGradsOrZeros("Out")}},
                        {{"Out", {dx}}},
                        {{"axis", framework::GetAttribute(forward, "axis")}}))};
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(split, framework::ShapeFunction(InferSplit),
                             framework::MakerFunction(DescribeSplit));
REGISTER_GRADIENT_MAKER(split, SplitGradient);
REGISTER_ATTR_INPUT(split, sections, SectionsTensor);
REGISTER_PRECISION(split, kFollows);
REGISTER_OP_FLOPS(split, framework::NoFlops());

}  // namespace paddle::operators
