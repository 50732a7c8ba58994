// Keeps what a member's shards give to the exchanges of a step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/distributed/group/communicator.h"
#include "paddle/framework/distributed/group/shard_tree.h"
#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/framework/tensor/tensor.h"

namespace paddle::distributed {

// Tells apart what is kept over several runs: by a name and the exchange that
// sends it in the last of them.
using KeptExchange = std::pair<std::string, int>;

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

  // Adds the array of the next shard to what the same shard has given in
  // earlier runs, of which there are `run`: 0 begins anew. Each shard's sum is
  // an array of its own, so that no bit depends on how members share the
  // shards. FailedPrecondition if the runs before are missing; else errors are
  // those of Add.
  void Keep(const KeptExchange& which, const Communicator& group, int64_t run,
            framework::Tensor array);
  // Returns what Take would if each shard had given the sum over its runs, and
  // forgets the sums. Leaves the number of runs in *runs.
  std::vector<framework::Tensor> TakeKept(const KeptExchange& which,
                                          const Communicator& group,
                                          int64_t* runs);

  // Forgets a step that was given up, not what is kept over several runs.
  void Clear();

 private:
  struct Sum {
    ShardRange shards;
    framework::Tensor array;
  };

  // The sums of the member's shards over several runs.
  struct Kept {
    int64_t run = -1;  // the last one
    size_t next = 0;   // the shard that gives next in it
    std::vector<framework::Tensor>
        arrays;  // without memory before a shard gave
  };

  void Merge(int shards, std::vector<Sum>* sums);

  std::map<int, std::vector<Sum>> sums_;  // by exchange
  std::map<int, std::vector<framework::SelectedRows>> rows_;
  std::map<KeptExchange, Kept> kept_;
};

}  // namespace paddle::distributed
