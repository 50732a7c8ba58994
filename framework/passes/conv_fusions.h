// Finds convolutions and products with what follows them in most networks
// (fused_chain.h): what operators for all of it can compute.
#pragma once

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/block_facts.h"
#include "paddle/framework/passes/fused_chain.h"

namespace paddle::framework {

// Finds the fusions of one block, which outlives it and does not change.
class ConvFusionFinder {
 public:
  ConvFusionFinder(const SymbolTable& table, const BlockFacts& facts)
      : table_(table), facts_(facts), chains_(table, facts) {}

  // True for a flat convolution of float32 or bfloat16 images.
  bool IsConvolution(int op) const;
  // True for a mul of rows of float32 by a matrix.
  bool IsProduct(int op) const;
  // Returns the fusion that begins with a convolution, or with a product, which
  // has no residual. Its activations are those of fused_conv2d.
  FusedChain Find(int op);

 private:
  const SymbolTable& table_;
  const BlockFacts& facts_;
  ChainFinder chains_;
};

// Returns the attributes of a convolution that say where its windows are.
AttributeMap WindowOf(const proto::OpDesc& conv);

}  // namespace paddle::framework
