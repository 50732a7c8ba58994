// Folds batch normalization by running statistics into the filter and the bias
// of the convolution or product before it:
//
//   f = Scale / sqrt(Variance + epsilon)
//   norm(x * w + b) = x * (w * f) + (Bias + (b - Mean) * f)
//
// The prepare block computes w * f and the new bias, once for each version of
// the parameters (Jacob et al., "Quantization and Training of Neural Networks
// for Efficient Integer-Arithmetic-Only Inference", CVPR 2018, section 3.2).
#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/prepare.h"
#include "paddle/framework/passes/block_facts.h"
#include "paddle/framework/passes/block_writer.h"
#include "paddle/framework/passes/changed_program.h"
#include "paddle/framework/passes/fixed_vars.h"
#include "paddle/framework/passes/pass.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::framework {

namespace {

// The slots of operators whose results are linear in a weight, and the axis of
// the weight along which its channels stand.
struct Linear {
  const char* type;
  const char* weight;
  const char* output;
  int64_t axis;
  // Attributes that must be 1, or "".
  const char* ones[2];
};
constexpr Linear kLinear[] = {
    {"conv2d", "Filter", "Output", 0, {"", ""}},
    {"conv3d", "Filter", "Output", 0, {"", ""}},
    {"depthwise_conv2d", "Filter", "Output", 0, {"", ""}},
    {"conv2d_transpose", "Filter", "Output", 1, {"groups", ""}},
    {"conv3d_transpose", "Filter", "Output", 1, {"groups", ""}},
    {"mul", "Y", "Out", 1, {"x_num_col_dims", "y_num_col_dims"}},
};

constexpr const char* kEmitted[] = {
    "cast",           "scale", "rsqrt", "elementwise_add", "elementwise_sub",
    "elementwise_mul"};

// One normalization and what it is folded into; indices of operators.
struct Folding {
  const Linear* linear = nullptr;
  int product = -1;
  int bias = -1;  // -1: none is added
  int norm = -1;
};

const Linear* FindLinear(const proto::OpDesc& op) {
  for (const Linear& linear : kLinear) {
    if (op.type() != linear.type) continue;
    const bool fits = std::all_of(
        std::begin(linear.ones), std::end(linear.ones), [&](const char* one) {
          return one[0] == '\0' || GetAttr<int64_t>(op, one) == 1;
        });
    return fits ? &linear : nullptr;
  }
  return nullptr;
}

bool IsTestNorm(const proto::OpDesc& op) {
  return op.type() == "batch_norm" && op.role() == proto::FORWARD &&
         GetAttr<bool>(op, "is_test") &&
         GetAttr<std::string>(op, "data_layout") == "NCHW";
}

// True for types of a weight and of statistics that can be folded. bfloat16 is
// folded in float and rounded once.
bool IsFoldable(proto::DataType weight, proto::DataType statistics) {
  if (weight == proto::BFLOAT16) return statistics == proto::FLOAT32;
  return (weight == proto::FLOAT32 || weight == proto::FLOAT64) &&
         weight == statistics;
}

class FoldingFinder {
 public:
  FoldingFinder(const Program& program, const BlockFacts& facts,
                const FixedVars& fixed)
      : table_(program.block(facts.desc().index())),
        facts_(facts),
        fixed_(fixed) {}

  // Returns the folding of operator `norm`; without a product if it cannot be.
  Folding Find(int norm) const;

 private:
  const proto::OpDesc& Op(int i) const { return facts_.desc().ops(i); }
  bool IsFixed(const std::string& name, int writers = 0) const {
    return fixed_.Has(facts_.desc().index(), name, writers);
  }
  // Returns the operator that computes a value for `reader` alone, or -1.
  int MakerFor(const std::string& name, int reader) const;
  bool HasFixedStatistics(const proto::OpDesc& norm) const;
  bool HasFoldableTypes(const std::string& weight,
                        const proto::OpDesc& norm) const;
  bool IsBias(int op) const;

