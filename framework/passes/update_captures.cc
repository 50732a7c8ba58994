#include "paddle/framework/passes/update_captures.h"

#include <algorithm>
#include <string>
#include <vector>

#include "paddle/framework/ir/captures.h"
#include "paddle/framework/ir/contains.h"
#include "paddle/framework/ir/op_desc.h"

namespace paddle::framework {

namespace {

// Returns the names that the blocks of an operator read outside themselves.
NameList ReadsOfBlocks(const proto::OpDesc& op,
                       const std::vector<Captures>& captures) {
  NameList reads;
  for (int block : BlocksOf(op)) {
    const NameList& names = captures[block].reads;
    reads.insert(reads.end(), names.begin(), names.end());
  }
  return reads;
}

void UpdateOwner(const NameList& added, const NameList& dropped,
                 const NameList& reads, proto::OpDesc* op) {
  NameList names = Inputs(*op, "Captures");
  const NameList before = names;
  names.erase(std::remove_if(names.begin(), names.end(),
                             [&](const std::string& name) {
                               return Contains(dropped, name) &&
                                      !Contains(reads, name);
                             }),
              names.end());
  for (const std::string& name : added) {
    const bool known = Contains(names, name);
    if (!known && Contains(reads, name)) names.push_back(name);
  }
  if (names != before) SetInput(op, "Captures", names);
}

}  // namespace

// A block owns later ones only: going backwards, each finds those that it owns
// done.
void UpdateCaptures(const NameList& added, const NameList& dropped,
                    Program* program) {
  proto::ProgramDesc* desc = program->mutable_desc();
  std::vector<Captures> captures(desc->blocks_size());
  for (int i = desc->blocks_size() - 1; i >= 0; --i) {
    for (proto::OpDesc& op : *desc->mutable_blocks(i)->mutable_ops()) {
      if (BlocksOf(op).empty()) continue;
      const OpProto& proto = FindOpProto(program->schemas(), op.type());
      if (proto.FindInput("Captures") == nullptr) continue;
      UpdateOwner(added, dropped, ReadsOfBlocks(op, captures), &op);
    }
    captures[i] = FindCaptures(*desc, i, captures);
  }
}

}  // namespace paddle::framework
