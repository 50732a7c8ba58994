// Rows of numbers, found by their ids.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/distributed/table/initial_rows.h"

namespace paddle::distributed {

// A part of each row: the parameter itself, or something that an optimizer
// keeps for it, such as a moment.
struct TableColumn {
  std::string name;
  int64_t width = 0;  // numbers, of float32
  RowInitializer initializer;
};

// A table of as many rows as there are ids, any int64 from 0 on. Rows that
// nobody has written have the values that the columns' initializers give them,
// and take no memory. Used by one thread at a time.
class Table {
 public:
  virtual ~Table() = default;

  virtual const std::vector<TableColumn>& columns() const = 0;
  // Returns the number of rows that were written, and the bytes of memory that
  // the table takes.
  virtual int64_t rows() const = 0;
  virtual size_t bytes() const = 0;

  // Writes one column of the rows of `ids`, one behind the other, to `out`;
  // an id may occur several times. OutOfRange, naming the id, below 0.
  virtual void Read(absl::Span<const int64_t> ids, int column, float* out) = 0;

  // Changes the rows of `ids`, each of which occurs once. `change` is given an
  // array for each column, with the values of these rows, and what it leaves
  // there is written back. If it throws, no value has changed. Errors are those
  // of Read.
  using Change = std::function<void(absl::Span<float* const> columns)>;
  virtual void Update(absl::Span<const int64_t> ids, const Change& change) = 0;

  // Returns the ids of rows that were written, ascending: the first of those
  // from `from` on, at most `most`. Whoever goes on behind the last of them
  // gets all rows in pieces. FailedPrecondition if something was changed since
  // the last step; otherwise errors are those of Read.
  virtual std::vector<int64_t> Ids(int64_t from, size_t most) = 0;

  // Ends a step: what was changed since the last call is kept together with
  // `record`, which says what that was, such as the numbers of the requests
  // that are in it. A table that outlives its process is found with the rows
  // and the record of one and the same step. Unavailable, naming the place, if
  // that fails; the table then has the rows and the record of the step before,
  // and the caller makes the step again.
  virtual void Commit(const std::string& record) = 0;
  // Returns the record of the last step; empty before the first.
  virtual const std::string& record() const = 0;

  // Writes the rows and the record to a new folder, from which a table of this
  // kind can be made. FailedPrecondition if something was changed since the
  // last step; AlreadyExists if the folder is there; Unavailable if the disk
  // fails.
  virtual void SaveTo(const std::string& folder) = 0;
};

}  // namespace paddle::distributed
