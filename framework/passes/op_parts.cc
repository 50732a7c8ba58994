#include "paddle/framework/passes/op_parts.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/op_desc.h"

namespace paddle::framework {

std::string PartName(const std::string& name, int part) {
  return absl::StrCat(name, "@MICRO", part);
}

PartWriter::PartWriter(const Program& from,
                       absl::flat_hash_set<std::string> shared, int parts,
                       Program* to)
    : from_(from), shared_(std::move(shared)), parts_(parts), to_(to) {}

std::string PartWriter::NameIn(const std::string& name, int part) const {
  if (name.empty() || shared_.contains(name)) return name;
  return PartName(name, part);
}

void PartWriter::RenameIn(int part, Names* names) const {
  for (std::string& name : *names) name = NameIn(name, part);
}

// Makes the operator that of a part, all but its place in a block.
void PartWriter::RenameOp(int part, proto::OpDesc* op) {
  for (proto::Slot& slot : *op->mutable_inputs()) {
    RenameIn(part, slot.mutable_arguments());
  }
  for (proto::Slot& slot : *op->mutable_outputs()) {
    RenameIn(part, slot.mutable_arguments());
  }
  if (!op->name().empty()) op->set_name(PartName(op->name(), part));
  op->mutable_part()->set_op_id(op->id());
  op->mutable_part()->set_index(part);
  op->mutable_part()->set_count(parts_);
}

// Notes which sizes of the part stand for symbols of the whole.
void PartWriter::NoteSizes(const std::string& name, int part) {
  const proto::VarDesc* whole = from_.global_block().FindVar(name);
  const proto::VarDesc* own = to_->global_block().FindVar(PartName(name, part));
  if (whole == nullptr || own == nullptr) return;
  for (int i = 0; i < std::min(whole->dims_size(), own->dims_size()); ++i) {
    if (whole->dims(i) >= 0) continue;
    sizes_.try_emplace({whole->dims(i), part}, own->dims(i));
  }
}

void PartWriter::CopyVars(const proto::BlockDesc& from, int part,
                          proto::BlockDesc* to) {
  *to->mutable_vars() = from.vars();
  for (proto::VarDesc& var : *to->mutable_vars()) {
    var.set_name(NameIn(var.name(), part));
    for (int64_t& size : *var.mutable_dims()) {
      const auto known = sizes_.find({size, part});
      if (known != sizes_.end()) size = known->second;
    }
  }
  *to->mutable_arguments() = from.arguments();
  *to->mutable_results() = from.results();
  RenameIn(part, to->mutable_arguments());
  RenameIn(part, to->mutable_results());
}

// Gives an operator of block `block` copies of the blocks that it owns.
void PartWriter::CopyOwned(int block, int part, proto::OpDesc* op) {
  for (proto::Attr& attr : *op->mutable_attrs()) {
    if (attr.has_block()) {
      attr.set_block(CopyBlock(attr.block(), block, part));
    } else if (attr.has_blocks()) {
      for (int32_t& inner : *attr.mutable_blocks()->mutable_values()) {
        inner = CopyBlock(inner, block, part);
      }
    }
  }
}

int PartWriter::CopyBlock(int block, int parent, int part) {
  const proto::BlockDesc& from = from_.block(block).desc();
  const auto forward = blocks_.find({from.forward_block(), part});
  const int made =
      to_->AddBlock(parent, forward == blocks_.end() ? -1 : forward->second);
  blocks_[{block, part}] = made;
  CopyVars(from, part, to_->mutable_desc()->mutable_blocks(made));
  to_->Changed();
  for (proto::OpDesc op : from.ops()) {
    RenameOp(part, &op);
    CopyOwned(made, part, &op);
    op.set_id(to_->desc().next_op_id());
    to_->mutable_desc()->set_next_op_id(op.id() + 1);
    *to_->mutable_desc()->mutable_blocks(made)->add_ops() = std::move(op);
  }
  to_->Changed();
  return made;
}

void PartWriter::AppendPart(const proto::OpDesc& op, int part) {
  proto::OpDesc own = op;
  RenameOp(part, &own);
  for (const std::string& name : InputNames(op)) NoteSizes(name, part);
  CopyOwned(/*block=*/0, part, &own);
  to_->AppendOp(0, std::move(own));
}

void PartWriter::AppendSource(const proto::OpDesc& op, const std::string& name,
                              int part) {
  to_->AppendOp(0, op);
  NoteSizes(name, part);
  const proto::VarDesc& whole = from_.global_block().GetVar(name);
  proto::VarDesc& own = to_->global_block().GetVar(PartName(name, part));
  for (int i = 0; i < whole.dims_size(); ++i) {
    const auto known = sizes_.find({whole.dims(i), part});
    if (known != sizes_.end()) own.set_dims(i, known->second);
  }
}

void PartWriter::AppendWhole(const proto::OpDesc& op) {
  to_->AppendOp(0, op);
  auto* ops = to_->mutable_desc()->mutable_blocks(0)->mutable_ops();
  ops->rbegin()->set_id(op.id());
}

}  // namespace paddle::framework
