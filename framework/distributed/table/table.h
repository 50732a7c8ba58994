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
  // Returns the number of rows that were written, and the bytes they take.
  virtual int64_t rows() const = 0;
  virtual size_t bytes() const = 0;

  // Writes one column of the rows of `ids`, one behind the other, to `out`;
  // an id may occur several times. OutOfRange, naming the id, below 0.
  virtual void Read(absl::Span<const int64_t> ids, int column,
                    float* out) const = 0;

  // Changes the rows of `ids`, each of which occurs once. `change` is given an
  // array for each column, with the values of these rows, and what it leaves
  // there is written back. If it throws, no value has changed. Errors are those
  // of Read.
  using Change = std::function<void(absl::Span<float* const> columns)>;
  virtual void Update(absl::Span<const int64_t> ids, const Change& change) = 0;
};

}  // namespace paddle::distributed
