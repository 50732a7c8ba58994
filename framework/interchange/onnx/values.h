// The values of an ONNX graph while it becomes a program.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/types/optional.h"

#include "paddle/framework/interchange/onnx/size_array.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/layers/variable.h"
#include "paddle/framework/tensor/tensor.h"

namespace paddle::onnx {

// All that is known of one value. At least one of variable, constant and
// pending is there.
struct Value {
  layer::Variable variable;  // invalid until an operator reads it
  framework::Tensor constant;
  bool is_weight = false;  // a constant that may be trained
  absl::optional<SizeArray> sizes;
  // The node that computes it when an operator asks for it; -1: none.
  int pending = -1;
};

// Maps the names of a graph to what they stand for, and makes variables of
// constants when they are first read: what only says shapes or axes never
// becomes one. Not thread safe.
class Values {
 public:
  using Names = absl::flat_hash_set<std::string>;

  // With `trainable`, weights of floating point become parameters. Names that
  // are made are none of those that `taken` has.
  Values(std::shared_ptr<framework::Program> program, bool trainable,
         Names taken = {})
      : program_(std::move(program)),
        trainable_(trainable),
        taken_(std::move(taken)) {}

  const std::shared_ptr<framework::Program>& program() const {
    return program_;
  }
  bool trainable() const { return trainable_; }

  // Returns null for a name that nothing has been stored under.
  Value* Find(const std::string& name);
  // Throws InvalidArgument, naming it, for a name that no feed, initializer or
  // earlier node defines.
  Value& Get(const std::string& name);
  // Throws InvalidArgument for a name that is in use, since each value is
  // defined once.
  void Add(const std::string& name, Value value);

  // Returns the variable of a value that is not pending, making it if it is a
  // constant.
  layer::Variable VariableOf(const std::string& name);

  // Returns a new persistable variable that holds the tensor; its name begins
  // with `prefix`.
  layer::Variable Weight(const framework::Tensor& value,
                         const std::string& prefix, bool trainable);
  // Makes a parameter a persistable variable that no optimizer changes.
  void KeepFixed(const layer::Variable& variable);

  // Counts elements of constants that the model does not hold. Throws
  // ResourceExhausted beyond 2^25 in all.
  void CountMade(int64_t elements);

  // The tensors of Weight, by the names of their variables.
  using Weights = absl::flat_hash_map<std::string, framework::Tensor>;
  const Weights& weights() const { return weights_; }
  // Returns the ONNX names, each with the variable that it stands for.
  std::vector<std::pair<std::string, layer::Variable>> Named() const;

 private:
  std::shared_ptr<framework::Program> program_;
  const bool trainable_;
  const Names taken_;
  // A map of stable addresses: a handler may define values while it holds one.
  std::map<std::string, Value> values_;
  std::vector<std::string> order_;
  Weights weights_;
  int64_t made_ = 0;
};

}  // namespace paddle::onnx
