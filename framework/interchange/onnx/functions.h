// Knows the functions that a model brings along.
#pragma once

#include <string>
#include <tuple>

#include "absl/container/flat_hash_map.h"

#include "paddle/framework/interchange/onnx/onnx_wire.pb.h"

namespace paddle::onnx {

// Finds the functions of a model by what calls them. Refers to the model;
// immutable.
class Functions {
 public:
  // Throws InvalidArgument, naming it, for a function that is there twice.
  explicit Functions(const proto::ModelProto& model);

  // Returns the function that a node calls; null if it is an operator. A
  // function comes before an operator of its name.
  const proto::FunctionProto* Find(const proto::NodeProto& node) const;

 private:
  // Domain, name and overload.
  using Key = std::tuple<std::string, std::string, std::string>;
  absl::flat_hash_map<Key, const proto::FunctionProto*> functions_;
};

}  // namespace paddle::onnx
