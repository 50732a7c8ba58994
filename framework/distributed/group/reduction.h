// Says what becomes of the numbers that the members of a group give, and in
// which order.
#pragma once

namespace paddle::distributed {

// A function of two numbers. Maximum and minimum of a number and NaN are NaN.
enum class Reduction { kSum, kMax, kMin };

// The order in which numbers are combined: along the tree of shards, whose bits
// do not depend on the number of members, or as what connects the members does
// it fastest, whose bits do.
enum class Order { kTree, kFast };

}  // namespace paddle::distributed
