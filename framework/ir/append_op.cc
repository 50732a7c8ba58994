// Program::AppendOp and what it checks.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "paddle/framework/ir/program.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

void CheckInputs(const proto::OpDesc& op, const SymbolTable& table) {
  for (const proto::Slot& slot : op.inputs()) {
    for (const std::string& name : slot.arguments()) {
      try {
        if (!name.empty()) table.GetVar(name);
      } catch (const platform::Error& error) {
        PADDLE_THROW(NotFound, "input ", slot.name(), " of operator ",
                     op.type(), ": ", error.message());
      }
    }
  }
}

// Whether argument `i` of an output slot is the variable it updates in place.
bool IsUpdate(const proto::OpDesc& op, const OpProto& proto,
              const std::string& slot, int i) {
  const std::string input = proto.UpdatedInput(slot);
  if (input.empty()) return false;
  const NameList updated = Inputs(op, input);
  return i < updated.size() && updated[i] == Outputs(op, slot)[i];
}

bool Contains(const NameList& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Why `op` may not write the variable `name`, or "".
std::string WhyNotWritten(const proto::OpDesc& op, const SymbolTable& table,
                          const std::string& name) {
  const proto::VarDesc* var = table.FindVar(name, /*recursive=*/false);
  if (var == nullptr) {
    return table.FindVar(name) == nullptr ? "" : "it is of an outer block";
  }
  if (var->is_feed()) return "it is a feed";
  for (const std::string& argument : table.desc().arguments()) {
    if (argument == name) return "it is an argument of the block";
  }
  const proto::OpDesc* writer = table.WriterOf(name);
  if (writer != nullptr) {
    return absl::StrCat("operator ", writer->type(), " already writes it");
  }
  return Contains(InputNames(op), name) ? "it is also an input" : "";
}

void CheckOutput(const proto::OpDesc& op, const OpProto& proto,
                 const SymbolTable& table, const proto::Slot& slot, int i) {
  const std::string& name = slot.arguments(i);
  if (!IsUpdate(op, proto, slot.name(), i)) {
    const std::string why = WhyNotWritten(op, table, name);
    PADDLE_ENFORCE(why.empty(), InvalidArgument, "output ", slot.name(),
                   " of operator ", op.type(), " cannot be '", name,
                   "': ", why,
                   ", and the operator does not declare that it updates this "
                   "variable in place");
    return;
  }
  const bool outer = table.FindVar(name, /*recursive=*/false) == nullptr;
  PADDLE_ENFORCE(!outer || table.GetVar(name).persistable(), InvalidArgument,
                 "output ", slot.name(), " of operator ", op.type(),
                 " cannot update '", name,
                 "', a variable of an outer block that is not persistable: "
                 "take it in as an argument and hand it out as a result");
}

void CheckOutputs(const proto::OpDesc& op, const OpProto& proto,
                  const SymbolTable& table) {
  NameList seen;
  for (const proto::Slot& slot : op.outputs()) {
    for (int i = 0; i < slot.arguments_size(); ++i) {
      const std::string& name = slot.arguments(i);
      if (name.empty()) continue;
      PADDLE_ENFORCE(!Contains(seen, name), InvalidArgument, "operator ",
                     op.type(), " writes '", name, "' twice");
      seen.push_back(name);
      CheckOutput(op, proto, table, slot, i);
    }
  }
}

std::string DescribeVar(const std::string& name, const SymbolTable& table) {
  const proto::VarDesc* var = table.FindVar(name);
  if (var == nullptr) return absl::StrCat(name, " (no such variable)");
  const std::string shape = ShapeText(*var, table.sizes());
  return shape.empty() ? name : absl::StrCat(name, " ", shape);
}

std::string DescribeSlot(const proto::Slot& slot, const SymbolTable& table) {
  constexpr int kMostShown = 8;
  std::vector<std::string> texts;
  for (int i = 0; i < std::min(slot.arguments_size(), kMostShown); ++i) {
    texts.push_back(DescribeVar(slot.arguments(i), table));
  }
  if (slot.arguments_size() > kMostShown) texts.push_back("...");
  const std::string all = absl::StrJoin(texts, ", ");
  return slot.arguments_size() == 1 ? absl::StrCat(slot.name(), ": ", all)
                                    : absl::StrCat(slot.name(), ": [", all, "]");
}

}  // namespace

