// Makes files of models small: stores what a program computes of its parameters
// in fewer bits, in place of the parameters.
#pragma once

#include <memory>
#include <string>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"

namespace paddle::framework {

struct FrozenProgram {
  // Computes the same bits as the program before; that program itself, if there
  // is nothing to freeze.
  std::shared_ptr<const Program> program;
  // The persistables that it has and the program before computes, from its own
  // persistables alone: an Eval of that one fetches their values.
  NameList computed;
};

// Returns a program for inference that reads, as persistables, what the one
// that is given computes of parameters
//
//   w@BFLOAT16 = cast(X=w, out_dtype="bfloat16")
//
// and not the parameters. Frozen are casts to 16 bits, in the prepare block
// (prepare.h) or in the global one, and quantize_linear of what integers
// multiply on processors that have instructions for it (integer_convs.h), each
// with whatever else the program derives of the same parameters, and only if
// the file becomes smaller so: not if something reads the parameter itself, and
// not if something has an order that is good for one processor. Others stay as
// they are. Names and the ids of operators that stay are the same.
//
// `program` names its feeds and fetches in desc(). One that trains is returned
// as it is. Where a processor has no products of integers, frozen integers are
// rounded real numbers, while the program before has the numbers themselves.
FrozenProgram FreezeParameters(const std::shared_ptr<const Program>& program);

}  // namespace paddle::framework
