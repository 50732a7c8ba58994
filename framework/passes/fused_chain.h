// Finds what follows the product of an input with a parameter, such as a
// convolution, and may be computed with it: the addition of a bias and of a
// residual, and an activation.
#pragma once

#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/functional/function_ref.h"

#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/block_facts.h"
#include "paddle/framework/passes/block_writer.h"

namespace paddle::framework {

// Operators of a block that become one; indices, and names of variables.
struct FusedChain {
  int first = -1;
  int last = -1;
  std::string output;  // of the last one
  std::string bias;
  std::string residual;
  std::string activation;
  std::vector<int> ops;
};

// Says what the operator that stands for a chain can do.
struct ChainRules {
  int bias_axis = -1;  // of outputs, along which a bias lies; -1: the last one
  bool residuals = true;
};

// Finds the chains of one block, one after the other. Table and facts outlive
// it. Not thread safe.
class ChainFinder {
 public:
  ChainFinder(const SymbolTable& table, const BlockFacts& facts)
      : table_(table), facts_(facts) {}

  // Returns the chain that begins with an operator, which the caller has found
  // fit, and its output: at least that operator. Each operator is part of one
  // chain: that of the first of two products that are added.
  FusedChain Find(int first, const std::string& output,
                  const ChainRules& rules);
  // True if the last operator can read all that the others read.
  bool KeepsInputs(const FusedChain& chain) const;

 private:
  const proto::OpDesc& Op(int i) const { return facts_.desc().ops(i); }
  // Takes an operator that reads the output so far; false if it does not fit.
  bool Take(int op, const ChainRules& rules, FusedChain* chain) const;
  bool TakeSwish(FusedChain* chain) const;
  bool TakeSum(const proto::OpDesc& op, const ChainRules& rules,
               FusedChain* chain) const;
  bool IsBias(const proto::OpDesc& op, const std::string& out,
              int bias_axis) const;
  bool IsResidual(const proto::OpDesc& op, const std::string& out,
                  const std::string& other) const;

  const SymbolTable& table_;
  const BlockFacts& facts_;
  absl::flat_hash_set<int> taken_;
};

// Writes the operators of a block anew, where `write` appends what stands for a
// chain in the place of its last operator.
void WriteChains(const std::vector<FusedChain>& chains, BlockWriter* writer,
                 absl::FunctionRef<void(const FusedChain&)> write);

}  // namespace paddle::framework
