#include "paddle/framework/passes/exchange_list.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

#include "paddle/framework/ir/attribute.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/var_dims.h"
#include "paddle/framework/passes/training_cut.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

// Operators that add up a member's own shards exchange nothing yet.
bool IsExchange(const proto::OpDesc& op) {
  return !Inputs(op, "Group").empty() &&
         !absl::StartsWith(op.type(), "accumulate_shard");
}

// True if the first size, of rows that differ from member to member, is not
// compared.
bool HasRowsOfItsOwn(absl::string_view type) {
  return type == "allgather" || type == "alltoall";
}

std::string ShapeOf(const proto::OpDesc& op, const proto::VarDesc& var,
                    bool rows) {
  Dims dims = DimsOf(var);
  if (!rows && HasRowsOfItsOwn(op.type()) && dims.rank() > 0) {
    dims = dims.Slice(1, dims.rank());
  }
  return absl::StrCat(rows ? "rows of " : "", dims.ToString(), " ",
                      DataTypeName(DataTypeFromNumber(var.dtype())));
}

std::string SignatureOf(const proto::OpDesc& op, const SymbolTable& table) {
  std::string text = absl::StrCat(op.type(), "(", Inputs(op, "Group")[0]);
  for (const proto::Attr& attr : op.attrs()) {
    const std::string& name = attr.name();
    if (name == "peer" || name == "tag" || name == "idle") continue;
    absl::StrAppend(&text, ", ", name, "=", ToString(GetAttribute(op, name)));
  }
  // An idle trainer exchanges rows like those of a parameter.
  const char* slot = Inputs(op, "X").empty() ? "Like" : "X";
  for (const std::string& name : Inputs(op, slot)) {
    const proto::VarDesc& var = table.GetVar(name);
    const bool rows = slot[0] == 'L' || var.kind() == proto::SELECTED_ROWS;
    absl::StrAppend(&text, ", ", ShapeOf(op, var, rows));
  }
  return text + ")";
}

// Returns nothing for an operator that is no message.
absl::optional<ExchangeStep::Kind> MessageKind(absl::string_view type) {
  if (type == "send") return ExchangeStep::kSend;
  if (type == "recv") return ExchangeStep::kReceive;
  if (type == "send_start") return ExchangeStep::kSendStart;
  if (type == "send_wait") return ExchangeStep::kSendWait;
  return absl::nullopt;
}

ExchangeStep StepOf(const proto::OpDesc& op, const SymbolTable& table) {
  ExchangeStep step;
  step.signature = SignatureOf(op, table);
  if (op.call_site_size() > 0) {
    step.where =
        absl::StrCat(op.call_site(0).file(), ":", op.call_site(0).line());
  }
  const auto kind = MessageKind(op.type());
  if (!kind.has_value()) return step;
  step.kind = *kind;
  step.peer = static_cast<int>(GetAttr<int64_t>(op, "peer"));
  step.tag = GetAttr<int64_t>(op, "tag");
  return step;
}

// Appends the steps of a block and of those that its operators own.
void AddSteps(const Program& program, int block, absl::string_view owner,
              std::vector<ExchangeStep>* steps) {
  const SymbolTable& table = program.block(block);
  for (const proto::OpDesc& op : table.desc().ops()) {
    if (IsExchange(op)) {
      steps->push_back(StepOf(op, table));
      steps->back().signature.insert(0, std::string(owner));
    }
    for (const int inner : BlocksOf(op)) {
      AddSteps(program, inner, absl::StrCat(owner, op.type(), ": "), steps);
    }
  }
}

}  // namespace

std::string ExchangeStep::Text() const {
  std::string text = signature;
  if (kind != kCollective) {
    absl::StrAppend(&text, kind == kReceive ? " from " : " to ", peer, ", tag ",
                    tag);
  }
  return where.empty() ? text : absl::StrCat(text, " at ", where);
}

std::vector<ExchangeStep> ExchangesOf(const Program& program) {
  std::vector<ExchangeStep> steps;
  AddSteps(program, /*block=*/0, /*owner=*/"", &steps);
  return steps;
}

void CheckExchangesRunOnce(const Program& program) {
  for (int i = 1; i < program.num_blocks(); ++i) {
    for (const proto::OpDesc& op : program.block(i).desc().ops()) {
      PADDLE_ENFORCE(!IsExchange(op), Unimplemented, "operator ", op.type(),
                     " in block ", i, ": nobody knows how often it runs");
    }
  }
}

}  // namespace paddle::framework
