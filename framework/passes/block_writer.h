// Writes the operators of a block anew, for passes that put operators in place
// of others.
#pragma once

#include <functional>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/functional/function_ref.h"

#include "paddle/framework/ir/program.h"

namespace paddle::framework {

//   BlockWriter writer(&program, block);
//   const auto put = [&] { writer.Write(fused, made); };
//   writer.WriteAll({{fused, put}}, /*gone=*/{});
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
  // Writes the whole block, in order: calls what `at` has for an operator in
  // its place, drops those of `gone`, and lets `keep` append the others.
  using Replacements = absl::flat_hash_map<int, std::function<void()>>;
  void WriteAll(const Replacements& at, const absl::flat_hash_set<int>& gone,
                absl::FunctionRef<void(int op)> keep);
  void WriteAll(const Replacements& at, const absl::flat_hash_set<int>& gone) {
    WriteAll(at, gone, [this](int op) { Keep(op); });
  }
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
