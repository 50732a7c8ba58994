// Finds convolutions and products of real numbers that integers stand for: the
// pairs of quantize_linear and dequantize_linear around them, which passes fold
// into operators that compute with integers.
#pragma once

#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/types/optional.h"

#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/block_facts.h"
#include "paddle/framework/passes/fixed_vars.h"
#include "paddle/framework/passes/fused_chain.h"

namespace paddle::framework {

// Integers that stand for real numbers: those times a scale.
struct Integers {
  std::string name;     // of the variable that holds them
  std::string scale;    // a fixed variable, [1]
  int op = -1;          // the dequantize_linear that makes them real
  bool stored = false;  // of a filter: a fixed variable holds them
};

// A convolution or a product, with what follows it, of integers.
struct IntegerConv {
  FusedChain fusion;
  Integers input;
  // name: a fixed variable, the real filter or matrix, or its integers if they
  // are stored; scale: a number for each filter or column.
  Integers filter;
  absl::optional<Integers> residual;
  int quantize = -1;  // the quantize_linear that alone reads the result; or -1
};

// A pool2d of the largest integers of windows.
struct IntegerPool {
  int pool = -1;
  Integers input;
  int quantize = -1;  // the quantize_linear that alone reads the result
};

// Lists what computes with integers in a block.
struct IntegerOps {
  std::vector<IntegerConv> convs;
  std::vector<IntegerPool> pools;
  // The operators that make their inputs real, which they do not need.
  absl::flat_hash_set<int> consumed;
};

// The integers of one block, which outlives it and does not change.
class IntegerConvFinder {
 public:
  IntegerConvFinder(const SymbolTable& table, const BlockFacts& facts,
                    const FixedVars& fixed)
      : table_(table), facts_(facts), fixed_(fixed) {}

  // Returns the operators that are faster with integers.
  IntegerOps Find() const;
  // Returns the real numbers that a dequantize_linear gives back, rounded, as
  // they were before quantize_linear; "" unless nobody sees a difference but
  // that they are rounded. `consumed` operators need the integers.
  std::string Before(int dequantize,
                     const absl::flat_hash_set<int>& consumed) const;

 private:
  const proto::OpDesc& Op(int i) const { return facts_.desc().ops(i); }
  bool IsFixed(const std::string& name) const {
    return fixed_.Has(facts_.desc().index(), name);
  }
  // Returns the operator of a type without a zero point that writes what
  // `reader` reads, or -1.
  int Maker(const char* type, const std::string& name, int reader) const;
  absl::optional<Integers> IntegersOf(const std::string& name,
                                      int reader) const;
  absl::optional<Integers> FilterOf(int conv) const;
  // Returns the integers that a dequantize_linear reads, of a filter that the
  // program has rounded or that has been stored so.
  absl::optional<Integers> FilterBefore(int to_real) const;
  // `between`: the input is the result of another one.
  bool IsFaster(const proto::OpDesc& op, const Integers& input,
                bool between) const;
  // True if the integers are those of a result in `results`.
  bool AreOfResult(const Integers& integers,
                   const absl::flat_hash_set<std::string>& results) const;
  std::vector<IntegerConv> FindConvs() const;
  absl::optional<IntegerPool> PoolOf(
      int op, const absl::flat_hash_set<int>& consumed) const;
  void AddQuantize(const absl::flat_hash_set<int>& consumed,
                   IntegerConv* conv) const;

  const SymbolTable& table_;
  const BlockFacts& facts_;
  const FixedVars& fixed_;
};

}  // namespace paddle::framework
