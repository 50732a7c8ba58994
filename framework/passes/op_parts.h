// Writes operators into a program once for each part of a run's rows.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "absl/container/flat_hash_set.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/program.h"

namespace paddle::framework {

// Returns the name of a part of a variable.
std::string PartName(const std::string& name, int part);

// Appends operators of a program to another one, which begins as its copy
// without operators in the global block. Checks and shapes are those of
// Program::AppendOp.
class PartWriter {
 public:
  // Variables in `shared` are the same for all parts. Both programs must
  // outlive this object.
  PartWriter(const Program& from, absl::flat_hash_set<std::string> shared,
             int parts, Program* to);

  // Appends an operator of `from` that computes one part: it has the names of
  // the part for variables that are not shared, blocks of its own, and the
  // random numbers of a run that has that part alone. OpDesc.part tells.
  void AppendPart(const proto::OpDesc& op, int part);
  // Appends an operator of `from` as it is, with its id.
  void AppendWhole(const proto::OpDesc& op);
  // Appends one that `from` does not have.
  void AppendNew(const proto::OpDesc& op) { to_->AppendOp(0, op); }
  // Appends one that makes a part of `name` out of nothing that `from` knows:
  // sizes that are the same in `from` are so in the part.
  void AppendSource(const proto::OpDesc& op, const std::string& name, int part);

  // Returns the name of a variable in a part.
  std::string NameIn(const std::string& name, int part) const;

 private:
  using Names = google::protobuf::RepeatedPtrField<std::string>;

  void RenameIn(int part, Names* names) const;
  void RenameOp(int part, proto::OpDesc* op);
  void CopyOwned(int block, int part, proto::OpDesc* op);
  // Copies a block, and those that its operators own.
  int CopyBlock(int block, int parent, int part);
  void CopyVars(const proto::BlockDesc& from, int part, proto::BlockDesc* to);
  void NoteSizes(const std::string& name, int part);

  const Program& from_;
  const absl::flat_hash_set<std::string> shared_;
  const int parts_;
  Program* const to_;
  std::map<std::pair<int, int>, int> blocks_;  // copies, by block and part
  // The size of a part for each symbol of `from`, by symbol and part.
  std::map<std::pair<int64_t, int>, int64_t> sizes_;
};

}  // namespace paddle::framework
