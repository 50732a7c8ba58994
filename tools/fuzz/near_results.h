// Compares results that may differ by the order of sums and products.
#pragma once

#include <vector>

#include "paddle/framework/tensor/tensor.h"

namespace paddle::fuzz {

using Results = std::vector<framework::Tensor>;

// True if each number of `results` is as near to that of `plain` as some number
// of `perturbed` is, within eight times that distance, or within 1e-5 of the
// largest finite number of its tensor. Those are results of the same program
// from values that are a little different: they tell how far rounding can carry
// a number, for instance where a comparison decides. What is not finite in
// `plain`, or in one of them, tells nothing. Integers count as numbers. False
// for other shapes or data types.
bool AreNear(const Results& plain, const Results& results,
             const std::vector<Results>& perturbed);

}  // namespace paddle::fuzz
