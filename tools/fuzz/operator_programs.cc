#include "paddle/tools/fuzz/operator_programs.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/var_kinds.h"
#include "paddle/framework/registry/gradient.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/tools/fuzz/operator_settings.h"

namespace paddle::fuzz {

namespace {

using framework::Attribute;
using framework::AttrType;
using framework::NameList;
using framework::OpInfoMap;
using framework::OpProto;
using framework::Program;
using framework::SlotProto;
namespace proto = framework::proto;

// Slots of gradients are named X@GRAD.
bool HasMark(const SlotProto& slot) {
  return slot.name.find('@') != std::string::npos;
}

bool IsGradient(const OpProto& proto) {
  return !proto.gradient_of.empty() ||
         std::any_of(proto.inputs.begin(), proto.inputs.end(), HasMark) ||
         std::any_of(proto.outputs.begin(), proto.outputs.end(), HasMark);
}

bool OwnsBlocks(const OpProto& proto) {
  return std::any_of(
      proto.attrs.begin(), proto.attrs.end(), [](const auto& attr) {
        return attr.type == AttrType::kBlock || attr.type == AttrType::kBlocks;
      });
}

// Reads "3", "M", "3 D", "tags + 2" or "C / groups"; returns -1 for anything
// else.
int64_t ReadSize(absl::string_view text) {
  int64_t sum = 0;
  for (absl::string_view term : absl::StrSplit(text, '+')) {
    int64_t product = 1;
    bool divide = false;
    for (absl::string_view word :
         absl::StrSplit(term, absl::ByAnyChar(" *"), absl::SkipEmpty())) {
      int64_t value = 0;
      if (word == "/") {
        divide = true;
        continue;
      }
      if (!absl::SimpleAtoi(word, &value)) value = SizeOf(std::string(word));
      if (value <= 0) return -1;
      product = divide ? product / value : product * value;
      divide = false;
    }
    sum += product;
  }
  return sum;
}

std::vector<int64_t> ReadSizes(const std::string& list) {
  std::vector<int64_t> sizes;
  for (absl::string_view part :
       absl::StrSplit(list, ',', absl::SkipWhitespace())) {
    const absl::string_view text = absl::StripAsciiWhitespace(part);
    // Any number of axes: one of some size stands for them.
    sizes.push_back(text == "..." ? 3 : ReadSize(text));
  }
  return sizes;
}

// Returns the first list of sizes in a comment, such as "[N, C, H, W]".
std::vector<int64_t> ReadShape(const std::string& comment) {
  static const std::regex& list = *new std::regex("\\[([^\\[\\]]*)\\]");
  for (std::sregex_iterator found(comment.begin(), comment.end(), list), end;
       found != end; ++found) {
    const std::vector<int64_t> sizes = ReadSizes((*found)[1]);
    if (std::all_of(sizes.begin(), sizes.end(),
                    [](int64_t size) { return size > 0; })) {
      return sizes;
    }
  }
  // Comments such as "Tensor of any shape." name no sizes.
  return {2, 3};
}

bool Says(const std::string& comment, const char* pattern,
          std::string* what = nullptr) {
  std::smatch found;
  if (!std::regex_search(comment, found, std::regex(pattern))) return false;
  if (what != nullptr) *what = found[1];
  return true;
}

proto::DataType TypeOfName(const std::string& name) {
  return static_cast<proto::DataType>(framework::ParseDataType(name));
}

// Adds data, or a variable that an operator updates.
void AddValue(Program* program, const std::string& name, const Given& given,
              bool updated = false) {
  framework::SymbolTable& block = program->global_block();
  proto::VarDesc* var = block.Var(name);
  var->set_dtype(TypeOfName(given.dtype));
  *var->mutable_dims() = {given.shape.begin(), given.shape.end()};
  var->set_lod_level(given.lod_level);
  // Sequences have a number of rows of their own.
  if (given.lod_level > 0) var->set_dims(0, block.sizes().Fresh());
  updated ? var->set_persistable(true) : var->set_is_feed(true);
}

// Adds a tensor array of one element.
void AddArray(Program* program, const std::string& name, const Given& given) {
  AddValue(program, name + ".element", given);
  program->AppendOp(
      0, framework::MakeOp("fill_constant", {}, {{"Out", {name + ".i"}}},
                           {{"shape", std::vector<int64_t>{1}},
                            {"dtype", std::string("int64")}}));
  program->AppendOp(
      0, framework::MakeOp("array_write",
                           {{"X", {name + ".element"}}, {"I", {name + ".i"}}},
                           {{"Out", {name}}}));
}

// Adds the gradient of a table of which few rows are read, as SelectedRows.
void AddRows(Program* program, const std::string& name) {
  AddValue(program, name + ".table", {{8, 3}});
  AddValue(program, name + ".ids", {{4}, "int64"});
  AddValue(program, name + ".grad", {{4, 3}});
  program->AppendOp(
      0, framework::MakeOp("lookup_table_grad",
                           {{"W", {name + ".table"}},
                            {"Ids", {name + ".ids"}},
                            {"Out@GRAD", {name + ".grad"}}},
                           {{"W@GRAD", {name}}}, {{"is_sparse", true}}));
}

// Writes the program.
class Writer {
 public:
  explicit Writer(const std::string& type)
      : type_(type),
        proto_(OpInfoMap::Instance().Get(type).proto),
        program_(OpInfoMap::Instance()) {}