// Adds one operator; on destruction takes back what was not committed.
class OpAppender {
 public:
  OpAppender(Program* program, int block)
      : program_(program),
        table_(&program->block(block)),
        num_symbols_(program->sizes_->count()) {}
  ~OpAppender();

  const proto::OpDesc& Append(proto::OpDesc op);

 private:
  void PrepareOutputs(const proto::OpDesc& op);
  void RecordVersion(const OpProto& proto);

  Program* program_;
  SymbolTable* table_;
  const int num_symbols_;
  NameList made_;  // new variables
  std::vector<std::pair<proto::VarDesc*, proto::VarDesc>> before_;
  bool committed_ = false;
};

OpAppender::~OpAppender() {
  if (committed_) return;
  for (const std::string& name : made_) table_->RemoveVar(name);
  for (auto& [var, value] : before_) *var = std::move(value);
  program_->sizes_->Truncate(num_symbols_);
}

void OpAppender::PrepareOutputs(const proto::OpDesc& op) {
  for (const std::string& name : OutputNames(op)) {
    proto::VarDesc* var = table_->FindVar(name);
    if (var != nullptr) {
      before_.emplace_back(var, *var);
    } else {
      table_->Var(name);
      made_.push_back(name);
    }
  }
}

void OpAppender::RecordVersion(const OpProto& proto) {
  auto* versions = program_->desc_->mutable_op_versions();
  for (proto::OpVersion& known : *versions) {
    if (known.type() != proto.type) continue;
    return known.set_version(proto.version);
  }
  proto::OpVersion* added = versions->Add();
  added->set_type(proto.type);
  added->set_version(proto.version);
}

const proto::OpDesc& OpAppender::Append(proto::OpDesc op) {
  const SchemaSource& schemas = *program_->schemas_;
  const OpProto& proto = FindOpProto(schemas, op.type());
  PADDLE_ENFORCE(op.name().empty() || table_->FindOp(op.name()) == nullptr,
                 AlreadyExists, "block ", table_->desc().index(),
                 " already has an operator of the name '", op.name(), "'");
  schemas.CheckAndComplete(&op);
  for (int index : BlocksOf(op)) program_->block(index);
  CheckInputs(op, *table_);
  CheckOutputs(op, proto, *table_);
  PrepareOutputs(op);
  schemas.InferShape(op, table_);
  op.set_id(program_->desc_->next_op_id());
  program_->desc_->set_next_op_id(op.id() + 1);
  RecordVersion(proto);
  committed_ = true;
  ++program_->version_;
  *table_->mutable_desc()->add_ops() = std::move(op);
  return *table_->desc().ops().rbegin();
}

const proto::OpDesc& Program::AppendOp(int block_index, proto::OpDesc op) {
  SymbolTable& table = block(block_index);
  try {
    return OpAppender(this, block_index).Append(op);
  } catch (platform::Error& error) {
    RethrowWithOp(error, op, table);
  }
}

const proto::OpDesc& Program::InsertOp(int block_index, int position,
                                       proto::OpDesc op) {
  SymbolTable& table = block(block_index);
  const int last = table.desc().ops_size();
  PADDLE_ENFORCE(position >= 0 && position <= last, OutOfRange, "position ",
                 position, " in a block of ", last, " operators");
  const proto::OpDesc& added = AppendOp(block_index, std::move(op));
  auto* ops = table.mutable_desc()->mutable_ops();
  for (int i = last; i > position; --i) ops->SwapElements(i, i - 1);
  table.Reindex();
  return added;
}

std::string DescribeOp(const proto::OpDesc& op, const SymbolTable& table) {
  std::vector<std::string> slots;
  for (const proto::Slot& slot : op.inputs()) {
    slots.push_back(DescribeSlot(slot, table));
  }
  const std::string name =
      op.name().empty() ? "" : absl::StrCat(" '", op.name(), "'");
  return absl::StrCat("in operator ", op.type(), name, " (",
                      absl::StrJoin(slots, ", "), ")");
}

void RethrowWithOp(platform::Error& error, const proto::OpDesc& op,
                   const SymbolTable& table) {
  error.AddContext(DescribeOp(op, table));
  const std::string site = CallSiteText(op);
  if (!site.empty()) error.AddContext(absl::StrCat("at ", site));
  throw;
}

}  // namespace paddle::framework
