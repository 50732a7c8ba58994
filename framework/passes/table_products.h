// Finds products with a fixed matrix of what is looked up in fixed tables.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/block_facts.h"
#include "paddle/framework/passes/fixed_vars.h"

namespace paddle::framework {

// Columns of what a product reads, all that one variable has.
struct ProductPart {
  std::string name;
  int64_t begin = 0, end = 0;  // rows of the weight
  int lookup = -1;             // the operator that looks them up in a table
};

// A product and what its columns are joined of.
struct TableProduct {
  int product = -1;
  std::vector<ProductPart> parts;
  int tables = 0;         // parts that are looked up
  std::vector<int> gone;  // look-ups and joins that only the product needs
};

// Returns the products of a block that are faster if the product of the table
// is looked up instead, those of rows of float32. Their parts can be read where
// the product is.
std::vector<TableProduct> FindTableProducts(const Program& program, int block,
                                            const BlockFacts& facts,
                                            const FixedVars& fixed);

}  // namespace paddle::framework
