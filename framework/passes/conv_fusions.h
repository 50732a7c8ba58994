// Finds convolutions and products with what follows them in most networks: the
// bias and the residual that are added to them, and an activation. Passes write
// one operator for all of it.
#pragma once

#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/block_facts.h"

namespace paddle::framework {

// Operators of a block that become one; indices, and names of variables.
struct ConvFusion {
  int conv = -1;
  int last = -1;
  std::string output;  // of the last one
  std::string bias;
  std::string residual;
  std::string activation;  // as fused_conv2d calls it; "": none
  std::vector<int> ops;
};

// Finds the fusions of one block, which outlives it and does not change.
class ConvFusionFinder {
 public:
  ConvFusionFinder(const SymbolTable& table, const BlockFacts& facts)
      : table_(table), facts_(facts) {}

  // Returns the fusion that begins with a convolution, or with a mul by a
  // matrix, which has no residual; without one for another operator. Each
  // operator is part of one fusion: that of the first of two convolutions that
  // are added.
  ConvFusion Find(int conv);
  // True if the last operator can read all that the others read.
  bool KeepsInputs(const ConvFusion& fusion) const;

 private:
  const proto::OpDesc& Op(int i) const { return facts_.desc().ops(i); }
  bool IsConvolution(int op) const;
  bool IsProduct(int op) const;
  // Takes an operator that reads the output so far; false if it does not fit.
  bool Take(int op, ConvFusion* fusion) const;
  bool TakeSum(const proto::OpDesc& op, ConvFusion* fusion) const;
  bool IsBias(const proto::OpDesc& op, const ConvFusion& fusion) const;
  bool IsResidual(const proto::OpDesc& op, const std::string& out,
                  const std::string& other) const;

  const SymbolTable& table_;
  const BlockFacts& facts_;
  absl::flat_hash_set<int> taken_;
};

// Returns the attributes of a convolution that say where its windows are.
AttributeMap WindowOf(const proto::OpDesc& conv);

}  // namespace paddle::framework
