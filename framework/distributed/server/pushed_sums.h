// Adds up what the trainers of a step push to a server.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/distributed/group/shard_tree.h"
#include "paddle/framework/distributed/server/call.pb.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/tensor.h"

namespace paddle::distributed {

// The sums of one bucket of gradients, in one step. Each trainer gives one
// array for each node of the tree of shards that covers its shards, with its
// weight behind the gradients; they are added along that tree, so that the bits
// are those of an all-reduce between any number of trainers. Used by one
// thread.
class PushedSums {
 public:
  // `gradients` are dense, of known shapes, and share a data type but for half
  // floats, which travel as float32.
  explicit PushedSums(std::vector<framework::proto::VarDesc> gradients);

  // Takes what the trainer rank of ranks gives; returns true when all have
  // given. What trainers of an earlier epoch have given is forgotten.
  // FailedPrecondition for an earlier epoch; InvalidArgument for arrays of
  // another number, size or type, and for trainers that do not agree on their
  // number. Nothing has changed after an error.
  bool Add(const proto::CallHead& head, std::vector<framework::Tensor> parts);

  // See PushedUpdate.
  void Forget();

  // Returns the sums of all gradients, and of the weights behind them, and
  // begins anew. Called when all have given.
  framework::Tensor TakeSum();
  // Returns the mean of each gradient, weighted, and begins anew. Called when
  // all have given. FailedPrecondition if all weights are 0.
  std::vector<framework::LoDTensor> TakeMean();

 private:
  void Check(const proto::CallHead& head,
             absl::Span<const framework::Tensor> parts) const;

  const std::vector<framework::proto::VarDesc> gradients_;
  framework::DataType type_;
  int64_t numel_ = 1;  // with the weight
  int64_t epoch_ = -1;
  int shards_ = 0;
  std::vector<std::vector<framework::Tensor>> given_;  // by rank
};

}  // namespace paddle::distributed
