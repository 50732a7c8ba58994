// A table of a server, and the block that changes its rows.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/distributed/server/block_server.h"
#include "paddle/framework/distributed/server/pushed_rows.h"
#include "paddle/framework/distributed/server/pushed_update.h"
#include "paddle/framework/distributed/server/table_columns.h"
#include "paddle/framework/distributed/table/table.h"
#include "paddle/framework/tensor/tensor.h"

namespace paddle::distributed {

// Makes an empty table of a name.
using TableFactory = std::function<std::unique_ptr<Table>(
    const std::string& name, std::vector<TableColumn> columns)>;

// Makes tables in memory.
std::unique_ptr<Table> NewTableInMemory(const std::string& name,
                                        std::vector<TableColumn> columns);

// Rows of a table, which a block changes once a step: those that trainers have
// pushed gradients for. Remembers what they were before the last step, so that
// a trainer that repeats a step, because another one was lost in it, sees the
// rows that it has seen before. The record of a table that outlives its process
// has the number of steps and these rows, so that it goes on where it was.
class TableUpdate final : public PushedUpdate {
 public:
  // `block` takes, in this order, for each gradient the number of its row among
  // those that change, and the gradients; the columns are persistables, rows
  // that change one behind the other. `blocks` outlives this.
  // `is_kept`: the table outlives its process. ResourceExhausted if it cannot
  // be read.
  TableUpdate(const TableSpec& spec, std::string block, BlockServer* blocks,
              const TableFactory& new_table, bool is_kept);

  const std::string& name() const { return name_; }
  const Table& table() const { return *table_; }
  // Returns the number of steps that have changed rows.
  int64_t steps() const { return steps_; }

  bool Add(const proto::CallHead& head,
           std::vector<framework::Tensor> pushed) override {
    return rows_.Add(head, std::move(pushed));
  }
  void Forget() override { rows_.Forget(); }
  // ResourceExhausted if the table cannot be read, or keep the step.
  void Apply() override;

  // Returns rows that were changed; see ListRows. ResourceExhausted if they
  // cannot be read.
  std::vector<framework::Tensor> List(int64_t from, int64_t most) const;
  // Sets rows of a table that has made no step; see SetRows. FailedPrecondition
  // if it has made one; ResourceExhausted if it cannot keep them. A table that
  // outlives its process does so while it takes rows, too.
  void Take(absl::Span<const framework::Tensor> rows);
  // True from the first call of Take() to that of EndTaking().
  bool is_taking() const { return is_taking_; }
  // Says of which step the rows are, if any were taken.
  void EndTaking(int64_t steps);

  // Returns the rows of `ids`, int64 [n], as they were after that many steps:
  // all there were, or all but the last one; or as they are, if `latest`.
  // FailedPrecondition for other steps; InvalidArgument for ids of another rank
  // or type, and for rows of 2 GiB or more; OutOfRange for one that the
  // table does not have; ResourceExhausted if it cannot be read.
  framework::Tensor Read(const framework::Tensor& ids, int64_t steps,
                         bool latest) const;

 private:
  // Runs the block on the columns of the rows that change.
  void Change(const RowGradient& gradient, absl::Span<float* const> columns);
  void PutBack(absl::Span<const int64_t> ids, float* rows) const;

  const std::string name_;
  const int64_t height_;
  const std::string block_;
  BlockServer* const blocks_;
  const bool is_kept_;
  const std::unique_ptr<Table> table_;
  PushedRows rows_;
  int64_t steps_ = 0;
  bool is_taking_ = false;
  bool has_before_ = true;
  // The parameter before the last step, of the rows that it changed.
  std::vector<int64_t> before_ids_;  // ascending
  framework::Tensor before_;
};

}  // namespace paddle::distributed
