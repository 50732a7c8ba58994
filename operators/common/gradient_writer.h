// Writes gradients of gradient operators with ordinary operators.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/gradient.h"

namespace paddle::operators {

// Collects the operators that a gradient maker returns.
//
//   GradientWriter writer(forward, dx);
//   const std::string gy = writer.Product(g, y);
//   writer.Write("scale", {{"X", {gy}}}, dx, {{"scale", 2.}});
//   return writer.Take();
class GradientWriter {
 public:
  // `forward` is the operator whose gradient is written; keeps a reference to
  // it. Intermediate variables are named after `name`, a variable that the
  // maker writes.
  GradientWriter(const framework::proto::OpDesc& forward, std::string name)
      : forward_(forward), name_(std::move(name)) {}

  // Appends an operator whose output `slot` is `out`, or a new variable if that
  // is "". Returns the name of the variable.
  std::string Write(absl::string_view type, const framework::SlotMap& inputs,
                    std::string out = "",
                    const framework::AttributeMap& attributes = {},
                    absl::string_view slot = "Out");
  // Returns a * b; b has the shape of a, or fewer axes aligned at `axis`.
  std::string Product(const std::string& a, const std::string& b,
                      std::string out = "", int64_t axis = -1);
  // Returns x * scale + bias.
  std::string Scaled(const std::string& x, double scale, double bias = 0,
                     std::string out = "");

  // Returns the operators in the order in which they were written. Called once,
  // at the end.
  std::vector<framework::proto::OpDesc> Take() { return std::move(ops_); }

 private:
  const framework::proto::OpDesc& forward_;
  const std::string name_;
  std::vector<framework::proto::OpDesc> ops_;
};

}  // namespace paddle::operators
