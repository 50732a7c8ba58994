// A kernel's attribute that is a number of the data type of a tensor.
#pragma once

#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/types/number.h"

namespace paddle::operators {

// The number that a floating-point attribute and the integer attribute beside
// it give together (framework/registry/exact_integers.h), read when the kernel
// is made. It converts to the number, so that kernels pass it on as it is.
class NumberAttr {
 public:
  NumberAttr(const framework::OpKernel* kernel, absl::string_view name)
      : value_(framework::NumberOf(
            Read<double>(kernel, name),
            Read<int64_t>(kernel, absl::StrCat("int_", name)))) {}
  operator const framework::Number&() const { return value_; }  // NOLINT
  const framework::Number& value() const { return value_; }

 private:
  template <typename T>
  static T Read(const framework::OpKernel* kernel, absl::string_view name) {
    return framework::AttributeOf<T>(kernel->arguments(), name);
  }

  framework::Number value_;
};

}  // namespace paddle::operators
