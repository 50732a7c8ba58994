// Joins the rows of a sparse gradient that the trainers of a step push.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "paddle/framework/distributed/server/call.pb.h"
#include "paddle/framework/distributed/server/id_rows.h"
#include "paddle/framework/distributed/server/pushed_sums.h"
#include "paddle/framework/tensor/tensor.h"

namespace paddle::distributed {

// A gradient of some rows of a table, ordered by id.
struct RowGradient {
  std::vector<int64_t> ids;  // each once, ascending
  framework::Tensor index;   // int64 [n]: which of ids a row is for
  framework::Tensor values;  // float32 [n, width]
};

// The rows of one gradient, in one step. Each trainer gives the weights of its
// shards, one float64 for each node of the tree of shards that covers them, and
// behind them ids and rows, where an id may occur several times. Rows are
// divided by the sum of all weights; those of one id stay apart, in the order
// of shards, as trainers have them that exchange rows with each other: so an
// optimizer makes the same bits of them. Used by one thread.
class PushedRows {
 public:
  // The ids are below `height`.
  PushedRows(int64_t height, int64_t width);

  // See PushedUpdate. `pushed`: the weights, int64 [ids], float32 [ids, width].
  bool Add(const proto::CallHead& head, std::vector<framework::Tensor> pushed);

  // See PushedUpdate.
  void Forget();

  // Returns the mean, and begins anew. Called when all have given.
  // FailedPrecondition if all weights are 0.
  RowGradient TakeMean();
  // Returns it with rows in the order of shards, and begins anew: `index` has
  // their ids. Otherwise as TakeMean.
  RowGradient TakeMeanInOrder();

 private:
  struct Given {
    framework::Tensor ids, rows;
  };

  // Returns the rows that were given, and leaves the sum of weights in *weight.
  // The rows belong to *given.
  std::vector<IdRow> TakeRows(std::map<int, Given>* given, float* weight);

  void Check(int rank, const Given& given) const;

  const int64_t height_;
  const int64_t width_;
  PushedSums weights_;
  int64_t epoch_ = -1;
  std::map<int, Given> given_;  // by rank
};

}  // namespace paddle::distributed
