// Writes what programs do with pieces of parameters.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/container/flat_hash_set.h"

#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/row_pieces.h"

namespace paddle::framework {

// Returns a startup program that gives pieces their first values: those which
// the rows of the whole would have. Only constants are made in pieces. The
// whole, as others begin with it, is no persistable.
std::shared_ptr<const Program> StartupOfPieces(
    const std::shared_ptr<const Program>& startup,
    const std::vector<RowPiece>& pieces);

// Makes the operators accumulate_shard of a trainer's program take rows of
// whole gradients, in place of copies that `slices` make.
void AccumulateRows(const absl::flat_hash_set<int64_t>& slices,
                    Program* program);

}  // namespace paddle::framework
