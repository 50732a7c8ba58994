#include "paddle/framework/passes/conv_fusions.h"

#include <string>

namespace paddle::framework {

namespace {

constexpr ChainRules kConvRules{/*bias_axis=*/1, /*residuals=*/true};
constexpr ChainRules kProductRules{/*bias_axis=*/-1, /*residuals=*/false};

}  // namespace

bool ConvFusionFinder::IsConvolution(int index) const {
  const proto::OpDesc& op = facts_.desc().ops(index);
  if ((op.type() != "conv2d" && op.type() != "depthwise_conv2d") ||
      op.role() != proto::FORWARD || !facts_.IsPure(index)) {
    return false;
  }
  const proto::VarDesc& input = table_.GetVar(Input(op, "Input"));
  return (input.dtype() == proto::FLOAT32 ||
          input.dtype() == proto::BFLOAT16) &&
         input.lod_level() == 0;
}

bool ConvFusionFinder::IsProduct(int index) const {
  const proto::OpDesc& op = facts_.desc().ops(index);
  if (op.type() != "mul" || op.role() != proto::FORWARD ||
      GetAttr<int64_t>(op, "y_num_col_dims") != 1 || !facts_.IsPure(index)) {
    return false;
  }
  const proto::VarDesc& x = table_.GetVar(Input(op, "X"));
  return x.dtype() == proto::FLOAT32 && x.lod_level() == 0 &&
         table_.GetVar(Input(op, "Y")).dims_size() == 2;
}

FusedChain ConvFusionFinder::Find(int index) {
  const proto::OpDesc& op = facts_.desc().ops(index);
  if (op.type() == "mul") {
    return chains_.Find(index, Output(op, "Out"), kProductRules);
  }
  return chains_.Find(index, Output(op, "Output"), kConvRules);
}

AttributeMap WindowOf(const proto::OpDesc& conv) {
  AttributeMap window;
  for (const char* name :
       {"strides", "paddings", "padding_algorithm", "dilations", "groups"}) {
    window.emplace_back(name, GetAttribute(conv, name));
  }
  return window;
}

}  // namespace paddle::framework
