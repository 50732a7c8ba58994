// The operator that a kernel is made for, with its arguments resolved.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/executor/slot_range.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/schema_source.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::framework {

class CompiledBlock;

// Immutable. Lives as long as the compiled operator.
class OpArguments {
 public:
  // The properties of a variable that are known when the block is compiled.
  struct Var {
    std::string name;  // "": an empty place in a list
    DataType dtype = DataType::kFloat32;
    proto::VarKind kind = proto::DENSE_TENSOR;
  };

  using BlockLookup = std::function<std::shared_ptr<const CompiledBlock>(int)>;

  // `lookup` returns the properties of a variable; `block` returns the compiled
  // form of a block, and may be null if the operator owns none.
  OpArguments(const proto::OpDesc& desc, const OpProto& proto,
              absl::FunctionRef<Var(const std::string&)> lookup,
              const BlockLookup& block = nullptr);

  const proto::OpDesc& desc() const { return desc_; }
  const OpProto& proto() const { return proto_; }

  // Return the arguments of a slot. Throw NotFound for a slot that the operator
  // type does not have.
  SlotRange InputRange(absl::string_view slot) const;
  SlotRange OutputRange(absl::string_view slot) const;
  // Input arguments come first, outputs follow.
  const Var& var(int argument) const { return vars_[argument]; }
  int num_inputs() const { return num_inputs_; }
  int num_vars() const { return static_cast<int>(vars_.size()); }

  // Throws NotFound for an attribute that the operator does not have.
  const Attribute& attribute(absl::string_view name) const;
  // Returns the compiled block that a block attribute names, number `i` if it
  // lists several (control flow only). Throws OutOfRange beyond the list.
  const std::shared_ptr<const CompiledBlock>& block(absl::string_view attribute,
                                                    int i = 0) const;
  // All owned blocks, each with its attribute.
  const std::vector<
      std::pair<std::string, std::shared_ptr<const CompiledBlock>>>&
  blocks() const {
    return blocks_;
  }

 private:
  struct NamedRange {
    std::string slot;
    SlotRange range;
  };

  void AddBlocks(const BlockLookup& block);
  void AddSlots(const google::protobuf::RepeatedPtrField<proto::Slot>& slots,
                absl::FunctionRef<Var(const std::string&)> lookup,
                std::vector<NamedRange>* ranges);

  const proto::OpDesc desc_;
  const OpProto& proto_;
  std::vector<Var> vars_;
  int num_inputs_ = 0;
  std::vector<NamedRange> inputs_;
  std::vector<NamedRange> outputs_;
  std::vector<std::pair<std::string, Attribute>> attrs_;
  std::vector<std::pair<std::string, std::shared_ptr<const CompiledBlock>>>
      blocks_;
};

}  // namespace paddle::framework
