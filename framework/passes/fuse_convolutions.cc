// Writes fused_conv2d in place of a convolution, the bias and the residual that
// are added to it, and an activation: outputs are finished while they are in
// the cache. Its images have their channels last, so that a transpose stands
// before and behind it; the pass channels_last takes most of them away.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/ir/cleanup.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/prepare.h"
#include "paddle/framework/passes/block_facts.h"
#include "paddle/framework/passes/block_writer.h"
#include "paddle/framework/passes/fixed_vars.h"
#include "paddle/framework/passes/pass.h"
#include "paddle/framework/passes/turned_op.h"

namespace paddle::framework {

namespace {

using Numbers = std::vector<int64_t>;

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

// Operators of a block that become one; indices, and names of variables.
struct Fusion {
  int conv = -1;
  int last = -1;
  std::string output;  // of the last one
  std::string bias;
  std::string residual;
  std::string activation;
  std::vector<int> ops;
};

class FusionFinder {
 public:
  FusionFinder(const SymbolTable& table, const BlockFacts& facts)
      : table_(table), facts_(facts) {}

  // Returns the fusion that begins with a convolution; without one for another
  // operator. Each operator is part of one fusion: that of the first of two
  // convolutions that are added.
  Fusion Find(int conv);

 private:
  const proto::OpDesc& Op(int i) const { return facts_.desc().ops(i); }
  bool IsConvolution(int op) const;
  // Takes an operator that reads the output so far; false if it does not fit.
  bool Take(int op, Fusion* fusion) const;
  bool TakeSum(const proto::OpDesc& op, Fusion* fusion) const;
  bool IsBias(const proto::OpDesc& op, const std::string& out) const;
  bool IsResidual(const proto::OpDesc& op, const std::string& out,
                  const std::string& other) const;
  // True if the last operator can read all that the others read.
  bool KeepsInputs(const Fusion& fusion) const;

