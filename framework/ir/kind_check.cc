#include "paddle/framework/ir/kind_check.h"

#include <string>
#include <vector>

#include "paddle/framework/ir/var_kinds.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

using Slots = google::protobuf::RepeatedPtrField<proto::Slot>;

// Suggests how to get a variable of an accepted kind.
const char* Hint(int kind, VarKinds wanted) {
  const bool array = kind == proto::TENSOR_ARRAY;
  if (array && wanted.Has(proto::DENSE_TENSOR)) {
    return ": read an element (array_read), or make one tensor of all "
           "(array_to_tensor)";
  }
  return wanted == VarKinds({proto::TENSOR_ARRAY}) ? ": create_array makes one"
                                                   : "";
}

const SlotProto* FindSlot(const std::vector<SlotProto>& slots,
                          const std::string& name) {
  for (const SlotProto& slot : slots) {
    if (slot.name == name) return &slot;
  }
  return nullptr;
}

void CheckKinds(const char* what, const proto::OpDesc& op, const Slots& given,
                const std::vector<SlotProto>& declared,
                const SymbolTable& table) {
  for (const proto::Slot& slot : given) {
    const SlotProto* known = FindSlot(declared, slot.name());
    // Unknown slots are reported by the schema check, with better advice.
    if (known == nullptr) continue;
    for (const std::string& name : slot.arguments()) {
      if (name.empty()) continue;
      const int kind = table.GetVar(name).kind();
      PADDLE_ENFORCE(known->kinds.Has(kind), InvalidArgument, what, " ",
                     slot.name(), " of operator ", op.type(), " must be ",
                     KindsText(known->kinds), ", but the variable '", name,
                     "' is ", KindText(kind), Hint(kind, known->kinds));
    }
  }
}

}  // namespace

void CheckInputKinds(const proto::OpDesc& op, const OpProto& proto,
                     const SymbolTable& table) {
  CheckKinds("input", op, op.inputs(), proto.inputs, table);
}

void CheckOutputKinds(const proto::OpDesc& op, const OpProto& proto,
                      const SymbolTable& table) {
  CheckKinds("output", op, op.outputs(), proto.outputs, table);
}

}  // namespace paddle::framework