  const SymbolTable& table_;
  const BlockFacts& facts_;
  const FixedVars& fixed_;
};

int FoldingFinder::MakerFor(const std::string& name, int reader) const {
  if (facts_.OnlyReader(name) != reader) return -1;
  return facts_.uses().WriterBefore(name, reader);
}

// The running statistics are their own outputs, which the operator that is
// dropped writes as they are.
bool FoldingFinder::HasFixedStatistics(const proto::OpDesc& norm) const {
  for (const char* slot : {"SavedMean", "SavedVariance"}) {
    const std::string name = Output(norm, slot);
    if (name.empty()) continue;
    if (facts_.IsSeenOutside(name) || !facts_.uses().readers(name).empty()) {
      return false;
    }
  }
  const std::string mean = Input(norm, "Mean");
  const std::string variance = Input(norm, "Variance");
  return Output(norm, "MeanOut") == mean && mean != variance &&
         Output(norm, "VarianceOut") == variance &&
         IsFixed(mean, /*writers=*/1) && IsFixed(variance, /*writers=*/1) &&
         IsFixed(Input(norm, "Scale")) && IsFixed(Input(norm, "Bias"));
}

bool FoldingFinder::HasFoldableTypes(const std::string& weight,
                                     const proto::OpDesc& norm) const {
  const proto::DataType dtype = table_.GetVar(weight).dtype();
  const std::vector<const char*> slots = {"Scale", "Bias", "Mean", "Variance"};
  return std::all_of(slots.begin(), slots.end(), [&](const char* slot) {
    return IsFoldable(dtype, table_.GetVar(Input(norm, slot)).dtype());
  });
}

// A vector of channels.
bool FoldingFinder::IsBias(int index) const {
  const proto::OpDesc& op = Op(index);
  if (op.type() != "elementwise_add") return false;
  const std::string bias = Input(op, "Y");
  if (!IsFixed(bias) || table_.GetVar(bias).dims_size() != 1) return false;
  const int64_t axis = GetAttr<int64_t>(op, "axis");
  return axis == 1 ||
         (axis == -1 && table_.GetVar(Input(op, "X")).dims_size() == 2);
}

Folding FoldingFinder::Find(int norm) const {
  Folding folding;
  if (!IsTestNorm(Op(norm)) || !HasFixedStatistics(Op(norm))) return folding;
  int maker = MakerFor(Input(Op(norm), "X"), norm);
  if (maker >= 0 && IsBias(maker)) {
    folding.bias = maker;
    maker = MakerFor(Input(Op(maker), "X"), maker);
  }
  if (maker < 0) return folding;
  folding.linear = FindLinear(Op(maker));
  if (folding.linear == nullptr) return folding;
  const std::string weight = Input(Op(maker), folding.linear->weight);
  if (!IsFixed(weight)) return folding;
  if (!HasFoldableTypes(weight, Op(norm))) return folding;
  folding.product = maker;
  folding.norm = norm;
  return folding;
}

proto::OpDesc Binary(const char* type, const std::string& x,
                     const std::string& y, int64_t axis = -1) {
  return MakeOp(type, {{"X", {x}}, {"Y", {y}}}, {}, {{"axis", axis}});
}

// Writes what the prepare block computes, and the operators that read it.
class FoldingWriter {
 public:
  FoldingWriter(Program* program, int block)
      : program_(program), writer_(program, block) {}

  void Write(const std::vector<Folding>& foldings);

 private:
  std::string Prepare(const std::string& suffix, proto::OpDesc op) {
    return AppendPrepared(program_, weight_, suffix, std::move(op));
  }
  // Returns the name of a value in another type; the name itself if it has it.
  std::string Cast(const std::string& suffix, const std::string& name,
                   proto::DataType dtype);
  void Fold(const Folding& folding);
  void Replace(int op, proto::OpDesc made) {
    made_[op] = [this, op, made = std::move(made)] { writer_.Write(op, made); };
  }

