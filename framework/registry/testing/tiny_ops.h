// A handful of operators without kernels, registered like real ones, for tests
// of code that works on descriptions.
//
//   tiny_fill(shape, dtype) -> Out         no inputs
//   tiny_mul(X, Y; num_col_dims=1) -> Out  matrices; gradient tiny_mul_grad
//   tiny_scale(X; scale=1, is_test=false) -> Out, optional Mask
//                                          gradient tiny_scale_grad
//   tiny_sum(X...) -> Out
//   tiny_add(X, Y) -> Out                  may take over the memory of X
//   tiny_shape(X) -> Out                   reads the dims of X alone
//   tiny_update(Param, Grad) -> ParamOut   updates Param in place
//   tiny_print(X)                          has a lasting effect
//   tiny_loop(X...; body) -> Out...        owns a block; Out as X
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/registry/op_info_map.h"

namespace paddle::framework::testing {

// Returns the registry. Calling it keeps the operators in the binary.
const OpInfoMap& TinyOps();

// Adds a float32 variable of these dims to a block.
proto::VarDesc* AddData(Program* program, const std::string& name,
                        const std::vector<int64_t>& dims, int block = 0);
// Add a variable that is a feed or a parameter.
proto::VarDesc* AddFeed(Program* program, const std::string& name,
                        const std::vector<int64_t>& dims);
proto::VarDesc* AddParameter(Program* program, const std::string& name,
                             const std::vector<int64_t>& dims);

// Return descriptions of the operators above.
proto::OpDesc Fill(const std::string& out, const std::vector<int64_t>& shape);
proto::OpDesc Mul(const std::string& x, const std::string& y,
                  const std::string& out);
proto::OpDesc Scale(const std::string& x, const std::string& out,
                    double scale = 2);
proto::OpDesc Sum(const NameList& x, const std::string& out);
proto::OpDesc Add(const std::string& x, const std::string& y,
                  const std::string& out);
proto::OpDesc ShapeOf(const std::string& x, const std::string& out);
proto::OpDesc Update(const std::string& param, const std::string& grad);
proto::OpDesc Print(const std::string& x);
proto::OpDesc Loop(const NameList& x, const NameList& out, int body);

}  // namespace paddle::framework::testing
