#include "paddle/tools/fuzz/wrong_operators.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/var_kinds.h"
#include "paddle/framework/registry/op_info_map.h"

namespace paddle::fuzz {

namespace {

using framework::Attribute;
using framework::AttrProto;
using framework::AttrType;
using framework::BlockIndex;
using framework::NameList;
using framework::OpProto;
using framework::SlotProto;
namespace proto = framework::proto;

constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Numbers at which sizes, axes and types change their meaning or overflow.
const std::vector<int64_t>& Ints() {
  static const auto& ints = *new std::vector<int64_t>{kLeast,
                                                      kLeast + 1,
                                                      -(int64_t{1} << 32),
                                                      -7,
                                                      -2,
                                                      -1,
                                                      0,
                                                      1,
                                                      2,
                                                      3,
                                                      7,
                                                      9,
                                                      10,
                                                      1000,
                                                      65536,
                                                      1LL << 31,
                                                      (1LL << 31) + 1,
                                                      kMost,
                                                      kMost - 1};
  return ints;
}

const std::vector<double>& Floats() {
  static const auto& floats = *new std::vector<double>{
      std::nan(""), kInfinity, -kInfinity, -1e308, -2.5,  -1,   -1e-300, 0,
      1e-300,       0.5,       1,          3e38,   1e308, 1e18, 1e19};
  return floats;
}

const std::vector<std::string>& Texts() {
  static const auto& texts = *new std::vector<std::string>{
      "", "x", "float64", "bool", "int64", std::string(100000, 'a')};
  return texts;
}

// Ranks, pairs for each axis, and one more or less than these.
constexpr int kLengths[] = {0, 1, 2, 3, 4, 5, 6, 9, 10, 12, 18, 19, 1000};

// Returns one value of every attribute type.
std::vector<Attribute> OneOfEachType() {
  return {true,
          int64_t{1},
          1.5,
          std::string("x"),
          std::vector<bool>{true},
          std::vector<int64_t>{1, 1},
          std::vector<double>{1.5},
          std::vector<std::string>{"x"},
          BlockIndex{0},
          std::vector<BlockIndex>{{0}}};
}

// Returns `count` elements: those of `list` repeated, or `otherwise`.
template <typename T>
std::vector<T> Resized(const std::vector<T>& list, int count, T otherwise) {
  std::vector<T> resized;
  for (int i = 0; i < count; ++i) {
    resized.push_back(list.empty() ? otherwise : T(list[i % list.size()]));
  }
  return resized;
}

// Adds lists of other lengths, and lists as long as `list` with one other
// element.
template <typename T>
void AddLists(const std::vector<T>& list, T otherwise,
              const std::vector<T>& elements, std::vector<Attribute>* values) {
  for (const int count : kLengths) {
    values->push_back(Resized(list, count, otherwise));
  }
  for (size_t i = 0; i < list.size(); ++i) {
    for (const T& element : elements) {
      std::vector<T> changed = list;
      changed[i] = element;
      values->push_back(std::move(changed));
    }
  }
}

void AddValuesOfType(const Attribute& value, std::vector<Attribute>* values) {
  switch (framework::TypeOf(value)) {
    case AttrType::kInt:
      values->insert(values->end(), Ints().begin(), Ints().end());
      break;
    case AttrType::kFloat:
      values->insert(values->end(), Floats().begin(), Floats().end());
      break;
    case AttrType::kString:
      values->insert(values->end(), Texts().begin(), Texts().end());
      break;
    case AttrType::kInts:
      AddLists<int64_t>(std::get<std::vector<int64_t>>(value), 1, Ints(),
                        values);
      break;
    case AttrType::kFloats:
      AddLists<double>(std::get<std::vector<double>>(value), 1, Floats(),
                       values);
      break;
    case AttrType::kStrings:
      AddLists<std::string>(std::get<std::vector<std::string>>(value), "x",
                            Texts(), values);
      break;
    case AttrType::kBlock:
      for (const int index : {-1, 0, 1, 2, 100, 1 << 30}) {
        values->push_back(BlockIndex{index});
      }
      break;
    case AttrType::kBlocks:
      AddLists<BlockIndex>(std::get<std::vector<BlockIndex>>(value), {0},
                           {{-1}, {0}, {1}, {2}, {100}}, values);
      break;
    default:
      break;
  }
}

std::vector<Attribute> ValuesFor(const AttrProto& attr,
                                 const Attribute& value) {
  std::vector<Attribute> values = OneOfEachType();
  AddValuesOfType(value, &values);
  for (const std::string& choice : attr.choices) values.push_back(choice);
  return values;
}

int64_t LengthOf(const Attribute& value) {
  return std::visit(
      [](const auto& v) -> int64_t {
        using T = std::decay_t<decltype(v)>;
        if constexpr (std::is_same_v<T, std::vector<bool>> ||
                      std::is_same_v<T, std::vector<int64_t>> ||
                      std::is_same_v<T, std::vector<double>> ||
                      std::is_same_v<T, std::vector<std::string>> ||
                      std::is_same_v<T, std::vector<BlockIndex>>) {
          return static_cast<int64_t>(v.size());
        } else {
          return -1;
        }
      },
      value);
}

// True for another type than the declared one, where AppendOp converts nothing,
// or for another length.
bool IsAgainst(const AttrProto& attr, const Attribute& value) {
  const AttrType type = framework::TypeOf(value);
  const int64_t count = LengthOf(value);
  if (type != attr.type) {
    const bool converted =
        (type == AttrType::kInt && attr.type == AttrType::kFloat) ||
        (type == AttrType::kInts && attr.type == AttrType::kFloats);
    return !converted && count != 0;
  }
  if (!attr.length || (attr.length->or_none && count == 0)) return false;
  return count < attr.length->min || count > attr.length->max;
}

class Changes {
 public:
  Changes(const proto::ProgramDesc& program, int block, int op)
      : base_(program),
        block_(block),
        op_(op),
        desc_(program.blocks(block).ops(op)),
        proto_(framework::OpInfoMap::Instance().Get(desc_.type()).proto) {}

