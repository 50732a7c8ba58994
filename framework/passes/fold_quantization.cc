// Writes quantized_conv2d in place of a convolution of real numbers that
// integers stand for, and quantized_mul for a product: between two of them
// integers stay integers. Images have their channels last, as those of
// fuse_convolutions. Pairs of
// quantize_linear and dequantize_linear that nothing is gained from, and all of
// them where the processor lacks the instructions, are taken away: the operator
// between computes with real numbers that nobody has rounded.
//
// The prepare block rounds the filters, unless they are stored as integers
// (freeze_parameters.h), and packs them; of other stored integers it makes real
// numbers, once for all runs (Jacob et al.,
// "Quantization and Training of Neural Networks for Efficient
// Integer-Arithmetic-Only Inference", CVPR 2018, section 2).
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"

#include "paddle/framework/ir/cleanup.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/prepare.h"
#include "paddle/framework/ir/training.h"
#include "paddle/framework/passes/block_facts.h"
#include "paddle/framework/passes/block_writer.h"
#include "paddle/framework/passes/changed_program.h"
#include "paddle/framework/passes/conv_fusions.h"
#include "paddle/framework/passes/fixed_vars.h"
#include "paddle/framework/passes/integer_convs.h"
#include "paddle/framework/passes/pass.h"
#include "paddle/framework/passes/turned_op.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/int8_products.h"

namespace paddle::framework {

namespace {

using Numbers = std::vector<int64_t>;

// Says what becomes of a block.
struct Folding {
  IntegerOps ops;
  // Real numbers that are read in place of rounded ones.
  absl::flat_hash_map<std::string, std::string> renames;
  // Operators that make stored integers real, once for all runs.
  absl::flat_hash_set<int> prepared;

  bool empty() const {
    return ops.convs.empty() && renames.empty() && prepared.empty();
  }
};

// True for a dequantize_linear of what is the same in all runs.
bool IsOfStored(const proto::OpDesc& op, int block, const FixedVars& fixed) {
  const std::string zero = Input(op, "ZeroPoint");
  return op.type() == "dequantize_linear" && op.role() == proto::FORWARD &&
         fixed.Has(block, Input(op, "X")) &&
         fixed.Has(block, Input(op, "Scale")) &&
         (zero.empty() || fixed.Has(block, zero));
}

Folding FoldingOf(const Program& program, const BlockFacts& facts,
                  const FixedVars& fixed, bool integers) {
  const IntegerConvFinder finder(program.block(facts.desc().index()), facts,
                                 fixed);
  Folding folding;
  if (integers) folding.ops = finder.Find();
  // Integers that an operator computes at once are never real.
  absl::flat_hash_set<std::string> integer;
  const auto note = [&](int quantize) {
    if (quantize < 0) return;
    integer.insert(Output(facts.desc().ops(quantize), "Out"));
  };
  for (const IntegerConv& conv : folding.ops.convs) note(conv.quantize);
  for (const IntegerPool& pool : folding.ops.pools) note(pool.quantize);
  for (int i = 0; i < facts.desc().ops_size(); ++i) {
    const std::string before = finder.Before(i, folding.ops.consumed);
    const std::string out = Output(facts.desc().ops(i), "Out");
    if (!folding.ops.consumed.contains(i) && facts.IsPure(i) &&
        !facts.IsSeenOutside(out) &&
        IsOfStored(facts.desc().ops(i), facts.desc().index(), fixed)) {
      folding.prepared.insert(i);
    }
    if (before.empty() || integer.contains(Input(facts.desc().ops(i), "X"))) {
      continue;
    }
    folding.renames[out] = before;
  }
  return folding;
}

// Writes the operators of a block.
class FoldingWriter {
 public:
  FoldingWriter(Program* program, const BlockFacts& facts,
                const Folding& folding)
      : program_(program),
        facts_(facts),
        folding_(folding),
        renames_(folding.renames),
        writer_(program, facts.desc().index()) {}

  void Write();

