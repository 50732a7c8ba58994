// Keeps what a member's shards give to the exchanges of a step.
#pragma once

#include <map>
#include <vector>

#include "paddle/framework/distributed/group/communicator.h"
#include "paddle/framework/distributed/group/shard_tree.h"
#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/framework/tensor/tensor.h"

namespace paddle::distributed {

// Adds up, along the tree of shards, the arrays that a member's shards give to
// an exchange, as soon as two neighbours are there, so that a member of many
// shards holds few arrays. Rows are kept as they come. Exchanges are told apart
// by their numbers. Used by one thread.
class ShardSums {
 public:
  // Adds the array of the next shard, in the order of shards, in memory of any
  // device. It is changed when it is added to another one. InvalidArgument for
  // more arrays than the member has shards, and for one of another shape or
  // type.
  void Add(int exchange, const Communicator& group, framework::Tensor array);
  // Returns one array for each of group.nodes(), where shards that gave nothing
  // gave zeros, and forgets them. InvalidArgument if no shard gave anything.
  std::vector<framework::Tensor> Take(int exchange, const Communicator& group);

  void AddRows(int exchange, framework::SelectedRows rows);
  // Returns the rows that shards gave, in the order of shards.
  std::vector<framework::SelectedRows> TakeRows(int exchange);

  // Forgets a step that was given up.
  void Clear();

 private:
  struct Sum {
    ShardRange shards;
    framework::Tensor array;
  };

  void Merge(int shards, std::vector<Sum>* sums);

  std::map<int, std::vector<Sum>> sums_;  // by exchange
  std::map<int, std::vector<framework::SelectedRows>> rows_;
};

}  // namespace paddle::distributed
