// Writes the operators of a block anew, for passes that put operators in place
// of others.
#pragma once

#include <string>

#include "paddle/framework/ir/program.h"

namespace paddle::framework {

//   BlockWriter writer(&program, block);
//   for (int i = 0; i < writer.before().ops_size(); ++i) {
//     if (i == fused) writer.Write(i, made); else writer.Keep(i);
//   }
//   DropUnused(program.mutable_desc());
//   program.Changed();
//
// Owns the operators before; the program outlives it. Not thread safe.
class BlockWriter {
 public:
  // Takes the operators out of a block.
  BlockWriter(Program* program, int block);

  // The block as it was, without its variables.
  const proto::BlockDesc& before() const { return before_; }

  // Appends an operator that stays as it was.
  void Keep(int op) { Put(before_.ops(op)); }
  // Appends one of which only names of inputs have changed.
  void Put(proto::OpDesc op);
  // Appends an operator in place of one: with its id, name and place in the
  // user's program. Variables that do not exist yet are made; the errors are
  // those of Program::AppendOp.
  void Write(int op, proto::OpDesc made);
  // Appends an operator that belongs to one: with an id of its own and no name.
  void Add(int op, proto::OpDesc made);
  // Returns a name that no variable has, made of `name` and `suffix`.
  std::string NewName(const std::string& name, const std::string& suffix);

 private:
  proto::OpDesc* Append(int op, proto::OpDesc made);

  Program* program_;
  const int block_;
  proto::BlockDesc before_;
};

// Gives an operator the id, the name and the place in the user's program of one
// that it stands for.
void TakePlaceOf(const proto::OpDesc& from, proto::OpDesc* to);

// Appends an operator to the prepare block of a program (prepare.h), with one
// new output, and returns the output's name, `name` with `suffix`.
std::string AppendPrepared(Program* program, const std::string& name,
                           const std::string& suffix, proto::OpDesc op);

}  // namespace paddle::framework
