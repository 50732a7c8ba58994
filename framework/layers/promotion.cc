#include "paddle/framework/layers/promotion.h"

#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/layers/basic.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/framework/types/number.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {

namespace {

// Returns the type that a variable and a number promote to.
DataType MeetingType(DataType variable, Number number) {
  // As in NumPy, a Python number does not widen a variable.
  if (IsFloating(variable)) return variable;
  if (!number.whole()) return DataType::kFloat64;
  return variable == DataType::kBool ? DataType::kInt64 : variable;
}

}  // namespace

Variable ConstantBeside(const Variable& like, Number number) {
  const DataType dtype = MeetingType(like.dtype(), number);
  PADDLE_ENFORCE(framework::Fits(number, dtype), InvalidArgument, "variable ",
                 like.ToString(), " and ", number.ToString(),
                 ": the number is no ", DataTypeName(dtype));
  const auto& program = like.program();
  const int block = CurrentBlock(*program);
  const std::string name = program->UniqueName("constant");
  // The attribute is a float for floating types, an exact int for others.
  Append(
      program.get(), block,
      framework::MakeOp("fill_constant", {}, {{"Out", {name}}},
                        {{"shape", std::vector<int64_t>()},
                         {"dtype", std::string(DataTypeName(dtype))},
                         {"value", IsFloating(dtype) ? number.value()
                                                     : AttributeOf(number)}}));
  return Variable(program, block, name);
}

Variable CastTo(const Variable& x, DataType dtype) {
  return x.dtype() == dtype ? x : cast(x, dtype);
}

DataType PromoteTypes(DataType a, DataType b) {
  // bool is the smallest type.
  if (a == b || b == DataType::kBool) return a;
  if (a == DataType::kBool) return b;
  if (IsFloating(b) && !IsFloating(a)) std::swap(a, b);
  const size_t size_a = SizeOf(a), size_b = SizeOf(b);
  if (IsFloating(a) && IsFloating(b)) {
    return size_a == 8 || size_b == 8 ? DataType::kFloat64 : DataType::kFloat32;
  }
  if (IsFloating(a)) {
    // One byte fits into the fraction of every floating type.
    if (size_b == 1) return a;
    return PromoteTypes(a,
                        size_b == 2 ? DataType::kFloat32 : DataType::kFloat64);
  }
  if (size_a == 1 && size_b == 1) return DataType::kInt16;  // uint8 with int8
  // Signed and unsigned integers of one size would need the next larger type;
  // only uint8 is unsigned.
  return size_a > size_b ? a : b;
}

}  // namespace paddle::layer
