#include "paddle/framework/passes/complete_captures.h"

#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"

#include "paddle/framework/ir/captures.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/schema_source.h"

namespace paddle::framework {

namespace {

constexpr const char* kSlot = "Captures";

bool HasCaptures(const SchemaSource& schemas, const proto::OpDesc& op) {
  const OpProto* proto = schemas.Find(op.type());
  return proto != nullptr && proto->FindInput(kSlot) != nullptr;
}

absl::flat_hash_set<std::string> InputsOf(const proto::OpDesc& op) {
  absl::flat_hash_set<std::string> names;
  for (const proto::Slot& slot : op.inputs()) {
    names.insert(slot.arguments().begin(), slot.arguments().end());
  }
  return names;
}

void Complete(const std::vector<Captures>& captures, proto::OpDesc* op) {
  absl::flat_hash_set<std::string> given = InputsOf(*op);
  NameList names = Inputs(*op, kSlot);
  const size_t before = names.size();
  for (const int block : BlocksOf(*op)) {
    for (const std::string& name : captures[block].reads) {
      if (given.insert(name).second) names.push_back(name);
    }
  }
  if (names.size() > before) SetInput(op, kSlot, names);
}

}  // namespace

void CompleteCaptures(Program* program) {
  const std::vector<Captures> captures = FindCaptures(program->desc());
  for (int i = 0; i < program->num_blocks(); ++i) {
    for (proto::OpDesc& op :
         *program->mutable_desc()->mutable_blocks(i)->mutable_ops()) {
      if (!BlocksOf(op).empty() && HasCaptures(program->schemas(), op)) {
        Complete(captures, &op);
      }
    }
  }
}

}  // namespace paddle::framework