  proto::ProgramDesc Write();

 private:
  NameList AddInput(const SlotProto& slot);
  std::string AddVariable(const SlotProto& slot, int i, const Given& given);
  Given ReadComment(const SlotProto& slot);
  NameList AddOutput(const SlotProto& slot, const proto::OpDesc& op);
  void AddGradient(const proto::OpDesc& forward);

  const std::string type_;
  const OpProto& proto_;
  Program program_;
  std::map<std::string, std::vector<int64_t>> shapes_;  // of slots
};

Given Writer::ReadComment(const SlotProto& slot) {
  Given given;
  given.shape = ReadShape(slot.comment);
  std::string other;
  // The shape of a slot that was read before.
  if (Says(slot.comment, "\\b(?:[Ll]ike|shape of|as many as) (\\w+)", &other) &&
      shapes_.count(other) != 0) {
    given.shape = shapes_[other];
  }
  std::string dtype;
  if (Says(slot.comment, "\\b(int64|int32|bool|uint8)\\b", &dtype)) {
    given.dtype = dtype;
  }
  given.lod_level =
      Says(slot.comment, "\\b[Ss]equences of|of sequences") ? 1 : 0;
  return given;
}

std::string Writer::AddVariable(const SlotProto& slot, int i,
                                const Given& given) {
  const std::string name = absl::StrCat(slot.name, "_", i);
  const bool updated =
      std::any_of(proto_.updates.begin(), proto_.updates.end(),
                  [&](const auto& pair) { return pair.second == slot.name; });
  if (slot.kinds.Has(proto::DENSE_TENSOR)) {
    AddValue(&program_, name, given, updated);
  } else if (slot.kinds.Has(proto::TENSOR_ARRAY)) {
    AddArray(&program_, name, given);
  } else {
    AddRows(&program_, name);
  }
  return name;
}

NameList Writer::AddInput(const SlotProto& slot) {
  const Given* known = FindGiven(type_, slot.name);
  if (known == nullptr && slot.optional) return {};
  const Given given = known != nullptr ? *known : ReadComment(slot);
  shapes_[slot.name] = given.shape;
  NameList names;
  // Two variables show mistakes that one would hide.
  for (int i = 0; i < (slot.list ? 2 : 1); ++i) {
    names.push_back(AddVariable(slot, i, given));
  }
  return names;
}

NameList Writer::AddOutput(const SlotProto& slot, const proto::OpDesc& op) {
  const std::string updated = proto_.UpdatedInput(slot.name);
  if (!updated.empty()) return framework::Inputs(op, updated);
  NameList names;
  for (int i = 0; i < (slot.list ? 2 : 1); ++i) {
    names.push_back(absl::StrCat(slot.name, "_", i));
  }
  return names;
}

// A context in which every gradient flows and every one is wanted.
class AllGradients final : public framework::GradContext {
 public:
  AllGradients(const proto::OpDesc& forward, Program* program)
      : forward_(forward), program_(program) {}

