// Runs the blocks of a server that change its parameters and tables.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "paddle/framework/distributed/server/block_server.h"
#include "paddle/framework/distributed/server/call_target.h"
#include "paddle/framework/distributed/server/pushed_update.h"
#include "paddle/framework/distributed/server/table_update.h"
#include "paddle/framework/ir/program.h"

namespace paddle::distributed {

// The programs of a server, as steps of training. A step is made when each
// block "update:n" has run once, the schedule before the first of them. Used by
// one thread.
class UpdateBlocks {
 public:
  // Runs `startup`. Errors are those of BlockServer and of ReadTables. Rows of
  // tables are kept where `new_table` keeps them, which may outlive the process
  // (TableUpdate).
  UpdateBlocks(const framework::Program& main,
               const std::shared_ptr<const framework::Program>& startup,
               const TableFactory& new_table, bool tables_are_kept);

  // Returns the number of steps that were made.
  int64_t version() const { return version_; }
  bool has_tables() const { return !tables_.empty(); }

  // Returns what collects the gradients of a block. NotFound if it is no block
  // of an update.
  PushedUpdate* Find(const std::string& block) const;
  // True if a block has run in that step.
  bool HasRun(const std::string& block, int64_t step) const;
  // Runs a block for which all gradients have come.
  void Run(const std::string& block);
  // Does that for gradients of one trainer, which are a step of their own: it
  // is counted with the first of the blocks. True for that one.
  bool RunAlone(const std::string& block);

  // Returns null for calls that ask for no rows; NotFound for an unknown table.
  const TableUpdate* TableOf(const proto::CallHead& head) const;
  // Returns a table. NotFound if there is none of that name.
  TableUpdate& FindTable(const std::string& name) const;
  // Says that rows which tables have taken are of the step that is made.
  void EndTaking();
  // Returns the number of variables of which a call may ask.
  int variables() const { return blocks_.persistables(); }
  // Returns a copy of the value of a parameter. Errors are those of
  // BlockServer.
  framework::Tensor Value(const std::string& name) const {
    return blocks_.Value(name);
  }

  // Returns the call that gives Restore all values.
  Call State() const;
  // Sets values, and the number of steps; whatever has come for another step is
  // forgotten. Errors are those of BlockServer::SetValues; FailedPrecondition
  // for a table, whose rows are in no call, of another step, unless it takes
  // rows. One that is a step ahead, because it was kept before the values were,
  // has made that already.
  void Restore(const Call& call);

 private:
  void AddTables(const framework::Program& main,
                 const framework::Program& startup,
                 const TableFactory& new_table, bool tables_are_kept);
  void AddUpdates(const framework::Program& main);
  void CheckTables(int64_t step) const;
  void BeginStep();
  void EndStepIfAllRan();

  BlockServer blocks_;
  bool has_schedule_ = false;
  std::map<std::string, std::unique_ptr<PushedUpdate>> updates_;  // by block
  std::map<std::string, TableUpdate*> tables_;                    // by name
  std::map<std::string, const TableUpdate*> table_blocks_;        // by block
  bool scheduled_ = false;         // whether the schedule ran in this step
  std::set<std::string> updated_;  // blocks that ran in this step
  int64_t version_ = 0;
};

}  // namespace paddle::distributed
