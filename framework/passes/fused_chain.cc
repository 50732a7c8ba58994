#include "paddle/framework/passes/fused_chain.h"

#include <algorithm>

#include "paddle/framework/ir/op_desc.h"

namespace paddle::framework {

namespace {

// An activation of fused operators (operators/common/fused_activation_attr.h),
// and the attributes of the operator that must have their defaults.
struct Activation {
  const char* type;
  const char* name;
  AttributeMap attrs;
};

const std::vector<Activation>& Activations() {
  static const auto* activations = new std::vector<Activation>{
      {"relu", "relu", {}},
      {"relu6", "relu6", {{"threshold", 6.0}}},
      {"sigmoid", "sigmoid", {}},
      {"tanh", "tanh", {}},
      {"swish", "swish", {{"beta", 1.0}}},
      {"silu", "swish", {}},
      {"gelu", "gelu", {{"approximate", false}}},
      {"hard_swish",
       "hard_swish",
       {{"threshold", 6.0}, {"scale", 6.0}, {"offset", 3.0}}},
  };
  return *activations;
}

// Returns its name, or "" for another operator.
std::string ActivationOf(const proto::OpDesc& op) {
  for (const Activation& known : Activations()) {
    if (op.type() != known.type) continue;
    const bool usual = std::all_of(
        known.attrs.begin(), known.attrs.end(), [&](const auto& attr) {
          return GetAttribute(op, attr.first) == attr.second;
        });
    return usual ? known.name : "";
  }
  return "";
}

}  // namespace

bool ChainFinder::IsBias(const proto::OpDesc& op, const std::string& out,
                         int bias_axis) const {
  const proto::VarDesc& bias = table_.GetVar(Input(op, "Y"));
  const auto& dims = table_.GetVar(out).dims();
  const int last = dims.size() - 1;
  const int wanted = bias_axis < 0 ? last : bias_axis;
  const int64_t axis = GetAttr<int64_t>(op, "axis");
  return Input(op, "X") == out &&
         (axis == wanted || (axis == -1 && wanted == last)) &&
         bias.kind() == proto::DENSE_TENSOR && bias.dims_size() == 1 &&
         bias.dims(0) == dims[wanted];
}

bool ChainFinder::IsResidual(const proto::OpDesc& op, const std::string& out,
                             const std::string& other) const {
  const proto::VarDesc& a = table_.GetVar(out);
  const proto::VarDesc& b = table_.GetVar(other);
  const int64_t axis = GetAttr<int64_t>(op, "axis");
  return other != out && (axis == -1 || axis == 0) &&
         b.kind() == proto::DENSE_TENSOR && b.lod_level() == a.lod_level() &&
         // Sequences are those of X, which must be those of the product.
         (b.lod_level() == 0 || Input(op, "X") == out) &&
         std::equal(a.dims().begin(), a.dims().end(), b.dims().begin(),
                    b.dims().end());
}

bool ChainFinder::TakeSum(const proto::OpDesc& op, const ChainRules& rules,
                          FusedChain* chain) const {
  const std::string out = chain->output;
  if (chain->bias.empty() && IsBias(op, out, rules.bias_axis)) {
    chain->bias = Input(op, "Y");
    return true;
  }
  if (!chain->residual.empty()) return false;
  const std::string x = Input(op, "X");
  const std::string other = x == out ? Input(op, "Y") : x;
  if (!rules.residuals || !IsResidual(op, out, other)) return false;
  chain->residual = other;
  return true;
}

bool ChainFinder::Take(int index, const ChainRules& rules,
                       FusedChain* chain) const {
  const proto::OpDesc& op = Op(index);
  if (op.role() != proto::FORWARD || !facts_.IsPure(index)) return false;
  if (op.type() == "elementwise_add") {
    if (!TakeSum(op, rules, chain)) return false;
  } else {
    chain->activation = ActivationOf(op);
    if (chain->activation.empty()) return false;
  }
  chain->last = index;
  chain->output = Output(op, "Out");
  chain->ops.push_back(index);
  return true;
}

// x * sigmoid(x), as exporters write swish: two operators read the output.
bool ChainFinder::TakeSwish(FusedChain* chain) const {
  const std::string out = chain->output;
  const std::vector<int>& readers = facts_.uses().readers(out);
  if (readers.size() != 2 || !facts_.IsPrivateOutput(out) ||
      facts_.IsSeenOutside(out)) {
    return false;
  }
  const proto::OpDesc& gate = Op(readers[0]);
  const proto::OpDesc& product = Op(readers[1]);
  if (gate.type() != "sigmoid" || product.type() != "elementwise_mul" ||
      facts_.OnlyReader(Output(gate, "Out")) != readers[1]) {
    return false;
  }
  for (int op : readers) {
    const bool fits = Op(op).role() == proto::FORWARD && facts_.IsPure(op) &&
                      !taken_.contains(op);
    if (!fits) return false;
    chain->ops.push_back(op);
  }
  chain->activation = "swish";
  chain->last = readers[1];
  chain->output = Output(product, "Out");
  return true;
}

bool ChainFinder::KeepsInputs(const FusedChain& chain) const {
  return std::all_of(chain.ops.begin(), chain.ops.end(), [&](int op) {
    const NameList& reads = facts_.uses().reads(op);
    return std::all_of(
        reads.begin(), reads.end(), [&](const std::string& name) {
          const int writer = facts_.uses().WriterBefore(name, op);
          const bool inner = std::find(chain.ops.begin(), chain.ops.end(),
                                       writer) != chain.ops.end();
          return inner || facts_.KeepsValue(name, op, chain.last);
        });
  });
}

FusedChain ChainFinder::Find(int first, const std::string& output,
                             const ChainRules& rules) {
  FusedChain chain;
  chain.first = chain.last = first;
  chain.output = output;
  chain.ops = {first};
  FusedChain longer = chain;
  while (longer.activation.empty()) {
    const int next = facts_.OnlyReader(longer.output);
    const bool takes =
        next < 0 ? TakeSwish(&longer)
                 : !taken_.contains(next) && Take(next, rules, &longer);
    if (!takes || !KeepsInputs(longer)) break;
    chain = longer;
  }
  taken_.insert(chain.ops.begin(), chain.ops.end());
  return chain;
}

void WriteChains(const std::vector<FusedChain>& chains, BlockWriter* writer,
                 absl::FunctionRef<void(const FusedChain&)> write) {
  BlockWriter::Replacements at;
  absl::flat_hash_set<int> gone;
  for (const FusedChain& chain : chains) {
    at[chain.last] = [&] { write(chain); };
    gone.insert(chain.ops.begin(), chain.ops.end());
  }
  writer->WriteAll(at, gone);
}

}  // namespace paddle::framework