  NameList OutputGrads(absl::string_view slot) override {
    NameList names = framework::Outputs(forward_, slot);
    for (std::string& name : names) name = OutputGrad(name);
    return names;
  }
  NameList OutputGradsOrZeros(absl::string_view slot) override {
    return OutputGrads(slot);
  }
  NameList InputGrads(absl::string_view slot) override {
    NameList names = framework::Inputs(forward_, slot);
    for (std::string& name : names) {
      name = HasGradient(name) ? framework::GradName(name) : "";
    }
    return names;
  }
  framework::GradBlock DifferentiateBlock(int) override { return {}; }

 private:
  bool HasGradient(const std::string& name) const {
    const proto::VarDesc& var = program_->global_block().GetVar(name);
    return framework::kTensorOrArray.Has(var.kind()) &&
           framework::IsFloating(framework::DataTypeFromNumber(var.dtype()));
  }

  // Returns data like the output.
  std::string OutputGrad(const std::string& name) const {
    if (!HasGradient(name)) return "";
    const proto::VarDesc forward = program_->global_block().GetVar(name);
    const std::string grad = framework::GradName(name);
    if (program_->global_block().FindVar(grad) != nullptr) return grad;
    if (forward.kind() == proto::TENSOR_ARRAY) {
      AddArray(program_, grad,
               {{forward.dims().begin(), forward.dims().end()}});
      return grad;
    }
    proto::VarDesc* var = program_->global_block().Var(grad);
    *var = forward;
    var->set_name(grad);
    var->set_is_feed(true);
    return grad;
  }

  const proto::OpDesc& forward_;
  Program* program_;
};

void Writer::AddGradient(const proto::OpDesc& forward) {
  const auto& maker = OpInfoMap::Instance().Get(type_).grad_maker;
  if (!maker) return;
  AllGradients context(forward, &program_);
  for (proto::OpDesc& op : maker(forward, &context)) {
    program_.AppendOp(0, std::move(op));
  }
}

proto::ProgramDesc Writer::Write() {
  proto::OpDesc op;
  op.set_type(type_);
  for (const SlotProto& slot : proto_.inputs) {
    const NameList names = AddInput(slot);
    if (!names.empty()) framework::SetInput(&op, slot.name, names);
  }
  for (const SlotProto& slot : proto_.outputs) {
    const NameList names = AddOutput(slot, op);
    if (!names.empty()) framework::SetOutput(&op, slot.name, names);
  }
  for (const auto& [name, value] : AttributesOf(type_)) {
    framework::SetAttribute(&op, name, value);
  }
  // A copy, because adding the gradient moves the program's own.
  const proto::OpDesc added = program_.AppendOp(0, op);
  AddGradient(added);
  return program_.desc();
}

}  // namespace

std::vector<std::string> OperatorTypes() {
  std::vector<std::string> types;
  for (const std::string& type : OpInfoMap::Instance().Types()) {
    const OpProto& proto = OpInfoMap::Instance().Get(type).proto;
    if (!IsGradient(proto) && !OwnsBlocks(proto)) types.push_back(type);
  }
  return types;
}

proto::ProgramDesc OperatorProgram(const std::string& type) {
  return Writer(type).Write();
}

}  // namespace paddle::fuzz