 private:
  void WriteFolded(const IntegerConv& conv);
  void WriteConv(const IntegerConv& conv, int at, const std::string& output);
  void WriteProduct(const IntegerConv& conv, int at, const std::string& output);
  void WritePool(const IntegerPool& pool);
  // Derives the real numbers that an operator makes of stored integers.
  void Prepare(const proto::OpDesc& op);
  // Adds a transpose before operator `at`, and returns its output.
  std::string Last(int at, const std::string& name);
  // Returns the name of what is read in place of a variable.
  std::string Real(const std::string& name) const;
  // Derives the integers of a filter, [M, C, KH, KW], and those of a matrix,
  // transposed, as windows of one pixel.
  std::string Rounded(const Integers& filter);
  std::string RoundedMatrix(const Integers& matrix);
  // Derives them in the order that is read fastest for images of a size; ""
  // where that is not known.
  std::string Packed(const IntegerConv& conv, const std::string& rounded,
                     const Numbers& image, AttributeMap attrs);
  // Returns what the result has, and appends what all inputs have.
  AttributeMap Finish(const IntegerConv& conv, const std::string& output,
                      const char* scale, SlotMap* inputs) const;
  const char* TypeOf(const std::string& name) const {
    const auto& var = program_->block(facts_.desc().index()).GetVar(name);
    return DataTypeName(DataTypeFromNumber(var.dtype()));
  }
  // Appends an operator that stays, but for names of what it reads.
  void Keep(int index);
  void DropUnread();

