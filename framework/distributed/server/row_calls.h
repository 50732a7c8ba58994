// Shares out the rows of a table to the servers that have them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/framework/tensor/tensor.h"

namespace paddle::distributed {

// Rows for one server, ordered by id; equal ones stand in their order.
struct SortedRows {
  framework::Tensor ids;   // int64 [n]
  framework::Tensor rows;  // float32 [n, width]
};

// Returns the rows for each server. InvalidArgument for rows of another width
// or type than float32, and what SelectedRows::Check throws.
std::vector<SortedRows> SortRows(absl::Span<const framework::SelectedRows> rows,
                                 int64_t width, int servers);

// Returns all rows, in the order in which they stand. Errors as above.
SortedRows JoinRows(absl::Span<const framework::SelectedRows> rows,
                    int64_t width);

// Asks several servers for rows, and puts together what they reply.
class RowRequest {
 public:
  // `ids` outlive this.
  RowRequest(absl::Span<const int64_t> ids, int servers);

  // Returns which of the ids a server has.
  const std::vector<size_t>& places(int server) const {
    return places_[server];
  }
  // Returns these ids, int64 [n].
  framework::Tensor Ids(int server) const;
  // Puts the rows of a reply to their places. DataLoss unless they are the one
  // array [n, width] of float32 that was asked for.
  void Place(int server, absl::Span<const framework::Tensor> reply,
             framework::Tensor* all) const;

 private:
  const absl::Span<const int64_t> ids_;
  const std::vector<std::vector<size_t>> places_;
};

}  // namespace paddle::distributed
