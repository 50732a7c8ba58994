// Implements Program::AppendOp and its checks.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "paddle/framework/ir/kind_check.h"
#include "paddle/framework/ir/name_check.h"
#include "paddle/framework/ir/op_upgrade.h"
#include "paddle/framework/ir/program.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

std::string DescribeVar(const std::string& name, const SymbolTable& table) {
  const proto::VarDesc* var = table.FindVar(name);
  if (var == nullptr) return absl::StrCat(name, " (no such variable)");
  const std::string shape = ShapeText(*var, table.sizes());
  return shape.empty() ? name : absl::StrCat(name, " ", shape);
}

std::string DescribeSlot(const proto::Slot& slot, const SymbolTable& table) {
  // Operators such as sum may have hundreds of inputs.
  constexpr int kMostShown = 8;
  std::vector<std::string> texts;
  for (int i = 0; i < std::min(slot.arguments_size(), kMostShown); ++i) {
    texts.push_back(DescribeVar(slot.arguments(i), table));
  }
  if (slot.arguments_size() > kMostShown) texts.push_back("...");
  const std::string all = absl::StrJoin(texts, ", ");
  return slot.arguments_size() == 1
             ? absl::StrCat(slot.name(), ": ", all)
             : absl::StrCat(slot.name(), ": [", all, "]");
}

}  // namespace

// Adds one operator; the destructor takes back whatever was not committed, so
// that an error leaves the program unchanged.
class OpAppender {
 public:
  OpAppender(Program* program, int block)
      : program_(program),
        table_(&program->block(block)),
        num_symbols_(program->sizes_->count()) {}
  ~OpAppender();

  const proto::OpDesc& Append(proto::OpDesc op);

 private:
  void CheckOwned(const proto::OpDesc& op) const;
  void PrepareOutputs(const proto::OpDesc& op);

  Program* program_;
  // Shapes of existing outputs (updates in place) may change, so their
  // descriptions are kept to be restored.
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

// Verify has the same rule: one operator, of the parent block, owns a block.
void OpAppender::CheckOwned(const proto::OpDesc& op) const {
  const proto::BlockDesc& here = table_->desc();
  std::vector<int> owned = BlocksOf(op);
  if (owned.empty()) return;
  // Other operators of the block are searched, because ownership is not
  // recorded anywhere else.
  for (const proto::OpDesc& other : here.ops()) {
    for (int index : BlocksOf(other)) owned.push_back(index);
  }
  for (int index : BlocksOf(op)) {
    const int parent = program_->block(index).desc().parent();
    PADDLE_ENFORCE(parent == here.index(), InvalidArgument, "operator ",
                   op.type(), " of block ", here.index(), " cannot own block ",
                   index, ", whose parent is block ", parent);
    PADDLE_ENFORCE(std::count(owned.begin(), owned.end(), index) == 1,
                   InvalidArgument, "operator ", op.type(),
                   " cannot own block ", index, ", which is owned already");
  }
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

const proto::OpDesc& OpAppender::Append(proto::OpDesc op) {
  const SchemaSource& schemas = *program_->schemas_;
  const OpProto& proto = FindOpProto(schemas, op.type());
  PADDLE_ENFORCE(op.name().empty() || table_->FindOp(op.name()) == nullptr,
                 AlreadyExists, "block ", table_->desc().index(),
                 " already has an operator of the name '", op.name(), "'");
  // From cheap to expensive: names and kinds are checked before outputs are
  // created, and shapes are inferred last, because that needs the outputs.
  schemas.CheckAndComplete(&op);
  CheckOwned(op);
  CheckNames(op, proto, *table_);
  CheckInputKinds(op, proto, *table_);
  PrepareOutputs(op);
  schemas.InferShape(op, table_);
  CheckOutputKinds(op, proto, *table_);
  op.set_id(program_->desc_->next_op_id());
  program_->desc_->set_next_op_id(op.id() + 1);
  RecordOpVersion(proto, program_->desc_.get());
  committed_ = true;
  ++program_->version_;
  *table_->mutable_desc()->add_ops() = std::move(op);
  return *table_->desc().ops().rbegin();
}

const proto::OpDesc& Program::AppendOp(int block_index, proto::OpDesc op) {
  SymbolTable& table = block(block_index);
  // A removed block keeps its index while later ones exist, but nothing may
  // join it.
  PADDLE_ENFORCE(block_uid(block_index) != 0, FailedPrecondition, "operator ",
                 op.type(), " cannot join block ", block_index,
                 ", which was taken back");
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
  // Appends first, which does all checks, and then moves the operator into
  // place.
  const proto::OpDesc& added = AppendOp(block_index, std::move(op));
  auto* ops = table.mutable_desc()->mutable_ops();
  for (int i = last; i > position; --i) ops->SwapElements(i, i - 1);
  // WriterOf relies on the order of the operators.
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
