// Prints a program as text that reads like code.
#pragma once

#include <string>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/program.h"

namespace paddle::framework {

struct PrintOptions {
  bool variables = true;   // what each block declares
  bool defaults = false;   // attributes that have their default value
  bool call_sites = true;  // "# fc.py:12", the innermost user frame
  bool ids = false;        // "#7: "
};

// Returns the blocks of a program in order, as in
//
//   block 0 {
//     var x: [N, 13] float32, feed
//     var w: [13, 1] float32, parameter
//     var y: [N, 1] float32
//
//     y = mul(X=x, Y=w, x_num_col_dims=1) on stage:0  # fc.py:12
//     # backward
//     {X@GRAD: dx, Y@GRAD: dw} = mul_grad(X=x, Y=w, Out@GRAD=dy)
//   }
//
// The slot of a single output is omitted. Accepts any program, including one
// that Verify rejects; an unknown operator is printed with all its attributes.
// Deterministic.
std::string PrintText(const Program& program, const PrintOptions& options = {});

// Returns one operator in the same form, without a line break at the end.
std::string PrintOp(const proto::OpDesc& op, const SchemaSource& schemas,
                    const PrintOptions& options = {});

}  // namespace paddle::framework
