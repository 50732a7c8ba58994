#include "paddle/framework/passes/quantize.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/prepare.h"
#include "paddle/framework/ir/training.h"
#include "paddle/framework/ir/use_def.h"
#include "paddle/framework/passes/block_facts.h"
#include "paddle/framework/passes/block_writer.h"
#include "paddle/framework/passes/fixed_vars.h"
#include "paddle/framework/passes/turned_op.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

using Numbers = std::vector<int64_t>;

// The slots of operators that integers may compute, and the axis of the filter
// along which its scales are.
struct Product {
  const char* type;
  const char* input;
  const char* filter;
  const char* one;  // an attribute that must be 1, or ""
  int rank;         // of the filter
  int64_t axis;
};
constexpr Product kProducts[] = {
    {"conv2d", "Input", "Filter", "groups", 4, 0},
    {"depthwise_conv2d", "Input", "Filter", "", 4, 0},
    {"mul", "X", "Y", "y_num_col_dims", 2, 1},
};

// Finds what may be rounded in the global block.
class Finder {
 public:
  explicit Finder(const Program& program)
      : table_(program.global_block()),
        all_facts_(program),
        facts_(all_facts_.Block(0)),
        fixed_(program) {}

  // Returns null for an operator that integers may not compute.
  const Product* ProductOf(int op) const;
  // Returns what is rounded, and what chooses the scale of each: itself, or
  // what it is the largest of.
  std::vector<std::pair<std::string, std::string>> Find() const;

 private:
  const proto::OpDesc& Op(int i) const { return facts_.desc().ops(i); }
  bool IsRounded(const std::string& name) const;
  bool IsConvResult(const std::string& name, int reader) const;
  // Returns the residual of a sum, or "".
  std::string ResidualOf(int op) const;
  // Returns the image of which an operator computes the largest of windows, if
  // that is what makes a variable; or "".
  std::string PooledFrom(const std::string& name, int reader) const;

  const SymbolTable& table_;
  const ProgramFacts all_facts_;
  const BlockFacts facts_;
  const FixedVars fixed_;
};

const Product* Finder::ProductOf(int index) const {
  const proto::OpDesc& op = Op(index);
  for (const Product& product : kProducts) {
    if (op.type() != product.type) continue;
    const std::string filter = Input(op, product.filter);
    const bool fits =
        op.role() == proto::FORWARD &&
        (product.one[0] == '\0' || GetAttr<int64_t>(op, product.one) == 1) &&
        facts_.IsPure(index) && fixed_.Has(0, filter) &&
        table_.GetVar(filter).dims_size() == product.rank &&
        table_.GetVar(filter).dtype() == proto::FLOAT32;
    return fits ? &product : nullptr;
  }
  return nullptr;
}

// It has one value, which inner blocks do not read.
bool Finder::IsRounded(const std::string& name) const {
  const VarUses& uses = facts_.uses().uses(name);
  const bool once =
      uses.writers.empty() ||
      (uses.writers.size() == 1 && uses.first_reader() > uses.first_writer());
  const proto::VarDesc& var = table_.GetVar(name);
  return var.kind() == proto::DENSE_TENSOR && var.lod_level() == 0 && once &&
         !uses.captured && !var.persistable();
}

bool Finder::IsConvResult(const std::string& name, int reader) const {
  int maker = facts_.uses().WriterBefore(name, reader);
  if (maker >= 0 && Op(maker).type() == "elementwise_add" &&
      table_.GetVar(Input(Op(maker), "Y")).dims_size() == 1) {
    maker = facts_.uses().WriterBefore(Input(Op(maker), "X"), maker);
  }
  return maker >= 0 && Op(maker).type() == "conv2d" &&
         ProductOf(maker) != nullptr && facts_.OnlyReader(name) == reader;
}

// The convolution that comes last adds the sum.
std::string Finder::ResidualOf(int index) const {
  const proto::OpDesc& op = Op(index);
  if (op.type() != "elementwise_add") return "";
  std::string last = Input(op, "X"), first = Input(op, "Y");
  if (last == first || !IsImage(table_, last) || !IsImage(table_, first)) {
    return "";
  }
  const UseDef& uses = facts_.uses();
  if (uses.WriterBefore(last, index) < uses.WriterBefore(first, index)) {
    std::swap(last, first);
  }
  return IsConvResult(last, index) ? first : "";
}

