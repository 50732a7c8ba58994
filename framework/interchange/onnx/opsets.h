// Knows which version of each domain's operators a model uses.
#pragma once

#include <map>
#include <string>

#include "absl/strings/string_view.h"

#include "paddle/framework/interchange/onnx/onnx_wire.pb.h"

namespace paddle::onnx {

// Returns the domain that a name of it means: "" for "ai.onnx".
std::string DomainOf(absl::string_view name);

// The operator sets of a model. Immutable.
class Opsets {
 public:
  // Throws Unimplemented for a newer version of the standard's operators than
  // kNewestOpset (handlers.h), and DataLoss for one below 1.
  explicit Opsets(const proto::ModelProto& model);
  // Those of a function, which has the versions of its model for domains that
  // it does not import itself.
  Opsets(const proto::FunctionProto& function, const Opsets& model);

  // Returns the version of a domain; 1 for one that the model does not import,
  // as files of the first version do.
  int Of(const std::string& domain) const;

 private:
  using Imports = google::protobuf::RepeatedPtrField<proto::OperatorSetIdProto>;
  void Add(const Imports& imports);

  std::map<std::string, int> versions_;
};

}  // namespace paddle::onnx
