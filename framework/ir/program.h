// A program: the owner of a ProgramDesc, and the one way to add to it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/schema_source.h"
#include "paddle/framework/ir/symbol_table.h"
#include "paddle/framework/ir/symbols.h"

namespace paddle::framework {

// Not thread safe while it is written; any number of threads may read it.
class Program {
 public:
  // Of ProgramDesc: grows when a field changes its meaning.
  static constexpr int kSchemaVersion = 1;

  // An empty program with its global block (index 0). `schemas` must outlive
  // the program.
  explicit Program(const SchemaSource& schemas);
  // From a message; it is not checked: call Verify (verify.h).
  Program(const SchemaSource& schemas, proto::ProgramDesc desc);
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  // A program that Serialize wrote, verified; attributes that its operators
  // have gained since then get their defaults. DataLoss for bytes that are not
  // one (magic, version, checksum), Unimplemented for a newer schema or
  // operator version, and Verify's errors. Nothing a file holds can abort.
  static std::shared_ptr<Program> Parse(const SchemaSource& schemas,
                                        absl::string_view bytes);
  // The same bytes for the same program; FORMAT.md describes them. Call sites
  // only on request. InvalidArgument if a name or text is not UTF-8.
  std::string Serialize(bool with_call_sites = false) const;

  const proto::ProgramDesc& desc() const { return *desc_; }
  // For passes; call Changed afterwards.
  proto::ProgramDesc* mutable_desc() { return desc_.get(); }
  const SchemaSource& schemas() const { return *schemas_; }

  // Differs between programs of this process, and grows with each change of
  // one program: together they key caches.
  uint64_t uid() const { return uid_; }
  uint64_t version() const { return version_; }
  // Renews indices after a direct change of the message. Tables from block()
  // before it stay valid as long as there is a block of their index.
  void Changed();

  int num_blocks() const { return static_cast<int>(tables_.size()); }
  // OutOfRange for a bad index.
  SymbolTable& block(int index) const;
  SymbolTable& global_block() const { return block(0); }
  // Opens a block; returns its index. OutOfRange for a bad parent or forward
  // block. The block of a gradient also finds the names of its forward block.
  int AddBlock(int parent, int forward_block = -1);
  // Takes back the last block (an abandoned `with` body); FailedPrecondition if
  // only the global block is left.
  void RemoveLastBlock();
  // Takes back a block and those inside it. The blocks behind it keep their
  // indices: where there are any, an empty block that nobody owns stays until
  // they go, too. FailedPrecondition for the global block, and for one that an
  // operator owns.
  void RemoveBlock(int index);
  // Identifies a block as long as it exists: no other block of this process,
  // such as a later one of the same index, has the same. 0 for one that was
  // removed, or that never was.
  uint64_t block_uid(int index) const;

  // "prefix_0", "prefix_1", ...: never handed out before in this program.
  std::string UniqueName(absl::string_view prefix);
  // A new variable named UniqueName(prefix + ".tmp").
  proto::VarDesc* NewVar(int block, absl::string_view prefix);

  // Checks `op` against its schema, fills in defaults, gives it an id, makes
  // output variables that do not exist yet, infers their shapes and types, and
  // appends it. Errors carry operator, slots, shapes and call site; after an
  // error the program is as it was.
  //
  // A variable has one writer in a block: an operator may write what an earlier
  // one wrote, a feed, a block argument or one of its own inputs only through a
  // pair that it declares as updated in place, and a variable of an outer block
  // only so and if that is persistable.
  const proto::OpDesc& AppendOp(int block, proto::OpDesc op);
  // As AppendOp, before the operator at `position`.
  const proto::OpDesc& InsertOp(int block, int position, proto::OpDesc op);

  // A deep copy with a uid of its own.
  std::shared_ptr<Program> Clone() const;
  // For use after training: test mode (attribute is_test) in all blocks,
  // operators of role backward, optimize and schedule gone, and variables that
  // nobody mentions any more gone as well.
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
  absl::flat_hash_map<std::string, proto::NameCounter*> name_counters_;
  const uint64_t uid_;
  uint64_t version_ = 0;
};

// "in operator mul (X: x [2, 3] float32, Y: w [4, 5] float32)", for errors.
std::string DescribeOp(const proto::OpDesc& op, const SymbolTable& table);
// Rethrows the current platform::Error with DescribeOp and the call site
// added. Call inside a catch block.
[[noreturn]] void RethrowWithOp(platform::Error& error, const proto::OpDesc& op,
                                const SymbolTable& table);

}  // namespace paddle::framework