  Program* program_;
  const BlockFacts& facts_;
  const Folding& folding_;
  absl::flat_hash_map<std::string, std::string> renames_;
  BlockWriter writer_;
  absl::flat_hash_map<std::string, std::string> rounded_;
};

std::string FoldingWriter::Last(int at, const std::string& name) {
  const std::string last = writer_.NewName(name, "@LAST");
  writer_.Add(at, ToLast(name, last));
  return last;
}

// A pair may stand behind another one.
std::string FoldingWriter::Real(const std::string& name) const {
  const auto found = renames_.find(name);
  return found == renames_.end() ? name : Real(found->second);
}

void FoldingWriter::Prepare(const proto::OpDesc& op) {
  proto::OpDesc real = MakeOp(op.type(), {}, {});
  *real.mutable_inputs() = op.inputs();
  *real.mutable_attrs() = op.attrs();
  const std::string made =
      AppendPrepared(program_, Input(op, "X"), "@REAL", std::move(real));
  AddDerived(program_, made);
  renames_[Output(op, "Out")] = made;
}

std::string FoldingWriter::Rounded(const Integers& filter) {
  if (filter.stored) return filter.name;
  std::string& made = rounded_[filter.name + " " + filter.scale];
  if (made.empty()) {
    made =
        AppendPrepared(program_, filter.name, "@INT8",
                       MakeOp("quantize_linear",
                              {{"X", {filter.name}}, {"Scale", {filter.scale}}},
                              {}, {{"axis", int64_t{0}}}));
    AddDerived(program_, made);
  }
  return made;
}

std::string FoldingWriter::RoundedMatrix(const Integers& matrix) {
  std::string& made = rounded_[matrix.name + " " + matrix.scale];
  if (!made.empty()) return made;
  const auto& dims =
      program_->block(facts_.desc().index()).GetVar(matrix.name).dims();
  const Numbers shape = {dims[1], dims[0], 1, 1};
  made = matrix.stored
             ? matrix.name
             : AppendPrepared(
                   program_, matrix.name, "@ROUNDED",
                   MakeOp("quantize_linear",
                          {{"X", {matrix.name}}, {"Scale", {matrix.scale}}}, {},
                          {{"axis", int64_t{1}}}));
  made = AppendPrepared(
      program_, matrix.name, "@TRANSPOSED",
      MakeOp("transpose", {{"X", {made}}}, {}, {{"axis", Numbers{1, 0}}}));
  made = AppendPrepared(
      program_, matrix.name, "@INT8",
      MakeOp("reshape", {{"X", {made}}}, {}, {{"shape", shape}}));
  AddDerived(program_, made);
  return made;
}

std::string FoldingWriter::Packed(const IntegerConv& conv,
                                  const std::string& rounded,
                                  const Numbers& image, AttributeMap attrs) {
  if (program_->schemas().Find("pack_quantized_filter") == nullptr ||
      image[0] < 1 || image[1] < 1) {
    return "";
  }
  attrs.emplace_back("image_size", image);
  attrs.emplace_back("input_dtype", std::string(TypeOf(conv.input.name)));
  std::string residual;
  if (!conv.fusion.residual.empty()) {
    residual = conv.residual ? TypeOf(conv.residual->name) : "float32";
  }
  attrs.emplace_back("residual_dtype", residual);
  const std::string packed = AppendPrepared(
      program_, conv.filter.name, "@PACKED",
      MakeOp("pack_quantized_filter", {{"Filter", {rounded}}}, {}, attrs));
  AddDerived(program_, packed);
  return packed;
}

AttributeMap FoldingWriter::Finish(const IntegerConv& conv,
                                   const std::string& output, const char* scale,
                                   SlotMap* inputs) const {
  if (!conv.fusion.bias.empty()) {
    inputs->push_back({"Bias", {Real(conv.fusion.bias)}});
  }
  if (conv.quantize >= 0) {
    const proto::OpDesc& rounds = facts_.desc().ops(conv.quantize);
    inputs->push_back({scale, {Input(rounds, "Scale")}});
  }
  return {{"activation", conv.fusion.activation},
          {"out_dtype", std::string(TypeOf(output))}};
}

void FoldingWriter::WriteConv(const IntegerConv& conv, int at,
                              const std::string& output) {
  const std::string filter = Rounded(conv.filter);
  SlotMap inputs = {{"Input", {Last(at, conv.input.name)}},
                    {"InputScale", {conv.input.scale}},
                    {"Filter", {filter}},
                    {"FilterScale", {conv.filter.scale}}};
  AttributeMap attrs = Finish(conv, output, "OutputScale", &inputs);
  if (conv.residual) {
    inputs.push_back({"Residual", {Last(at, conv.residual->name)}});
    inputs.push_back({"ResidualScale", {conv.residual->scale}});
  } else if (!conv.fusion.residual.empty()) {
    inputs.push_back({"Residual", {Last(at, Real(conv.fusion.residual))}});
  }
  const AttributeMap window = WindowOf(facts_.desc().ops(conv.fusion.first));
  attrs.insert(attrs.end(), window.begin(), window.end());
  const auto& image =
      program_->block(facts_.desc().index()).GetVar(conv.input.name).dims();
  const std::string packed = Packed(conv, filter, {image[2], image[3]}, attrs);
  if (!packed.empty()) inputs.push_back({"PackedFilter", {packed}});
  const std::string last = writer_.NewName(output, "@LAST");
  writer_.Write(
      at, MakeOp("quantized_conv2d", inputs, {{"Output", {last}}}, attrs));
  writer_.Add(at, ToFirst(last, output));
}

void FoldingWriter::WriteProduct(const IntegerConv& conv, int at,
                                 const std::string& output) {
  // quantized_mul takes so many rows at a time.
  const Numbers rows = {1, 32};
  const std::string matrix = RoundedMatrix(conv.filter);
  SlotMap inputs = {{"X", {conv.input.name}},
                    {"XScale", {conv.input.scale}},
                    {"Y", {matrix}},
                    {"YScale", {conv.filter.scale}}};
  AttributeMap attrs = Finish(conv, output, "OutScale", &inputs);
  const std::string packed = Packed(conv, matrix, rows, attrs);
  if (!packed.empty()) inputs.push_back({"PackedY", {packed}});
  const proto::OpDesc& mul = facts_.desc().ops(conv.fusion.first);
  attrs.emplace_back("x_num_col_dims", GetAttribute(mul, "x_num_col_dims"));
  writer_.Write(at,
                MakeOp("quantized_mul", inputs, {{"Out", {output}}}, attrs));
}

void FoldingWriter::WritePool(const IntegerPool& pool) {
  const int at = pool.quantize;
  const std::string output = Output(facts_.desc().ops(at), "Out");
  const std::string last = writer_.NewName(output, "@LAST");
  AttributeMap attrs = {{"data_format", std::string("NHWC")}};
  for (const char* name : {"ksize", "strides", "paddings", "padding_algorithm",
                           "global_pooling", "adaptive", "ceil_mode"}) {
    attrs.emplace_back(name, GetAttribute(facts_.desc().ops(pool.pool), name));
  }
  writer_.Write(at,
                MakeOp("quantized_pool2d", {{"X", {Last(at, pool.input.name)}}},
                       {{"Out", {last}}}, attrs));
  writer_.Add(at, ToFirst(last, output));
}

void FoldingWriter::WriteFolded(const IntegerConv& conv) {
  const bool rounds = conv.quantize >= 0;
  const int at = rounds ? conv.quantize : conv.fusion.last;
  const std::string output =
      rounds ? Output(facts_.desc().ops(at), "Out") : conv.fusion.output;
  if (facts_.desc().ops(conv.fusion.first).type() == "mul") {
    WriteProduct(conv, at, output);
  } else {
    WriteConv(conv, at, output);
  }
}

// Conversions whose results nobody reads any more; from the end, as one may
// have been read by another one alone.
void FoldingWriter::DropUnread() {
  const int index = facts_.desc().index();
  proto::BlockDesc* block = program_->mutable_desc()->mutable_blocks(index);
  absl::flat_hash_map<std::string, int> reads;
  for (const proto::OpDesc& op : block->ops()) {
    for (const std::string& name : InputNames(op)) ++reads[name];
  }
  std::vector<bool> keep(block->ops_size(), true);
  for (int i = block->ops_size() - 1; i >= 0; --i) {
    const proto::OpDesc& op = block->ops(i);
    const bool converts =
        op.type() == "quantize_linear" || op.type() == "dequantize_linear";
    if (!converts) continue;
    const std::string out = Output(op, "Out");
    const proto::VarDesc* var =
        program_->block(index).FindVar(out, /*recursive=*/false);
    if (var == nullptr || var->persistable() || var->is_feed() ||
        reads[out] > 0 || facts_.IsSeenOutside(out)) {
      continue;
    }
    keep[i] = false;
    for (const std::string& name : InputNames(op)) --reads[name];
  }
  KeepOps(keep, block);
}

void FoldingWriter::Keep(int index) {
  proto::OpDesc op = writer_.before().ops(index);
  for (proto::Slot& slot : *op.mutable_inputs()) {
    for (std::string& name : *slot.mutable_arguments()) name = Real(name);
  }
  writer_.Put(std::move(op));
}

void FoldingWriter::Write() {
  BlockWriter::Replacements at;
  absl::flat_hash_set<int> gone;
  for (int i : folding_.prepared) {
    at[i] = [this, i] { Prepare(writer_.before().ops(i)); };
  }
  for (const IntegerConv& conv : folding_.ops.convs) {
    const bool rounds = conv.quantize >= 0;
    const int last = rounds ? conv.quantize : conv.fusion.last;
    at[last] = [&] { WriteFolded(conv); };
    gone.insert(conv.fusion.ops.begin(), conv.fusion.ops.end());
  }
  for (const IntegerPool& pool : folding_.ops.pools) {
    at[pool.quantize] = [&] { WritePool(pool); };
    gone.insert(pool.pool);
  }
  writer_.WriteAll(at, gone, [this](int op) { Keep(op); });
  DropUnread();
}

// True if something may be folded. A program that trains is left alone.
bool MayFold(const Program& program) {
  return !HasBackward(program.desc()) &&
         AnyOp(program, [](const proto::OpDesc& op) {
           return op.type() == "dequantize_linear";
         });
}

bool ComputesIntegers(const Program& program, const PassContext& context) {
  const auto place = context.place.value_or(platform::PlaceKind::kCPU);
  return place == platform::PlaceKind::kCPU &&
         context.int8_products.value_or(platform::HasInt8Products()) &&
         AreLinked(program.schemas(),
                   {"quantized_conv2d", "quantized_mul", "quantized_pool2d",
                    "reshape", "quantize_linear", "transpose"});
}

std::shared_ptr<const Program> FoldQuantization(
    const std::shared_ptr<const Program>& program, const PassContext& context) {
  if (context.keep_all || !MayFold(*program)) return program;
  const bool integers = ComputesIntegers(*program, context);
  const ProgramFacts facts(*program);
  const FixedVars fixed(*program);
  ChangedProgram changed(program);
  for (int i = 0; i < program->num_blocks(); ++i) {
    if (i == FindPrepareBlock(*program) && i > 0) continue;
    const BlockFacts block = facts.Block(i);
    const Folding folding = FoldingOf(*program, block, fixed, integers);
    if (folding.empty()) continue;
    FoldingWriter(changed.get(), block, folding).Write();
  }
  return changed.Finish();
}

}  // namespace

REGISTER_PASS(fold_quantization, /*version=*/2, kReassociates,
              PassStage::kRewrite,
              "Computes convolutions and products of quantized numbers with "
              "integers where that is faster, and elsewhere does not quantize.",
              FoldQuantization);

}  // namespace paddle::framework
