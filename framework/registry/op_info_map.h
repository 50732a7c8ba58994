// The table of all operator types linked into the program.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <shared_mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/ir/schema_source.h"
#include "paddle/framework/registry/op_registry.h"

namespace paddle::framework {

struct OpInfo {
  OpProto proto;
  std::unique_ptr<const OpSchema> schema;
  GradMaker grad_maker;  // empty: not differentiable, gradients stop here
};

// Pairs of an attribute and the input slot that it may come from
// (attr_inputs.h).
using AttrInputs = std::vector<std::pair<std::string, std::string>>;

// Returns those of an operator type, in the order of registration; empty for
// one that has none. Valid for ever. Thread safe once all types are registered.
const AttrInputs& AttrInputsOf(absl::string_view type);

// True if an input of the operator gives one of its attributes: the value in
// the description is an example then.
bool ReadsAttributes(const proto::OpDesc& op);

// Maps a type to its OpInfo. Filled during static initialization (and by
// libraries loaded later). Thread safe; an OpInfo never moves, and does not
// change after its registration.
class OpInfoMap : public SchemaSource {
 public:
  static OpInfoMap& Instance();

  // Throws AlreadyExists if the type is registered.
  void Insert(std::string type, std::unique_ptr<OpInfo> info);
  // Returns null for an unknown type.
  const OpInfo* FindInfo(absl::string_view type) const;
  // Throws NotFound, suggesting similar types, for an unknown one.
  const OpInfo& Get(absl::string_view type) const;
  OpInfo& GetMutable(absl::string_view type);

  const OpProto* Find(absl::string_view type) const override;
  std::vector<std::string> Types() const override;
  void CheckAndComplete(proto::OpDesc* op) const override;
  void InferShape(const proto::OpDesc& op, SymbolTable* table) const override;

 private:
  mutable std::shared_mutex mutex_;
  std::map<std::string, std::unique_ptr<OpInfo>, std::less<>> infos_;
};

}  // namespace paddle::framework
