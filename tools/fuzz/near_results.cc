#include "paddle/tools/fuzz/near_results.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "paddle/framework/types/data_type.h"

namespace paddle::fuzz {
namespace {

std::vector<double> NumbersOf(const framework::Tensor& tensor) {
  std::vector<double> numbers(tensor.numel());
  framework::VisitDataType(tensor.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* data = tensor.data<T>();
    for (size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = static_cast<double>(data[i]);
    }
  });
  return numbers;
}

double Largest(const std::vector<double>& numbers) {
  double largest = 0;
  for (const double x : numbers) {
    if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
  }
  return largest;
}

bool IsAlike(const framework::Tensor& a, const framework::Tensor& b) {
  return a.dims() == b.dims() && a.dtype() == b.dtype();
}

// The numbers of one tensor in each run.
struct Runs {
  std::vector<double> plain;
  std::vector<double> result;
  std::vector<std::vector<double>> perturbed;
};

bool IsNear(const Runs& runs, double least, size_t i) {
  double most = least;
  if (!std::isfinite(runs.plain[i])) return true;
  for (const std::vector<double>& other : runs.perturbed) {
    if (!std::isfinite(other[i])) return true;
    most = std::max(most, 8 * std::abs(other[i] - runs.plain[i]));
  }
  return std::abs(runs.result[i] - runs.plain[i]) <= most;
}

bool AreNear(const Runs& runs) {
  const double least = 1e-5 * Largest(runs.plain);
  for (size_t i = 0; i < runs.plain.size(); ++i) {
    if (!IsNear(runs, least, i)) return false;
  }
  return true;
}

}  // namespace

bool AreNear(const Results& plain, const Results& results,
             const std::vector<Results>& perturbed) {
  if (plain.size() != results.size()) return false;
  for (size_t t = 0; t < plain.size(); ++t) {
    if (!plain[t].initialized()) continue;
    if (!IsAlike(plain[t], results[t])) return false;
    Runs runs{NumbersOf(plain[t]), NumbersOf(results[t]), {}};
    for (const Results& other : perturbed) {
      // Its rows may depend on numbers, too.
      if (!IsAlike(plain[t], other[t])) return true;
      runs.perturbed.push_back(NumbersOf(other[t]));
    }
    if (!AreNear(runs)) return false;
  }
  return true;
}

}  // namespace paddle::fuzz