// Integers have the same order as the numbers that they stand for.
std::string Finder::PooledFrom(const std::string& name, int reader) const {
  const int maker = facts_.uses().WriterBefore(name, reader);
  if (maker < 0 || Op(maker).type() != "pool2d" ||
      GetAttr<std::string>(Op(maker), "pooling_type") != "max") {
    return "";
  }
  const std::string image = Input(Op(maker), "X");
  const bool fits = facts_.IsPure(maker) && facts_.OnlyReader(image) == maker &&
                    IsRounded(image);
  return fits ? image : "";
}

std::vector<std::pair<std::string, std::string>> Finder::Find() const {
  std::vector<std::pair<std::string, std::string>> found;
  const auto add = [&](const std::string& name, const std::string& root) {
    const bool known =
        std::any_of(found.begin(), found.end(),
                    [&](const auto& pair) { return pair.first == name; });
    if (!known) found.emplace_back(name, root);
  };
  for (int i = 0; i < facts_.desc().ops_size(); ++i) {
    const Product* product = ProductOf(i);
    const std::string name =
        product == nullptr ? ResidualOf(i) : Input(Op(i), product->input);
    if (name.empty() || !IsRounded(name)) continue;
    const std::string image = PooledFrom(name, i);
    if (!image.empty()) add(image, image);
    add(name, image.empty() ? name : image);
  }
  return found;
}

// Writes the operators of the global block.
class Writer {
 public:
  Writer(Program* program, const Finder& finder,
         const std::map<std::string, QuantizedNumbers>& numbers)
      : program_(program), finder_(finder), numbers_(numbers) {
    for (const auto& [name, root] : finder.Find()) wanted_[name] = root;
  }

  void Write();

 private:
  std::string Prepared(const std::string& name, const std::string& suffix,
                       proto::OpDesc op) {
    return AppendPrepared(program_, name, suffix, std::move(op));
  }
  // Returns a derived variable: the scale of numbers, or of each filter.
  std::string ScaleOf(const std::string& root);
  std::string FilterScale(const std::string& filter, int64_t axis);
  // Adds a pair of operators before operator `at`, once for each variable, and
  // returns the rounded numbers.
  std::string Rounded(int at, const std::string& name, const std::string& scale,
                      bool is_unsigned, int64_t axis);
  std::string RoundedImage(int at, const std::string& name);
  std::string RoundedFilter(int at, const std::string& name, int64_t axis);

  Program* program_;
  const Finder& finder_;
  const std::map<std::string, QuantizedNumbers>& numbers_;
  BlockWriter writer_{program_, 0};
  absl::flat_hash_map<std::string, std::string> wanted_;
  absl::flat_hash_map<std::string, std::string> scales_;
  absl::flat_hash_map<std::string, std::string> rounded_;
};

std::string Writer::ScaleOf(const std::string& root) {
  std::string& scale = scales_[root];
  if (scale.empty()) {
    const double value = numbers_.at(root).scale;
    scale = Prepared(root, "@SCALE",
                     MakeOp("fill_constant", {}, {},
                            {{"shape", Numbers{1}}, {"value", value}}));
    AddDerived(program_, scale);
  }
  return scale;
}

// The least scale is that of filters of zeros alone: none may be 0.
std::string Writer::FilterScale(const std::string& filter, int64_t axis) {
  constexpr double kLeast = 1e-12;
  const Numbers others = axis == 0 ? Numbers{1, 2, 3} : Numbers{0};
  const std::string size =
      Prepared(filter, "@ABS", MakeOp("abs", {{"X", {filter}}}, {}));
  const std::string largest =
      Prepared(filter, "@MAX",
               MakeOp("reduce_max", {{"X", {size}}}, {}, {{"dim", others}}));
  const std::string step =
      Prepared(filter, "@STEP",
               MakeOp("scale", {{"X", {largest}}}, {}, {{"scale", 1.0 / 127}}));
  const double most = std::numeric_limits<float>::max();
  const std::string scale = Prepared(
      filter, "@SCALE",
      MakeOp("clip", {{"X", {step}}}, {}, {{"min", kLeast}, {"max", most}}));
  AddDerived(program_, scale);
  return scale;
}