  std::vector<WrongOperator> All();

 private:
  void Add(const std::string& what, bool must_be_refused,
           const std::function<void(proto::OpDesc*)>& change);
  void AddAttribute(const AttrProto& attr);
  void AddCounts(const SlotProto& slot, bool is_input);
  void AddVariables(const SlotProto& slot, bool is_input);
  // Returns null for a variable of another block.
  proto::VarDesc* FindVar(proto::ProgramDesc* program, const std::string& name);
  void AddVariable(const std::string& what, const std::string& name,
                   bool must_be_refused,
                   const std::function<void(proto::VarDesc*)>& change);

  const proto::ProgramDesc& base_;
  const int block_;
  const int op_;
  const proto::OpDesc& desc_;
  const OpProto& proto_;
  std::vector<WrongOperator> all_;
};

void Changes::Add(const std::string& what, bool must_be_refused,
                  const std::function<void(proto::OpDesc*)>& change) {
  WrongOperator& wrong = all_.emplace_back();
  wrong.what = what;
  wrong.program = base_;
  wrong.block = block_;
  wrong.op = op_;
  wrong.must_be_refused = must_be_refused;
  change(wrong.program.mutable_blocks(block_)->mutable_ops(op_));
}

void Changes::AddAttribute(const AttrProto& attr) {
  const std::string name =
      absl::StrCat("attribute ", attr.name, " of ", desc_.type(), ": ");
  const Attribute old = framework::GetAttribute(desc_, attr.name);
  for (const Attribute& value : ValuesFor(attr, old)) {
    std::string text = framework::ToString(value);
    if (text.size() > 100) text = absl::StrCat(text.substr(0, 100), "...");
    Add(name + text, IsAgainst(attr, value), [&](proto::OpDesc* op) {
      framework::SetAttribute(op, attr.name, value);
    });
  }
}

void Changes::AddCounts(const SlotProto& slot, bool is_input) {
  const std::string name =
      absl::StrCat("slot ", slot.name, " of ", desc_.type(), ": ");
  const NameList old = is_input ? framework::Inputs(desc_, slot.name)
                                : framework::Outputs(desc_, slot.name);
  const auto set = [&](const std::string& what, bool must_be_refused,
                       const NameList& names) {
    Add(name + what, must_be_refused, [&](proto::OpDesc* op) {
      is_input ? framework::SetInput(op, slot.name, names)
               : framework::SetOutput(op, slot.name, names);
    });
  };
  set("none", !slot.optional, {});
  set("an empty name", !slot.optional, {""});
  set("a name that does not exist", is_input, {"@no such variable@"});
  if (old.empty()) return;
  NameList twice = old;
  twice.push_back(old[0]);
  // An output may be left out any number of times, but written only once.
  const bool written_twice = !is_input && !old[0].empty();
  set("one more", !slot.list || written_twice, twice);
  set("300 of them", !slot.list || written_twice, NameList(300, old[0]));
  if (old.size() > 1) set("one", false, {old[0]});
  twice.assign(2, "");
  twice.push_back(old[0]);
  set("behind two empty names", !slot.list, twice);
}

proto::VarDesc* Changes::FindVar(proto::ProgramDesc* program,
                                 const std::string& name) {
  for (proto::VarDesc& var : *program->mutable_blocks(block_)->mutable_vars()) {
    if (var.name() == name) return &var;
  }
  return nullptr;
}

void Changes::AddVariable(const std::string& what, const std::string& name,
                          bool must_be_refused,
                          const std::function<void(proto::VarDesc*)>& change) {
  WrongOperator wrong;
  wrong.what =
      absl::StrCat("variable ", name, " of ", desc_.type(), ": ", what);
  wrong.program = base_;
  wrong.block = block_;
  wrong.op = op_;
  wrong.variable = name;
  wrong.must_be_refused = must_be_refused;
  proto::VarDesc* var = FindVar(&wrong.program, name);
  if (var == nullptr) return;
  change(var);
  all_.push_back(std::move(wrong));
}

void Changes::AddVariables(const SlotProto& slot, bool is_input) {
  const NameList names = is_input ? framework::Inputs(desc_, slot.name)
                                  : framework::Outputs(desc_, slot.name);
  if (names.empty() || names[0].empty()) return;
  const std::string& name = names[0];
  for (int kind = 0; kind <= proto::VarKind_MAX; ++kind) {
    // An output without data type becomes what the operator makes of it.
    const bool open =
        !is_input && kind == proto::DENSE_TENSOR && !slot.kinds.Has(kind);
    AddVariable(framework::KindText(kind), name, !slot.kinds.Has(kind) && !open,
                [&](proto::VarDesc* var) {
                  var->set_kind(static_cast<proto::VarKind>(kind));
                });
  }
  for (int type = 0; type <= proto::DataType_MAX; ++type) {
    AddVariable(absl::StrCat("data type ", type), name, false,
                [&](proto::VarDesc* var) {
                  var->set_dtype(static_cast<proto::DataType>(type));
                });
  }
  const std::vector<std::vector<int64_t>> shapes = {
      {},           {0},         {1},    {5},
      {0, 3},       {2, 0},      {1, 1}, {2, 3, 1, 1, 1, 1, 1, 1, 1},
      {1, 1, 1, 1}, {2, 4, 1, 1}};
  for (const std::vector<int64_t>& shape : shapes) {
    AddVariable(absl::StrCat("rank ", shape.size()), name, false,
                [&](proto::VarDesc* var) {
                  *var->mutable_dims() = {shape.begin(), shape.end()};
                });
  }
  for (const int levels : {0, 1, 2}) {
    AddVariable(absl::StrCat(levels, " levels"), name, false,
                [&](proto::VarDesc* var) { var->set_lod_level(levels); });
  }
}

std::vector<WrongOperator> Changes::All() {
  for (const AttrProto& attr : proto_.attrs) AddAttribute(attr);
  for (const SlotProto& slot : proto_.inputs) {
    AddCounts(slot, /*is_input=*/true);
    AddVariables(slot, /*is_input=*/true);
  }
  for (const SlotProto& slot : proto_.outputs) {
    AddCounts(slot, /*is_input=*/false);
    AddVariables(slot, /*is_input=*/false);
  }
  return std::move(all_);
}

}  // namespace

std::vector<WrongOperator> WrongOperators(const proto::ProgramDesc& program,
                                          int block, int op) {
  return Changes(program, block, op).All();
}

}  // namespace paddle::fuzz
