#include "paddle/framework/interchange/onnx/shape_limits.h"

#include <cstddef>
#include <cstdint>
#include <string>

#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

constexpr int64_t kMostTerms = 1000;
constexpr size_t kLongestExpression = 4096;

// Returns the number of terms of a sum, such as 3 of "N*28+(M+1)/2+4".
int64_t TermsOf(const std::string& expression) {
  int64_t terms = 1;
  int depth = 0;
  for (char letter : expression) {
    depth += letter == '(' ? 1 : letter == ')' ? -1 : 0;
    terms += depth == 0 && (letter == '+' || letter == '-') ? 1 : 0;
  }
  return terms;
}

}  // namespace

void CheckShape(const framework::proto::VarDesc& var,
                const framework::SizeAlgebra& sizes) {
  int64_t terms = 1;
  for (int64_t size : var.dims()) {
    if (size >= 0) continue;
    const std::string text = sizes.Text(size);
    const bool fits = text.size() <= kLongestExpression;
    if (fits) terms *= TermsOf(text);
    PADDLE_ENFORCE(fits && terms <= kMostTerms, Unimplemented,
                   "a shape of rank ", var.dims_size(),
                   " with sizes that are known only when the program runs, and "
                   "are sums of too many others");
  }
}

}  // namespace paddle::onnx