  Program* program_;
  BlockWriter writer_;
  std::string weight_;  // of the folding that is derived
  BlockWriter::Replacements made_;
  absl::flat_hash_set<int> gone_;
};

std::string FoldingWriter::Cast(const std::string& suffix,
                                const std::string& name,
                                proto::DataType dtype) {
  const SymbolTable& table = program_->block(PrepareBlock(program_));
  if (table.GetVar(name).dtype() == dtype) return name;
  return Prepare(
      suffix, MakeOp("cast", {{"X", {name}}}, {},
                     {{"out_dtype",
                       std::string(DataTypeName(DataTypeFromNumber(dtype)))}}));
}

void FoldingWriter::Fold(const Folding& folding) {
  const proto::OpDesc& norm = writer_.before().ops(folding.norm);
  const proto::OpDesc& product = writer_.before().ops(folding.product);
  weight_ = Input(product, folding.linear->weight);
  const SymbolTable& table = program_->block(PrepareBlock(program_));
  const proto::DataType dtype = table.GetVar(weight_).dtype();
  const proto::DataType wide = table.GetVar(Input(norm, "Scale")).dtype();
  const std::string variance = Prepare(
      "@VARIANCE", MakeOp("scale", {{"X", {Input(norm, "Variance")}}}, {},
                          {{"bias", GetAttr<double>(norm, "epsilon")}}));
  const std::string inverse =
      Prepare("@INVERSE", MakeOp("rsqrt", {{"X", {variance}}}, {}));
  const std::string factor = Prepare(
      "@FACTOR", Binary("elementwise_mul", inverse, Input(norm, "Scale")));
  std::string folded =
      Prepare("@FOLDED", Binary("elementwise_mul", Cast("@WIDE", weight_, wide),
                                factor, folding.linear->axis));
  folded = Cast("@ROUNDED", folded, dtype);
  std::string mean = Input(norm, "Mean");
  if (folding.bias >= 0) {
    const std::string added = Input(writer_.before().ops(folding.bias), "Y");
    mean = Prepare(
        "@MEAN", Binary("elementwise_sub", mean, Cast("@ADDED", added, wide)));
  }
  mean = Prepare("@SHIFT", Binary("elementwise_mul", mean, factor));
  std::string bias =
      Prepare("@BIAS", Binary("elementwise_sub", Input(norm, "Bias"), mean));
  bias = Cast("@BIAS", bias, dtype);
  AddDerived(program_, folded);
  AddDerived(program_, bias);
  proto::OpDesc weighted = product;
  SetInput(&weighted, folding.linear->weight, {folded});
  Replace(folding.product, std::move(weighted));
  proto::OpDesc biased = Binary(
      "elementwise_add", Output(product, folding.linear->output), bias, 1);
  SetOutput(&biased, "Out", {Output(norm, "Y")});
  Replace(folding.norm, std::move(biased));
  if (folding.bias >= 0) gone_.insert(folding.bias);
}

void FoldingWriter::Write(const std::vector<Folding>& foldings) {
  for (const Folding& folding : foldings) Fold(folding);
  writer_.WriteAll(made_, gone_);
}

bool MayFold(const Program& program) {
  return AnyOp(program, IsTestNorm) && AreLinked(program.schemas(), kEmitted);
}

std::vector<Folding> FindFoldings(const Program& program,
                                  const BlockFacts& facts,
                                  const FixedVars& fixed) {
  const FoldingFinder finder(program, facts, fixed);
  std::vector<Folding> foldings;
  for (int i = 0; i < facts.desc().ops_size(); ++i) {
    const Folding folding = finder.Find(i);
    if (folding.product >= 0) foldings.push_back(folding);
  }
  return foldings;
}

std::shared_ptr<const Program> FoldBatchNorm(
    const std::shared_ptr<const Program>& program, const PassContext& context) {
  if (context.keep_all || !MayFold(*program)) return program;
  const ProgramFacts facts(*program);
  const FixedVars fixed(*program);
  ChangedProgram changed(program);
  for (int i = 0; i < program->num_blocks(); ++i) {
    const auto foldings = FindFoldings(*program, facts.Block(i), fixed);
    if (foldings.empty()) continue;
    FoldingWriter(changed.get(), i).Write(foldings);
  }
  return changed.Finish();
}

}  // namespace

REGISTER_PASS(fold_batch_norm, /*version=*/1, kReassociates,
              PassStage::kRewrite,
              "Folds batch normalization by running statistics into the "
              "filter and bias before it.",
              FoldBatchNorm);

}  // namespace paddle::framework
