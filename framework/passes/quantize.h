// Writes into a program which numbers may be rounded to 8-bit integers.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "paddle/framework/ir/program.h"

namespace paddle::framework {

// The integers that stand for the numbers of a variable: those divided by
// `scale`. They are uint8 if no number is negative, else int8; 0 stays 0.
struct QuantizedNumbers {
  double scale = 1;
  bool is_unsigned = false;
};

// Returns the variables of the global block whose numbers QuantizeProgram
// rounds, in the order of the operators that read them: what conv2d of one
// group reads beside a fixed filter, and mul beside a fixed matrix; and
// residuals that are added to the results of conv2d.
NameList QuantizableVars(const Program& program);

// Returns the program with a quantize_linear and a dequantize_linear, which
// rounds the numbers, between each of these variables and the operators that
// read it, and likewise for filters: those have a scale for each of their
// outputs, the largest number by 127, which the prepare block computes. Run as
// it is, the program computes real numbers with the loss of precision that
// integers would have; the pass fold_quantization makes integers of them.
// Names, parameters and the ids of operators stay. Source: Jacob et al.,
// "Quantization and Training of Neural Networks for Efficient
// Integer-Arithmetic-Only Inference", CVPR 2018.
//
// InvalidArgument for a program that trains, one without such a variable, and
// a scale that is not a finite number above 0; NotFound, naming the variable,
// for one without numbers. Others are ignored.
std::shared_ptr<const Program> QuantizeProgram(
    const Program& program,
    const std::map<std::string, QuantizedNumbers>& numbers);

}  // namespace paddle::framework
