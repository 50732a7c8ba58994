// Lets a description learn the values of operators: through a function that it
// is given, since nothing here computes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::framework {

// A dense tensor that a description can hold. The elements are in row-major
// order: integers of 64 bits in `int_values`, all others in `values`, where a
// double holds each of them exactly.
struct Constant {
  DataType dtype = DataType::kFloat32;
  std::vector<int64_t> dims;
  std::vector<double> values;
  std::vector<int64_t> int_values;
};

// Runs the global block of a program that reads nothing from outside, and
// returns the values of these variables. The errors of its operators.
using Evaluator = std::function<std::vector<Constant>(
    const std::shared_ptr<const Program>& program, const NameList& names)>;

}  // namespace paddle::framework
