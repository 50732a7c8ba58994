// The operator types that are linked into the program.
#pragma once

#include <memory>
#include <shared_mutex>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/ir/schema_source.h"
#include "paddle/framework/registry/op_registry.h"

namespace paddle::framework {

struct OpInfo {
  OpProto proto;
  std::unique_ptr<const OpSchema> schema;
  GradMaker grad_maker;  // empty: not differentiable, gradients stop here
};

// Type -> OpInfo, filled during static initialisation (and by libraries loaded
// later). Thread safe; an OpInfo stays where it is and no longer changes once
// its registration is over.
class OpInfoMap : public SchemaSource {
 public:
  static OpInfoMap& Instance();

  // AlreadyExists for a type registered twice.
  void Insert(std::string type, std::unique_ptr<OpInfo> info);
  // Null for an unknown type.
  const OpInfo* FindInfo(absl::string_view type) const;
  // NotFound, with the nearest known types, for an unknown one.
  const OpInfo& Get(absl::string_view type) const;
  OpInfo& GetMutable(absl::string_view type);

  const OpProto* Find(absl::string_view type) const override;
  std::vector<std::string> Types() const override;
  void CheckAndComplete(proto::OpDesc* op) const override;
  void InferShape(const proto::OpDesc& op, SymbolTable* table) const override;

 private:
  mutable std::shared_mutex mutex_;
  absl::flat_hash_map<std::string, std::unique_ptr<OpInfo>> infos_;
};

}  // namespace paddle::framework
