#include "paddle/framework/registry/compile_time_context.h"

#include <algorithm>
#include <variant>

#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/symbols.h"
#include "paddle/framework/ir/var_dims.h"
#include "paddle/framework/ir/var_kinds.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

using Slots = google::protobuf::RepeatedPtrField<proto::Slot>;

int CountOf(const Slots& slots, absl::string_view name) {
  for (const proto::Slot& slot : slots) {
    if (slot.name() == name) return slot.arguments_size();
  }
  return 0;
}

// Returns "" if the argument is absent.
std::string Argument(const Slots& slots, absl::string_view name, int i) {
  for (const proto::Slot& slot : slots) {
    if (slot.name() != name) continue;
    return i >= 0 && i < slot.arguments_size() ? slot.arguments(i) : "";
  }
  return "";
}

// True if the shapes may turn out equal: only sizes that are both numbers can
// differ.
bool Agree(const Dims& a, const Dims& b) {
  return a.rank() == b.rank() &&
         std::equal(a.begin(), a.end(), b.begin(), [](int64_t x, int64_t y) {
           return x == y || x < 0 || y < 0;
         });
}

bool IsDeclared(const proto::VarDesc& var) {
  return var.persistable() || var.is_feed();
}

}  // namespace

CompileTimeContext::CompileTimeContext(const proto::OpDesc& op,
                                       SymbolTable* table)
    : op_(op), table_(table) {
  // Attributes are decoded once, as shape functions read them several times.
  for (const proto::Attr& attr : op.attrs()) {
    attrs_.emplace_back(attr.name(), FromProto(attr));
  }
}

int CompileTimeContext::InputCount(absl::string_view slot) const {
  return CountOf(op_.inputs(), slot);
}
int CompileTimeContext::OutputCount(absl::string_view slot) const {
  return CountOf(op_.outputs(), slot);
}
bool CompileTimeContext::HasInput(absl::string_view slot, int i) const {
  return !Argument(op_.inputs(), slot, i).empty();
}
bool CompileTimeContext::HasOutput(absl::string_view slot, int i) const {
  return !Argument(op_.outputs(), slot, i).empty();
}

const proto::VarDesc& CompileTimeContext::InputVar(absl::string_view slot,
                                                   int i) const {
  const std::string name = Argument(op_.inputs(), slot, i);
  PADDLE_ENFORCE(!name.empty(), NotFound, "operator ", op_.type(),
                 " is given no input ", slot, " number ", i);
  return table_->GetVar(name);
}

const proto::VarDesc& CompileTimeContext::ShapedInput(absl::string_view slot,
                                                      int i) const {
  const proto::VarDesc& var = InputVar(slot, i);
  // An input without data type was created but never written.
  PADDLE_ENFORCE(var.dtype() != proto::UNKNOWN, FailedPrecondition, "input ",
                 slot, " of operator ", op_.type(), ", '", var.name(),
                 "', has no shape: it is not data, and no operator before "
                 "this one computes it");
  return var;
}

Dims CompileTimeContext::InputDims(absl::string_view slot, int i) const {
  return DimsOf(ShapedInput(slot, i));
}
DataType CompileTimeContext::InputType(absl::string_view slot, int i) const {
  return DataTypeFromNumber(ShapedInput(slot, i).dtype());
}
bool CompileTimeContext::InputIsSelectedRows(absl::string_view slot,
                                             int i) const {
  return InputVar(slot, i).kind() == proto::SELECTED_ROWS;
}

bool CompileTimeContext::InputIsTensorArray(absl::string_view slot,
                                            int i) const {
  return InputVar(slot, i).kind() == proto::TENSOR_ARRAY;
}

proto::VarDesc* CompileTimeContext::OutputVar(absl::string_view slot,
                                              int i) const {
  const std::string name = Argument(op_.outputs(), slot, i);
  return name.empty() ? nullptr : &table_->GetVar(name);
}

// A shape declared from outside takes precedence; one that was inferred before
// gives way to a newer or more precise one.
void CompileTimeContext::SetShape(absl::string_view slot, const Dims& dims,
                                  DataType dtype, proto::VarDesc* var) const {
  proto::VarDesc wanted;
  wanted.set_dtype(static_cast<proto::DataType>(dtype));
  for (int64_t size : dims) wanted.add_dims(size);
  const bool known = var->dtype() != proto::UNKNOWN;
  // Two operators may write one variable in place, but not with different
  // shapes.
  PADDLE_ENFORCE(
      !known || (var->dtype() == wanted.dtype() && Agree(DimsOf(*var), dims)),
      InvalidArgument, "output ", slot, " of operator ", op_.type(), " is ",
      ShapeText(wanted, table_->sizes()), ", but the variable '", var->name(),
      "' is ", ShapeText(*var, table_->sizes()));
  // A feed or parameter keeps what the user declared, which may be more
  // precise.
  if (known && IsDeclared(*var)) return;
  var->set_dtype(wanted.dtype());
  var->mutable_dims()->Swap(wanted.mutable_dims());
}

