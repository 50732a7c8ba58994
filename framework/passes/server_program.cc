#include "paddle/framework/passes/server_program.h"

#include <cstdint>
#include <string>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"

#include "paddle/framework/ir/cleanup.h"
#include "paddle/framework/ir/named_block.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/server_blocks.h"
#include "paddle/framework/ir/use_def.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

using NameHashSet = absl::flat_hash_set<std::string>;

class ServerWriter {
 public:
  ServerWriter(const Program& main, const std::vector<PushedBucket>& pushed,
               const std::vector<TableOnServer>& tables)
      : main_(main),
        ops_(main.global_block().desc().ops()),
        uses_(main, /*block=*/0),
        pushed_(pushed),
        tables_(tables) {}

  std::shared_ptr<Program> Write(const std::vector<UpdatePart>& parts);

 private:
  // The number of the bucket that a part takes, the same for all its gradients.
  int BucketOf(const UpdatePart& part) const;
  void NoteReads(const UpdatePart& part);
  void MarkVariables(Program* server) const;
  // Returns null for a bucket of gradients of whole parameters.
  const TableOnServer* TableOf(const PushedBucket& bucket) const;
  // True for one sparse gradient.
  bool HasRows(const PushedBucket& bucket) const {
    return main_.global_block().GetVar(bucket.gradients[0]).kind() ==
           proto::SELECTED_ROWS;
  }
  NameList ArgumentsFor(const PushedBucket& bucket) const;
  // Makes sparse gradients out of what their blocks take.
  void AddRowGradients(Program* server);
  std::vector<bool> IsOf(const Program& server, int block) const;

  const Program& main_;
  const google::protobuf::RepeatedPtrField<proto::OpDesc>& ops_;
  const UseDef uses_;
  const std::vector<PushedBucket>& pushed_;
  const std::vector<TableOnServer>& tables_;
  // The place in pushed_ of each operator that the server has, by its id; -1
  // for one of the schedule.
  absl::flat_hash_map<int64_t, int> block_of_;
  NameHashSet scheduled_;  // what updates read of the schedule
};

int ServerWriter::BucketOf(const UpdatePart& part) const {
  int bucket = -1;
  for (const std::string& gradient : part.gradients) {
    for (size_t i = 0; i < pushed_.size(); ++i) {
      if (!absl::c_linear_search(pushed_[i].gradients, gradient)) continue;
      PADDLE_ENFORCE(bucket == -1 || bucket == static_cast<int>(i),
                     Unimplemented, "operator ", ops_[part.joint].type(),
                     " of the optimizer needs '", gradient,
                     "' with gradients of another data type, or of rows: a "
                     "server takes them apart");
      bucket = static_cast<int>(i);
    }
  }
  return bucket;
}

// Notes what a part reads of the schedule, and refuses to read what a server
// does not have.
void ServerWriter::NoteReads(const UpdatePart& part) {
  NameHashSet known(part.gradients.begin(), part.gradients.end());
  for (const int op : part.ops) {
    for (const std::string& name : uses_.reads(op)) {
      const proto::VarDesc& var = main_.global_block().GetVar(name);
      if (known.contains(name) || var.persistable() || var.is_parameter()) {
        continue;
      }
      const int writer = uses_.WriterBefore(name, op);
      const bool scheduled =
          writer >= 0 && ops_[writer].role() == proto::SCHEDULE;
      PADDLE_ENFORCE(scheduled, Unimplemented, "operator ", ops_[op].type(),
                     " of the optimizer reads '", name,
                     "', which servers do not have: they are sent gradients "
                     "alone; ",
                     CallSiteText(ops_[op]));
      scheduled_.insert(name);
    }
    known.insert(uses_.writes(op).begin(), uses_.writes(op).end());
  }
}

// A value that one block hands to another outlives both.
void ServerWriter::MarkVariables(Program* server) const {
  for (const std::string& name : scheduled_) {
    server->global_block().GetVar(name).set_persistable(true);
  }
  for (const PushedBucket& bucket : pushed_) {
    if (HasRows(bucket)) continue;
    for (const std::string& name : bucket.gradients) {
      server->global_block().GetVar(name).set_is_feed(true);
    }
  }
}

const TableOnServer* ServerWriter::TableOf(const PushedBucket& bucket) const {
  for (const TableOnServer& table : tables_) {
    if (table.gradient == bucket.gradients[0]) return &table;
  }
  return nullptr;
}

void ServerWriter::AddRowGradients(Program* server) {
  for (size_t i = 0; i < pushed_.size(); ++i) {
    if (!HasRows(pushed_[i])) continue;
    const TableOnServer* table = TableOf(pushed_[i]);
    const std::string& gradient = pushed_[i].gradients[0];
    const int64_t made =
        table == nullptr
            ? AppendSparseGradient(ParameterOf(gradient), gradient, server)
            : AppendRowGradient(*table, server);
    block_of_[made] = static_cast<int>(i);
  }
}

NameList ServerWriter::ArgumentsFor(const PushedBucket& bucket) const {
  if (!HasRows(bucket)) return bucket.gradients;
  const TableOnServer* table = TableOf(bucket);
  return table == nullptr ? RowArgumentsOf(bucket.gradients[0])
                          : ArgumentsOf(*table);
}

std::vector<bool> ServerWriter::IsOf(const Program& server, int block) const {
  std::vector<bool> is;
  for (const proto::OpDesc& op : server.global_block().desc().ops()) {
    is.push_back(block_of_.at(op.id()) == block);
  }
  return is;
}

std::shared_ptr<Program> ServerWriter::Write(
    const std::vector<UpdatePart>& parts) {
  for (const UpdatePart& part : parts) {
    NoteReads(part);
    const int bucket = BucketOf(part);
    for (const int op : part.ops) block_of_[ops_[op].id()] = bucket;
  }
  std::vector<bool> kept;
  for (const proto::OpDesc& op : ops_) {
    if (op.role() == proto::SCHEDULE) block_of_[op.id()] = -1;
    kept.push_back(block_of_.contains(op.id()));
  }
  auto server = main_.Clone();
  KeepOps(kept, server->mutable_desc()->mutable_blocks(0));
  MarkVariables(server.get());
  server->Changed();
  DropUnused(server->mutable_desc());
  server->Changed();
  AddRowGradients(server.get());
  if (absl::c_linear_search(IsOf(*server, -1), true)) {
    MoveToNamedBlock(kScheduleBlock, IsOf(*server, -1), {}, {}, server.get());
  }
  for (size_t i = 0; i < pushed_.size(); ++i) {
    MoveToNamedBlock(UpdateBlock(pushed_[i].exchange),
                     IsOf(*server, static_cast<int>(i)),
                     ArgumentsFor(pushed_[i]), {}, server.get());
  }
  Verify(*server);
  return server;
}

}  // namespace

std::shared_ptr<Program> ServerProgram(
    const Program& main, const std::vector<UpdatePart>& parts,
    const std::vector<PushedBucket>& pushed,
    const std::vector<TableOnServer>& tables) {
  return ServerWriter(main, pushed, tables).Write(parts);
}

}  // namespace paddle::framework
