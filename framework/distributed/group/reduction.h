// Says what becomes of the numbers that the members of a group give.
#pragma once

namespace paddle::distributed {

// A function of two numbers. Maximum and minimum of a number and NaN are NaN.
enum class Reduction { kSum, kMax, kMin };

}  // namespace paddle::distributed
