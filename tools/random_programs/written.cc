#include "paddle/tools/random_programs/written.h"

#include <algorithm>
#include <functional>
#include <random>
#include <utility>

#include "absl/strings/str_cat.h"

namespace paddle::random_programs {

using layer::operator*;
using layer::operator+;

std::vector<double> NumbersOf(const std::string& name, int64_t count) {
  // Seeding by name gives both programs of a plan the same numbers, in whatever
  // order they are made.
  std::seed_seq seed(name.begin(), name.end());
  std::mt19937 random(seed);
  std::vector<double> numbers(count);
  for (double& number : numbers) {
    number = static_cast<double>(random()) / std::mt19937::max() * 2 - 1;
  }
  return numbers;
}

Variable ParameterOf(int i) {
  return layer::parameter({kWidth, kWidth}, framework::DataType::kFloat64,
                          layer::ParamAttr(absl::StrCat("parameter", i)));
}

Variable LossOf(const Variable& value) {
  // The gradient, value + 1, differs between elements.
  return layer::reduce_sum(value * value * 0.5 + value);
}

void Feed(const Variable& variable, std::vector<int64_t> shape,
          const std::vector<double>& numbers, framework::Feeds* feeds) {
  framework::LoDTensor tensor;
  tensor.Allocate(framework::Dims(shape), framework::DataType::kFloat64);
  std::copy(numbers.begin(), numbers.end(), tensor.mutable_data<double>());
  feeds->emplace_back(variable.name(), std::move(tensor));
}

Variable Simple(const Statement& statement, const Parts& operands) {
  // Factors keep values near 1, where one tolerance suits all of them.
  const Variable& a = operands[0];
  switch (statement.type) {
    case Type::kTanh:
      return layer::tanh(a);
    case Type::kScale:
      return layer::scale(a, 0.7, 0.1);
    case Type::kAdd:
      return layer::scale(a + operands[1], 0.5);
    case Type::kMul:
      return a * operands[1];
    case Type::kSums:
      return layer::scale(layer::sums(operands), 1.0 / 3);
    default:
      return layer::tanh(layer::matmul(a, ParameterOf(statement.number)));
  }
}

}  // namespace paddle::random_programs