  const SymbolTable& table_;
  const BlockFacts& facts_;
  absl::flat_hash_set<int> taken_;
};

bool FusionFinder::IsConvolution(int index) const {
  const proto::OpDesc& op = Op(index);
  if ((op.type() != "conv2d" && op.type() != "depthwise_conv2d") ||
      op.role() != proto::FORWARD || !facts_.IsPure(index)) {
    return false;
  }
  const proto::VarDesc& input = table_.GetVar(Input(op, "Input"));
  return input.dtype() == proto::FLOAT32 && input.lod_level() == 0;
}

bool FusionFinder::IsBias(const proto::OpDesc& op,
                          const std::string& out) const {
  const proto::VarDesc& bias = table_.GetVar(Input(op, "Y"));
  return Input(op, "X") == out && GetAttr<int64_t>(op, "axis") == 1 &&
         bias.kind() == proto::DENSE_TENSOR && bias.dims_size() == 1 &&
         bias.dims(0) == table_.GetVar(out).dims(1);
}

bool FusionFinder::IsResidual(const proto::OpDesc& op, const std::string& out,
                              const std::string& other) const {
  const proto::VarDesc& a = table_.GetVar(out);
  const proto::VarDesc& b = table_.GetVar(other);
  const int64_t axis = GetAttr<int64_t>(op, "axis");
  return other != out && (axis == -1 || axis == 0) &&
         b.kind() == proto::DENSE_TENSOR && b.lod_level() == 0 &&
         std::equal(a.dims().begin(), a.dims().end(), b.dims().begin(),
                    b.dims().end());
}

bool FusionFinder::TakeSum(const proto::OpDesc& op, Fusion* fusion) const {
  const std::string out = fusion->output;
  if (!fusion->residual.empty()) return false;
  if (fusion->bias.empty() && IsBias(op, out)) {
    fusion->bias = Input(op, "Y");
    return true;
  }
  const std::string x = Input(op, "X");
  const std::string other = x == out ? Input(op, "Y") : x;
  if (!IsResidual(op, out, other)) return false;
  fusion->residual = other;
  return true;
}

bool FusionFinder::Take(int index, Fusion* fusion) const {
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

bool FusionFinder::KeepsInputs(const Fusion& fusion) const {
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

Fusion FusionFinder::Find(int conv) {
  Fusion fusion;
  if (!IsConvolution(conv)) return fusion;
  fusion.conv = fusion.last = conv;
  fusion.output = Output(Op(conv), "Output");
  fusion.ops = {conv};
  Fusion longer = fusion;
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

// Writes the fused operators of a block.
class FusionWriter {
 public:
  FusionWriter(Program* program, int block, const FixedVars& fixed)
      : program_(program),
        block_(block),
        fixed_(fixed),
        writer_(program, block) {}

  void Write(const std::vector<Fusion>& fusions);

 private:
  void WriteFused(const Fusion& fusion);
  // Adds a transpose, and returns its output.
  std::string Last(const Fusion& fusion, const std::string& name);
  // Derives the packed filter; returns "" where the sizes of images are not
  // known, or the filter is not the same in each run.
  std::string Packed(const proto::OpDesc& conv);

  Program* program_;
  const int block_;
  const FixedVars& fixed_;
  BlockWriter writer_;
};

std::string FusionWriter::Last(const Fusion& fusion, const std::string& name) {
  const std::string last = writer_.NewName(name, "@LAST");
  writer_.Add(fusion.last, ToLast(name, last));
  return last;
}

AttributeMap WindowOf(const proto::OpDesc& conv) {
  AttributeMap window;
  for (const char* name : {"strides", "paddings", "dilations", "groups"}) {
    window.emplace_back(name, GetAttribute(conv, name));
  }
  return window;
}

std::string FusionWriter::Packed(const proto::OpDesc& conv) {
  const std::string filter = Input(conv, "Filter");
  const proto::VarDesc& input =
      program_->block(block_).GetVar(Input(conv, "Input"));
  const int64_t height = input.dims(2), width = input.dims(3);
  const auto& dims = program_->block(block_).GetVar(filter).dims();
  const bool empty = std::any_of(dims.begin(), dims.end(),
                                 [](int64_t size) { return size < 1; });
  if (program_->schemas().Find("pack_conv_filter") == nullptr ||
      !fixed_.Has(block_, filter) || height < 1 || width < 1 || empty) {
    return "";
  }
  AttributeMap attrs = WindowOf(conv);
  attrs.emplace_back("image_size", Numbers{height, width});
  const std::string packed = AppendPrepared(
      program_, filter, "@PACKED",
      MakeOp("pack_conv_filter", {{"Filter", {filter}}}, {}, attrs));
  AddDerived(program_, packed);
  return packed;
}

void FusionWriter::WriteFused(const Fusion& fusion) {
  const proto::OpDesc& conv = writer_.before().ops(fusion.conv);
  SlotMap inputs = {{"Input", {Last(fusion, Input(conv, "Input"))}},
                    {"Filter", {Input(conv, "Filter")}}};
  if (!fusion.bias.empty()) inputs.push_back({"Bias", {fusion.bias}});
  if (!fusion.residual.empty()) {
    inputs.push_back({"Residual", {Last(fusion, fusion.residual)}});
  }
  const std::string packed = Packed(conv);
  if (!packed.empty()) inputs.push_back({"PackedFilter", {packed}});
  AttributeMap attrs = WindowOf(conv);
  attrs.emplace_back("activation", fusion.activation);
  const std::string last = writer_.NewName(fusion.output, "@LAST");
  writer_.Write(fusion.last,
                MakeOp("fused_conv2d", inputs, {{"Output", {last}}}, attrs));
  writer_.Add(fusion.last, ToFirst(last, fusion.output));
}

void FusionWriter::Write(const std::vector<Fusion>& fusions) {
  absl::flat_hash_map<int, const Fusion*> at;
  absl::flat_hash_set<int> gone;
  for (const Fusion& fusion : fusions) {
    at[fusion.last] = &fusion;
    gone.insert(fusion.ops.begin(), fusion.ops.end());
  }
  for (int i = 0; i < writer_.before().ops_size(); ++i) {
    const auto found = at.find(i);
    if (found != at.end()) {
      WriteFused(*found->second);
    } else if (!gone.contains(i)) {
      writer_.Keep(i);
    }
  }
}

// True if there is something to fuse. A program that trains is left alone.
bool MayFuse(const Program& program) {
  const SchemaSource& schemas = program.schemas();
  if (schemas.Find("fused_conv2d") == nullptr ||
      schemas.Find("transpose") == nullptr || HasBackward(program)) {
    return false;
  }
  for (const proto::BlockDesc& block : program.desc().blocks()) {
    for (const proto::OpDesc& op : block.ops()) {
      if (op.type() == "conv2d" || op.type() == "depthwise_conv2d") return true;
    }
  }
  return false;
}

std::vector<Fusion> FindFusions(const SymbolTable& table,
                                const BlockFacts& facts) {
  FusionFinder finder(table, facts);
  std::vector<Fusion> fusions;
  for (int i = 0; i < facts.desc().ops_size(); ++i) {
    Fusion fusion = finder.Find(i);
    if (fusion.conv < 0) continue;
    fusions.push_back(std::move(fusion));
  }
  return fusions;
}

std::shared_ptr<const Program> FuseConvolutions(
    const std::shared_ptr<const Program>& program, const PassContext& context) {
  // On a GPU the operator is made of the plain one and of transposes.
  const auto place = context.place.value_or(platform::PlaceKind::kCPU);
  if (context.keep_all || place != platform::PlaceKind::kCPU ||
      !MayFuse(*program)) {
    return program;
  }
  const ProgramFacts facts(*program);
  const FixedVars fixed(*program);
  std::shared_ptr<Program> changed;
  for (int i = 0; i < program->num_blocks(); ++i) {
    const auto fusions = FindFusions(program->block(i), facts.Block(i));
    if (fusions.empty()) continue;
    if (changed == nullptr) changed = program->Clone();
    FusionWriter(changed.get(), i, fixed).Write(fusions);
  }
  if (changed == nullptr) return program;
  DropUnused(changed->mutable_desc());
  changed->Changed();
  return changed;
}

}  // namespace

REGISTER_PASS(fuse_convolutions, /*version=*/1, kReassociates,
              PassStage::kRewrite,
              "Computes a convolution, its bias, a residual and an activation "
              "as one operator, with the channels of images last.",
              FuseConvolutions);

}  // namespace paddle::framework
