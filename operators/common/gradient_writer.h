// Gradients of gradient operators, written with ordinary operators.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/gradient.h"

namespace paddle::operators {

// Collects what a gradient maker returns.
//
//   GradientWriter writer(forward, dx);
//   writer.Write("scale", {{"X", {writer.Product(g, y)}}}, dx,
//   {{"scale", 2.}}); return writer.Take();
class GradientWriter {
 public:
  // `forward` is the operator whose gradient is written; intermediate results
  // are called after `name`, a variable that the maker was given to write to.
  GradientWriter(const framework::proto::OpDesc& forward, std::string name)
      : forward_(forward), name_(std::move(name)) {}

  // Appends an operator that writes `slot` to `out`, or to a new variable if
  // that is "". Gives the variable's name.
  std::string Write(absl::string_view type, const framework::SlotMap& inputs,
                    std::string out = "",
                    const framework::AttributeMap& attributes = {},
                    absl::string_view slot = "Out");
  // a * b, of the same shape, or with b at `axis` of a.
  std::string Product(const std::string& a, const std::string& b,
                      std::string out = "", int64_t axis = -1);
  // x * scale + bias
  std::string Scaled(const std::string& x, double scale, double bias = 0,
                     std::string out = "");

  std::vector<framework::proto::OpDesc> Take() { return std::move(ops_); }

 private:
  const framework::proto::OpDesc& forward_;
  const std::string name_;
  std::vector<framework::proto::OpDesc> ops_;
};

}  // namespace paddle::operators
