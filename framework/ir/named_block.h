// Gives blocks names by which they are called from outside their program.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/ir/name_list.h"
#include "paddle/framework/ir/program.h"

namespace paddle::framework {

// A *named block* is a function that a program offers: it takes the values of
// its arguments, runs its operators on the persistables of the global block,
// which it may change, and returns the values of its results. No operator owns
// it. A server is a program whose blocks are called by name, each alone:
//
//   block 0 {
//     var w: [4, 8] float32, parameter
//   }
//   block 1 'update' in 0 (w@GRAD) -> () {
//     w = sgd(Param=w, LearningRate=learning_rate, Grad=w@GRAD)
//   }

// Returns the index of the block of that name; NotFound, listing the names that
// there are.
int FindNamedBlock(const Program& program, absl::string_view name);

// Returns the names of all named blocks, in the order of their indices.
NameList BlockNames(const Program& program);

// Moves the operators of the global block whose entry in `ops` is true, in
// their order, into a new block, with the blocks that they own and the
// variables that they use and that are not persistable. Results may be
// persistables. AlreadyExists for a name that is taken; InvalidArgument, naming
// the variable, if an operator that stays uses such a variable. Returns the
// index of the block.
int MoveToNamedBlock(const std::string& name, const std::vector<bool>& ops,
                     const NameList& arguments, const NameList& results,
                     Program* program);

// Returns the block as a program of its own: its operators are in the global
// block, its arguments are the feeds and its results the fetches. Operators
// keep their ids. NotFound as above.
std::shared_ptr<Program> ProgramOfBlock(const Program& program,
                                        absl::string_view name);

}  // namespace paddle::framework