std::string Writer::Rounded(int at, const std::string& name,
                            const std::string& scale, bool is_unsigned,
                            int64_t axis) {
  const std::string integers = writer_.NewName(name, "@QUANTIZED");
  const std::string type = is_unsigned ? "uint8" : "int8";
  writer_.Add(
      at, MakeOp("quantize_linear", {{"X", {name}}, {"Scale", {scale}}},
                 {{"Out", {integers}}}, {{"axis", axis}, {"out_dtype", type}}));
  const std::string real = writer_.NewName(name, "@ROUNDED");
  writer_.Add(
      at, MakeOp("dequantize_linear", {{"X", {integers}}, {"Scale", {scale}}},
                 {{"Out", {real}}}, {{"axis", axis}}));
  return rounded_[name] = real;
}

std::string Writer::RoundedImage(int at, const std::string& name) {
  const auto known = rounded_.find(name);
  if (known != rounded_.end()) return known->second;
  const std::string root = wanted_.at(name);
  return Rounded(at, name, ScaleOf(root), numbers_.at(root).is_unsigned, 1);
}

std::string Writer::RoundedFilter(int at, const std::string& name,
                                  int64_t axis) {
  const auto known = rounded_.find(name);
  if (known != rounded_.end()) return known->second;
  return Rounded(at, name, FilterScale(name, axis), /*is_unsigned=*/false,
                 axis);
}

void Writer::Write() {
  for (int i = 0; i < writer_.before().ops_size(); ++i) {
    proto::OpDesc op = writer_.before().ops(i);
    for (proto::Slot& slot : *op.mutable_inputs()) {
      for (std::string& name : *slot.mutable_arguments()) {
        if (wanted_.count(name) > 0) name = RoundedImage(i, name);
      }
    }
    const Product* product = finder_.ProductOf(i);
    if (product != nullptr &&
        wanted_.count(Input(writer_.before().ops(i), product->input)) > 0) {
      SetInput(&op, product->filter,
               {RoundedFilter(i, Input(op, product->filter), product->axis)});
    }
    writer_.Put(std::move(op));
  }
}

void CheckNumbers(const NameList& names,
                  const std::map<std::string, QuantizedNumbers>& numbers) {
  PADDLE_ENFORCE(!names.empty(), InvalidArgument,
                 "the program has nothing to quantize: no conv2d of one group "
                 "or of a channel each, and no mul by a matrix of float32 "
                 "reads a filter or matrix "
                 "that stays as it is");
  for (const std::string& name : names) {
    const auto found = numbers.find(name);
    PADDLE_ENFORCE(found != numbers.end(), NotFound, "variable '", name,
                   "' has no scale: it was not calibrated");
    const double scale = found->second.scale;
    PADDLE_ENFORCE(std::isfinite(scale) && scale > 0, InvalidArgument,
                   "the scale of variable '", name,
                   "' is a finite number above 0, not ", scale);
  }
}

}  // namespace

NameList QuantizableVars(const Program& program) {
  NameList names;
  for (const auto& [name, root] : Finder(program).Find()) {
    if (name == root) names.push_back(name);
  }
  return names;
}

std::shared_ptr<const Program> QuantizeProgram(
    const Program& program,
    const std::map<std::string, QuantizedNumbers>& numbers) {
  PADDLE_ENFORCE(!HasBackward(program.desc()), InvalidArgument,
                 "a program that trains is not quantized: quantize its clone "
                 "for tests");
  CheckNumbers(QuantizableVars(program), numbers);
  auto made = program.Clone();
  const Finder finder(program);
  Writer(made.get(), finder, numbers).Write();
  made->Changed();
  return made;
}

}  // namespace paddle::framework
