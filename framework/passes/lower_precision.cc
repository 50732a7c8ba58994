#include "paddle/framework/passes/lower_precision.h"

#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/prepare.h"
#include "paddle/framework/passes/block_writer.h"
#include "paddle/framework/passes/fixed_vars.h"
#include "paddle/framework/passes/lowerings.h"

namespace paddle::framework {

namespace {

// Writes what was found.
class LoweringWriter {
 public:
  LoweringWriter(Program* program, const PrecisionOptions& options)
      : program_(program),
        table_(program->global_block()),
        options_(options),
        half_type_(static_cast<proto::DataType>(options.dtype)),
        suffix_(absl::StrCat(
            "@", absl::AsciiStrToUpper(DataTypeName(options.dtype)))),
        fixed_(*program),
        writer_(program, /*block=*/0) {}

  // Returns what LowerPrecision does.
  TwinNames Write(const std::vector<std::optional<Lowering>>& all);

 private:
  void Lower(int op, const Lowering& lowering);
  void Note(const proto::OpDesc& op);
  // Returns the variable with the value of another one in 16 bits; converts it
  // before operator `op` unless that has been done.
  std::string HalfOf(int op, const std::string& name);
  std::string NewHalf(const std::string& name);
  proto::OpDesc Cast(const std::string& x, DataType to) const {
    return MakeOp("cast", {{"X", {x}}}, {},
                  {{"out_dtype", std::string(DataTypeName(to))}});
  }

  Program* program_;
  SymbolTable& table_;
  const PrecisionOptions& options_;
  const proto::DataType half_type_;
  const std::string suffix_;
  const FixedVars fixed_;
  BlockWriter writer_;
  TwinNames half_;
  TwinNames derived_;
};

// Dims and sequences are those of the variable, and so is whether gradients
// stop.
std::string LoweringWriter::NewHalf(const std::string& name) {
  const proto::VarDesc& var = table_.GetVar(name);
  std::string half = absl::StrCat(name, suffix_);
  if (table_.FindVar(half) != nullptr) half = writer_.NewName(name, suffix_);
  proto::VarDesc made;
  made.set_name(half);
  made.set_kind(var.kind());
  made.set_dtype(half_type_);
  *made.mutable_dims() = var.dims();
  made.set_lod_level(var.lod_level());
  made.set_stop_gradient(var.stop_gradient());
  *table_.Var(half) = std::move(made);
  return half;
}

std::string LoweringWriter::HalfOf(int op, const std::string& name) {
  std::string& half = half_[name];
  if (!half.empty()) return half;
  proto::OpDesc cast = Cast(name, options_.dtype);
  if (options_.prepare_parameters && !options_.IsFed(name) &&
      fixed_.Has(/*block=*/0, name)) {
    half = AppendPrepared(program_, name, suffix_, std::move(cast));
    AddDerived(program_, half);
    return half;
  }
  half = NewHalf(name);
  cast.add_outputs()->set_name("Out");
  SetOutput(&cast, "Out", {half});
  writer_.Add(op, std::move(cast));
  return half;
}

void LoweringWriter::Lower(int index, const Lowering& lowering) {
  proto::OpDesc op = writer_.before().ops(index);
  for (proto::Slot& slot : *op.mutable_inputs()) {
    const bool converted = lowering.Converts(slot.name());
    for (std::string& name : *slot.mutable_arguments()) {
      if (converted && lowering.inputs.contains(name)) {
        name = HalfOf(index, name);
      }
    }
  }
  ForgetWritten(op, table_, &half_);
  std::vector<std::string> outputs;  // in the order of the slots
  for (proto::Slot& slot : *op.mutable_outputs()) {
    for (std::string& name : *slot.mutable_arguments()) {
      if (!lowering.outputs.contains(name)) continue;
      outputs.push_back(name);
      name = NewHalf(name);
      derived_[outputs.back()] = name;
    }
  }
  writer_.Put(std::move(op));
  for (const std::string& name : outputs) {
    if (!options_.IsFed(name)) half_[name] = derived_[name];
    proto::OpDesc cast = Cast(derived_[name], DataType::kFloat32);
    cast.add_outputs()->set_name("Out");
    SetOutput(&cast, "Out", {name});
    writer_.Add(index, std::move(cast));
  }
}

void LoweringWriter::Note(const proto::OpDesc& op) {
  ForgetWritten(op, table_, &half_);
  const auto [name, half] = FloatAndHalf(op, table_, half_type_);
  if (name.empty() || (Output(op, "Out") == name && options_.IsFed(name)))
    return;
  half_[name] = half;
  if (Output(op, "Out") == name) derived_[name] = half;
}

TwinNames LoweringWriter::Write(
    const std::vector<std::optional<Lowering>>& all) {
  for (int i = 0; i < static_cast<int>(all.size()); ++i) {
    if (all[i].has_value()) {
      Lower(i, *all[i]);
    } else {
      writer_.Keep(i);
      Note(writer_.before().ops(i));
    }
  }
  program_->Changed();
  return derived_;
}

}  // namespace

absl::flat_hash_map<std::string, std::string> LowerPrecision(
    Program* program, const PrecisionOptions& options) {
  const auto found = FindLowerings(*program, options);
  return LoweringWriter(program, options).Write(found);
}

}  // namespace paddle::framework
