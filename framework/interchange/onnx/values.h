// The values of an ONNX graph while it becomes a program.
#pragma once

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

class NodeGraph;

// A node whose operators are written when one asks for its output.
struct PendingNode {
  NodeGraph* graph = nullptr;  // whose node it is; null: none
  int node = -1;
  // Grows from node to node, in all graphs of a model.
  int64_t order = 0;
};

// Says of what kind a value is of which only a run knows whether it is there:
// its variable is a tensor array, and the value is there if that is not empty.
enum class OptionalKind {
  kNone,      // known when the model is imported
  kTensor,    // the only element is the value
  kSequence,  // the array is the value
};

// All that is known of one value. At least one of variable, constant and
// pending is there.
struct Value {
  std::string name;          // the first that it has
  layer::Variable variable;  // invalid until an operator reads it
  framework::Tensor constant;
  bool is_weight = false;  // a constant that may be trained
  OptionalKind optional = OptionalKind::kNone;
  bool any_rank = false;  // a sequence of which nothing tells the shapes
  absl::optional<SizeArray> sizes;
  PendingNode pending;  // computes it when an operator asks for it

  bool is_pending() const {
    return pending.graph != nullptr && !variable.is_valid();
  }
};
// Names of several graphs may stand for one value.
using ValuePtr = std::shared_ptr<Value>;

// Maps the names of a graph to what they stand for, and makes variables of
// constants when they are first read: what only says shapes or axes never
// becomes one. The graphs of a model have their names each for itself, and the
// program in common. Not thread safe.
class Values {
 public:
  using Names = absl::flat_hash_set<std::string>;

  // With `trainable`, weights of floating point become parameters. Names that
  // are made are none of those that `taken` has.
  Values(std::shared_ptr<framework::Program> program, bool trainable,
         Names taken = {})
      : model_(std::make_shared<Model>(
            Model{std::move(program), trainable, std::move(taken), {}, 0})) {}
  // Names of a graph of the same model, which sees those of `outer`, unless it
  // is the body of a function.
  Values(const Values& outer, bool sees_outer)
      : model_(outer.model_), outer_(sees_outer ? &outer : nullptr) {}
  Values(const Values&) = delete;
  Values& operator=(const Values&) = delete;

  const std::shared_ptr<framework::Program>& program() const {
    return model_->program;
  }
  bool trainable() const { return model_->trainable; }

  // Return null for a name that nothing has been stored under.
  ValuePtr FindShared(const std::string& name) const;
  Value* Find(const std::string& name) const { return FindShared(name).get(); }
  // Throws InvalidArgument, naming it, for a name that no feed, initializer or
  // earlier node defines.
  Value& Get(const std::string& name) const { return *GetShared(name); }
  ValuePtr GetShared(const std::string& name) const;
  // True for a name that an outer graph shows.
  bool IsOfOuter(const std::string& name) const;
  // Throw InvalidArgument for a name that this graph has in use, since each
  // value is defined once. A name of an outer graph means the new value from
  // then on: that of an input or a weight, since nodes make no such names.
  void Add(const std::string& name, Value value);
  void AddShared(const std::string& name, ValuePtr value);
  // Makes a name stand for what is left out: an input of a function.
  void AddAbsent(const std::string& name);
  bool IsAbsent(const std::string& name) const;

  // Return the variable of a value that is not pending, making it if it is a
  // constant.
  layer::Variable VariableOf(const std::string& name) {
    return VariableOf(GetShared(name).get());
  }
  layer::Variable VariableOf(Value* value);

  // Takes variables back that the program no longer has: those that were made
  // for a block that has been removed.
  void ForgetRemoved();

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
  const Weights& weights() const { return model_->weights; }
  // Returns the ONNX names, each with the variable that it stands for.
  std::vector<std::pair<std::string, layer::Variable>> Named() const;

 private:
  // Shared by the graphs of a model.
  struct Model {
    std::shared_ptr<framework::Program> program;
    bool trainable;
    Names taken;
    Weights weights;
    int64_t made;
  };

  std::shared_ptr<Model> model_;
  const Values* outer_ = nullptr;
  // Holds null for what is left out.
  absl::flat_hash_map<std::string, ValuePtr> values_;
  std::vector<std::string> order_;
};

}  // namespace paddle::onnx
