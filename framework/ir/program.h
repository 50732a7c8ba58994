// A program owns a ProgramDesc, and everything is added to it through this
// class.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/schema_source.h"
#include "paddle/framework/ir/symbol_table.h"
#include "paddle/framework/ir/symbols.h"

namespace paddle::framework {

// Owns the message and an index of its names. Not thread safe while it is
// modified; any number of threads may read it.
class Program {
 public:
  // The version of ProgramDesc, raised when a field changes its meaning.
  static constexpr int kSchemaVersion = 1;

  // Makes an empty program with its global block (index 0). `schemas` must
  // outlive the program.
  explicit Program(const SchemaSource& schemas);
  // Takes over a message without checking it: call Verify (verify.h) for that.
  Program(const SchemaSource& schemas, proto::ProgramDesc desc);
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  // Parses what Serialize wrote, and verifies it. Attributes that an operator
  // type has gained since get their defaults. Throws DataLoss for bytes with a
  // wrong magic number, version or checksum, Unimplemented for a newer schema
  // or operator version, and the errors of Verify. No content of a file can
  // abort the process.
  static std::shared_ptr<Program> Parse(const SchemaSource& schemas,
                                        absl::string_view bytes);
  // Returns bytes that are equal for equal programs; FORMAT.md describes them.
  // Call sites are included only on request. Throws InvalidArgument if a name
  // or text is not UTF-8.
  std::string Serialize(bool with_call_sites = false) const;

  const proto::ProgramDesc& desc() const { return *desc_; }
  // Lets passes change the message directly; they must call Changed afterwards.
  proto::ProgramDesc* mutable_desc() { return desc_.get(); }
  const SchemaSource& schemas() const { return *schemas_; }

  // uid() differs between the programs of this process, and version() grows
  // with each change of one program: together they are a key for caches.
  uint64_t uid() const { return uid_; }
  uint64_t version() const { return version_; }
  // Rebuilds the indices after a direct change of the message. Tables from
  // earlier calls of block() stay valid as long as their block index exists.
  void Changed();

  int num_blocks() const { return static_cast<int>(tables_.size()); }
  // Throws OutOfRange for a bad index.
  SymbolTable& block(int index) const;
  SymbolTable& global_block() const { return block(0); }
  // Opens a block and returns its index. Throws OutOfRange for a bad parent or
  // forward block. The block of a gradient also sees the names of its forward
  // block.
  int AddBlock(int parent, int forward_block = -1);
  // Removes the last block, for a `with` body that failed; FailedPrecondition
  // if only the global block is left.
  void RemoveLastBlock();
  // Removes a block and those inside it. Later blocks keep their indices: if
  // there are any, an empty block without an owner remains until they are
  // removed, too. Throws FailedPrecondition for the global block and for one
  // that an operator owns.
  void RemoveBlock(int index);
  // Identifies a block during its lifetime: no other block of this process, not
  // even a later one of the same index, has the same number. 0 for a block that
  // was removed or never existed.
  uint64_t block_uid(int index) const;

  // Returns "prefix_0", "prefix_1", ...: a name this program has not used
  // before.
  std::string UniqueName(absl::string_view prefix);
  // Creates a variable named UniqueName(prefix + ".tmp").
  proto::VarDesc* NewVar(int block, absl::string_view prefix);

  // Checks `op` against its schema, fills in defaults, gives it an id, creates
  // output variables that do not exist yet, infers their shapes and types, and
  // appends it. Errors carry operator, slots, shapes and call site; after an
  // error the program is unchanged.
  //
  // Each variable has one writer in a block: an operator may write the output
  // of an earlier one, a feed, a block argument or one of its own inputs only
  // through a pair that it declares as updated in place, and a variable of an
  // outer block only in this way and only if it is persistable.
  const proto::OpDesc& AppendOp(int block, proto::OpDesc op);
  // Like AppendOp, but inserts the operator before the one at `position`.
  const proto::OpDesc& InsertOp(int block, int position, proto::OpDesc op);

  // Returns a deep copy with a uid of its own.
  std::shared_ptr<Program> Clone() const;
  // Returns a copy for use after training: in test mode (attribute is_test) in
  // all blocks, without operators of role backward, optimize and schedule, and
  // without variables that are no longer used.
  std::shared_ptr<Program> InferenceClone() const;

  void set_random_seed(int64_t seed);  // 0: not set

 private:
  friend class OpAppender;  // append_op.cc

  void RemoveTables(size_t count);

  const SchemaSource* schemas_;
  std::unique_ptr<proto::ProgramDesc> desc_;
  std::unique_ptr<SymbolSizes> sizes_;
  std::vector<std::unique_ptr<SymbolTable>> tables_;
  std::vector<uint64_t> block_uids_;  // of each table; 0: removed
  std::map<std::string, proto::NameCounter*, std::less<>> name_counters_;
  const uint64_t uid_;
  uint64_t version_ = 0;
};

// Describes an operator in error messages: "in operator mul (X: x [2, 3]
// float32, Y: w [4, 5] float32)".
std::string DescribeOp(const proto::OpDesc& op, const SymbolTable& table);
// Rethrows the current platform::Error with DescribeOp and the call site added.
// Must be called inside a catch block.
[[noreturn]] void RethrowWithOp(platform::Error& error, const proto::OpDesc& op,
                                const SymbolTable& table);

}  // namespace paddle::framework
