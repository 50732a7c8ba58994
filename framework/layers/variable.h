// A handle to a variable of a program.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"

namespace paddle::layer {

using framework::DataType;
using framework::Dims;
using framework::Program;

// Consists of program, block and name; everything else is read from the
// program's message, the only copy of the truth. A handle keeps its program
// alive, but not its block: once that is removed, the handle is invalid, even
// if another block gets the index. Copies are cheap and refer to the same
// variable. As thread safe as the program.
class Variable {
 public:
  // Refers to no variable; every method but is_valid throws FailedPrecondition.
  Variable() = default;
  // Throws OutOfRange for a block that the program does not have.
  Variable(std::shared_ptr<Program> program, int block, std::string name);

  bool is_valid() const { return program_ != nullptr; }
  const std::shared_ptr<Program>& program() const;
  int block() const { return block_; }
  const std::string& name() const { return name_; }

  // Throws FailedPrecondition if the block of the variable has been removed
  // since, and NotFound if the variable has.
  const framework::proto::VarDesc& desc() const;
  framework::proto::VarKind kind() const { return desc().kind(); }
  // Returns sizes that may be symbols (negative). For SelectedRows, the dims of
  // the dense tensor.
  Dims dims() const;
  // Throws InvalidArgument for a variable without data type (kind RAW).
  DataType dtype() const;
  int lod_level() const { return desc().lod_level(); }
  bool persistable() const { return desc().persistable(); }
  bool is_parameter() const { return desc().is_parameter(); }
  bool trainable() const { return desc().trainable(); }
  bool stop_gradient() const { return desc().stop_gradient(); }

  void set_persistable(bool value);
  void set_trainable(bool value);
  // Stops gradients from flowing into this variable or through it.
  void set_stop_gradient(bool value);

  // Returns "x [N, 784] float32" or "words [N, 1] int64 lod 1".
  std::string ToString() const;

  friend bool operator==(const Variable& a, const Variable& b) {
    return a.program_ == b.program_ && a.block_ == b.block_ &&
           a.block_uid_ == b.block_uid_ && a.name_ == b.name_;
  }
  friend bool operator!=(const Variable& a, const Variable& b) {
    return !(a == b);
  }

 private:
  framework::proto::VarDesc* mutable_desc() const;

  std::shared_ptr<Program> program_;
  int block_ = 0;
  uint64_t block_uid_ = 0;
  std::string name_;
};

// Returns the variable that `name` refers to inside a block: its own, or one of
// an enclosing block. Throws NotFound, suggesting similar names, if there is
// none.
Variable FindVariable(const std::shared_ptr<Program>& program, int block,
                      const std::string& name);

}  // namespace paddle::layer
