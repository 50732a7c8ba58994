// Cuts large parameters into row pieces, which different servers can have.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"

#include "paddle/framework/ir/program.h"

namespace paddle::framework {

// A persistable at a server: rows of one that the program had before it was
// cut, or a copy of it, such as the number of steps of an optimizer.
struct RowPiece {
  std::string name;
  std::string whole;
  int64_t begin = -1;  // the first row; -1: it is a copy
  int64_t end = -1;    // behind the last row
  int64_t height = 0;  // rows of the whole
};

struct PiecedProgram {
  std::shared_ptr<const Program> program;
  std::vector<RowPiece> pieces;  // in the order of numbers for each whole
  absl::flat_hash_set<int64_t> slices;  // ids of operators that cut gradients
};

// Returns an operator that gives a piece the rows [begin, end) of a variable.
proto::OpDesc SliceRows(const std::string& whole, const std::string& piece,
                        int64_t begin, int64_t end);

// Returns a program whose optimizer changes pieces of parameters, each with the
// state that it needs, by pieces of the gradient:
//
//   w@GRAD@PIECE_0 = slice(Input=w@GRAD, axes=[0], starts=[0], ends=[50])
//   w@GRAD@PIECE_1 = slice(Input=w@GRAD, axes=[0], starts=[50], ends=[100])
//   # optimize
//   w@PIECE_0 = sgd(Param=w@PIECE_0, Grad=w@GRAD@PIECE_0, ...)
//   w@PIECE_1 = sgd(Param=w@PIECE_1, Grad=w@GRAD@PIECE_1, ...)
//
// Nothing joins the pieces: nobody writes w. A parameter is cut into as many
// pieces as there are servers, but none of fewer elements than `min_piece`; it
// stays whole if its gradient is sparse, and if an operator that changes it
// does not work element by element, as those that compute a norm do not. So no
// bit depends on it. InvalidArgument for a min_piece below 1; errors of
// FindTrainingCut and FindUpdateParts.
PiecedProgram CutIntoPieces(const Program& main, int servers,
                            int64_t min_piece);

}  // namespace paddle::framework
