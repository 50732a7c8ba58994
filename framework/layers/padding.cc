#include "paddle/framework/layers/padding.h"

#include "absl/strings/match.h"

#include "paddle/platform/enforce.h"

namespace paddle::layer {

using Integers = std::vector<int64_t>;

Padding Padding::Same() {
  Padding padding = 0;
  padding.same_ = true;
  return padding;
}

Padding Padding::Named(const std::string& name) {
  if (absl::EqualsIgnoreCase(name, "SAME")) return Same();
  PADDLE_ENFORCE(absl::EqualsIgnoreCase(name, "VALID"), InvalidArgument,
                 "padding '", name, "': it is SAME, VALID or numbers");
  return 0;
}

Integers Padding::Of(int axes, const std::string& what) const {
  const int count = static_cast<int>(sizes_.size());
  PADDLE_ENFORCE(count == 1 || count == axes || count == 2 * axes,
                 InvalidArgument, what, " is one number, ", axes,
                 ", or one for each end, ", 2 * axes, ", not ", count);
  if (count == 1) return Integers(axes, sizes_[0]);
  if (count == axes) return sizes_;
  Integers first;
  bool alike = true;
  for (int i = 0; i < axes; ++i) {
    first.push_back(sizes_[2 * i]);
    alike = alike && sizes_[2 * i] == sizes_[2 * i + 1];
  }
  return alike ? first : sizes_;
}

Integers Padding::SumsOf(int axes, const std::string& what) const {
  const Integers ends = Of(axes, what);
  Integers sums;
  for (int i = 0; i < axes; ++i) {
    const bool alike = static_cast<int>(ends.size()) == axes;
    sums.push_back(alike ? 2 * ends[i] : ends[2 * i] + ends[2 * i + 1]);
  }
  return sums;
}

void Padding::AppendTo(AttributeMap* attrs, int axes,
                       const std::string& what) const {
  attrs->emplace_back("paddings", Of(axes, what));
  if (same_) attrs->emplace_back("padding_algorithm", std::string("SAME"));
}

}  // namespace paddle::layer
