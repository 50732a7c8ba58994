#include "paddle/framework/passes/conv_fusions.h"

#include <algorithm>
#include <utility>

namespace paddle::framework {

namespace {

// An activation of fused_conv2d, and the attributes of the operator that must
// have their defaults.
struct Activation {
  const char* type;
  const char* name;
  std::vector<std::pair<const char*, double>> attrs;
};

const std::vector<Activation>& Activations() {
  static const auto* activations = new std::vector<Activation>{
      {"relu", "relu", {}},
      {"relu6", "relu6", {{"threshold", 6}}},
      {"sigmoid", "sigmoid", {}},
      {"tanh", "tanh", {}},
      {"swish", "swish", {{"beta", 1}}},
      {"silu", "swish", {}},
      {"hard_swish",
       "hard_swish",
       {{"threshold", 6}, {"scale", 6}, {"offset", 3}}},
  };
  return *activations;
}

// Returns its name, or "" for another operator.
std::string ActivationOf(const proto::OpDesc& op) {
  for (const Activation& known : Activations()) {
    if (op.type() != known.type) continue;
    const bool usual = std::all_of(
        known.attrs.begin(), known.attrs.end(), [&](const auto& attr) {
          return GetAttr<double>(op, attr.first) == attr.second;
        });
    return usual ? known.name : "";
  }
  return "";
}

}  // namespace

bool ConvFusionFinder::IsConvolution(int index) const {
  const proto::OpDesc& op = Op(index);
  if ((op.type() != "conv2d" && op.type() != "depthwise_conv2d") ||
      op.role() != proto::FORWARD || !facts_.IsPure(index)) {
    return false;
  }
  const proto::VarDesc& input = table_.GetVar(Input(op, "Input"));
  return input.dtype() == proto::FLOAT32 && input.lod_level() == 0;
}

bool ConvFusionFinder::IsProduct(int index) const {
  const proto::OpDesc& op = Op(index);
  if (op.type() != "mul" || op.role() != proto::FORWARD ||
      GetAttr<int64_t>(op, "y_num_col_dims") != 1 || !facts_.IsPure(index)) {
    return false;
  }
  const proto::VarDesc& x = table_.GetVar(Input(op, "X"));
  return x.dtype() == proto::FLOAT32 && x.lod_level() == 0 &&
         table_.GetVar(Input(op, "Y")).dims_size() == 2;
}

// A number for each channel, which is axis 1 of images and the last one of
// products.
bool ConvFusionFinder::IsBias(const proto::OpDesc& op,
                              const ConvFusion& fusion) const {
  const proto::VarDesc& bias = table_.GetVar(Input(op, "Y"));
  const proto::VarDesc& out = table_.GetVar(fusion.output);
  const bool is_product = Op(fusion.conv).type() == "mul";
  const int channels = is_product ? out.dims_size() - 1 : 1;
  const int64_t axis = GetAttr<int64_t>(op, "axis");
  return Input(op, "X") == fusion.output &&
         (axis == channels || (is_product && axis == -1)) &&
         bias.kind() == proto::DENSE_TENSOR && bias.dims_size() == 1 &&
         bias.dims(0) == out.dims(channels);
}

bool ConvFusionFinder::IsResidual(const proto::OpDesc& op,
                                  const std::string& out,
                                  const std::string& other) const {
  const proto::VarDesc& a = table_.GetVar(out);
  const proto::VarDesc& b = table_.GetVar(other);
  const int64_t axis = GetAttr<int64_t>(op, "axis");
  return other != out && (axis == -1 || axis == 0) &&
         b.kind() == proto::DENSE_TENSOR && b.lod_level() == 0 &&
         std::equal(a.dims().begin(), a.dims().end(), b.dims().begin(),
                    b.dims().end());
}

bool ConvFusionFinder::TakeSum(const proto::OpDesc& op,
                               ConvFusion* fusion) const {
  const std::string out = fusion->output;
  if (!fusion->residual.empty()) return false;
  if (fusion->bias.empty() && IsBias(op, *fusion)) {
    fusion->bias = Input(op, "Y");
    return true;
  }
  const std::string x = Input(op, "X");
  const std::string other = x == out ? Input(op, "Y") : x;
  const bool is_product = Op(fusion->conv).type() == "mul";
  if (is_product || !IsResidual(op, out, other)) return false;
  fusion->residual = other;
  return true;
}

bool ConvFusionFinder::Take(int index, ConvFusion* fusion) const {
  const proto::OpDesc& op = Op(index);
  if (op.role() != proto::FORWARD || !facts_.IsPure(index)) return false;
  if (op.type() == "elementwise_add") {
    if (!TakeSum(op, fusion)) return false;
  } else {
    fusion->activation = ActivationOf(op);
    if (fusion->activation.empty()) return false;
  }
  fusion->last = index;
  fusion->output = Output(op, "Out");
  fusion->ops.push_back(index);
  return true;
}

bool ConvFusionFinder::KeepsInputs(const ConvFusion& fusion) const {
  return std::all_of(fusion.ops.begin(), fusion.ops.end(), [&](int op) {
    const NameList& reads = facts_.uses().reads(op);
    return std::all_of(
        reads.begin(), reads.end(), [&](const std::string& name) {
          const int writer = facts_.uses().WriterBefore(name, op);
          const bool inner = std::find(fusion.ops.begin(), fusion.ops.end(),
                                       writer) != fusion.ops.end();
          return inner || facts_.KeepsValue(name, op, fusion.last);
        });
  });
}

ConvFusion ConvFusionFinder::Find(int conv) {
  ConvFusion fusion;
  const bool is_product = IsProduct(conv);
  if (!is_product && !IsConvolution(conv)) return fusion;
  fusion.conv = fusion.last = conv;
  fusion.output = Output(Op(conv), is_product ? "Out" : "Output");
  fusion.ops = {conv};
  ConvFusion longer = fusion;
  while (longer.activation.empty()) {
    const int next = facts_.OnlyReader(longer.output);
    if (next < 0 || taken_.contains(next) || !Take(next, &longer) ||
        !KeepsInputs(longer)) {
      break;
    }
    fusion = longer;
  }
  taken_.insert(fusion.ops.begin(), fusion.ops.end());
  return fusion;
}

AttributeMap WindowOf(const proto::OpDesc& conv) {
  AttributeMap window;
  for (const char* name : {"strides", "paddings", "dilations", "groups"}) {
    window.emplace_back(name, GetAttribute(conv, name));
  }
  return window;
}

}  // namespace paddle::framework