void CompileTimeContext::CheckKind(absl::string_view slot, proto::VarKind kind,
                                   const proto::VarDesc& var) const {
  // Variables are dense tensors until something says otherwise.
  const bool unused =
      var.dtype() == proto::UNKNOWN && var.kind() == proto::DENSE_TENSOR;
  PADDLE_ENFORCE(var.kind() == kind || unused, InvalidArgument, "output ", slot,
                 " of operator ", op_.type(), " is ", KindText(kind),
                 ", but the variable '", var.name(), "' is ",
                 KindText(var.kind()));
}

void CompileTimeContext::SetKind(absl::string_view slot, proto::VarKind kind,
                                 const Dims& dims, DataType dtype, int i) {
  proto::VarDesc* var = OutputVar(slot, i);
  if (var == nullptr) return;
  CheckKind(slot, kind, *var);
  SetShape(slot, dims, dtype, var);
  var->set_kind(kind);
}

void CompileTimeContext::SetOutput(absl::string_view slot, const Dims& dims,
                                   DataType dtype, int i) {
  SetKind(slot, proto::DENSE_TENSOR, dims, dtype, i);
}

void CompileTimeContext::SetSelectedRows(absl::string_view slot,
                                         const Dims& dims, DataType dtype,
                                         int i) {
  SetKind(slot, proto::SELECTED_ROWS, dims, dtype, i);
}

void CompileTimeContext::SetTensorArray(absl::string_view slot,
                                        const Dims& dims, DataType dtype,
                                        int i) {
  SetKind(slot, proto::TENSOR_ARRAY, dims, dtype, i);
}

void CompileTimeContext::SetShapeless(absl::string_view slot,
                                      proto::VarKind kind) {
  proto::VarDesc* var = OutputVar(slot, 0);
  if (var == nullptr) return;
  CheckKind(slot, kind, *var);
  var->set_kind(kind);
}

const SymbolTable& CompileTimeContext::OwnedBlock(absl::string_view name,
                                                  int i) const {
  PADDLE_ENFORCE(table_->program() != nullptr, FailedPrecondition, "operator ",
                 op_.type(), " owns a block: it must belong to a program");
  const Attribute& value = attribute(name);
  if (const auto* one = std::get_if<BlockIndex>(&value)) {
    return table_->program()->block(one->index);
  }
  const auto& all = Attr<std::vector<BlockIndex>>(name);
  PADDLE_ENFORCE(0 <= i && i < all.size(), OutOfRange, "block ", i, " of ",
                 all.size(), " in attribute ", name);
  return table_->program()->block(all[i].index);
}

void CompileTimeContext::ShareLoD(absl::string_view input,
                                  absl::string_view output, int i, int j) {
  SetLoDLevels(output, LoDLevels(input, i), j);
}

int CompileTimeContext::LoDLevels(absl::string_view slot, int i) const {
  return InputVar(slot, i).lod_level();
}

void CompileTimeContext::SetLoDLevels(absl::string_view slot, int levels,
                                      int i) {
  proto::VarDesc* var = OutputVar(slot, i);
  // The levels of fed data are the user's.
  if (var == nullptr || IsDeclared(*var)) return;
  var->set_lod_level(levels);
}

absl::Span<const int64_t> CompileTimeContext::Offsets(absl::string_view, int,
                                                      int) const {
  PADDLE_THROW(Internal, "the shape function of ", op_.type(),
               " asks for the sequences of a program that does not run");
}

void CompileTimeContext::SetLoD(absl::string_view,
                                std::vector<std::vector<int64_t>>, int) {
  PADDLE_THROW(Internal, "the shape function of ", op_.type(),
               " sets the sequences of a program that does not run");
}

const Attribute& CompileTimeContext::attribute(absl::string_view name) const {
  for (const auto& [known, value] : attrs_) {
    if (known == name) return value;
  }
  PADDLE_THROW(NotFound, "operator ", op_.type(), " has no attribute ", name);
}

}  // namespace paddle::framework
