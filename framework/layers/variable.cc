#include "paddle/framework/layers/variable.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"

#include "paddle/framework/ir/symbols.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {

Variable::Variable(std::shared_ptr<Program> program, int block,
                   std::string name)
    : program_(std::move(program)), block_(block), name_(std::move(name)) {
  PADDLE_ENFORCE(program_ != nullptr, InvalidArgument, "variable '", name_,
                 "' without a program");
  program_->block(block_);
  block_uid_ = program_->block_uid(block_);
}

const std::shared_ptr<Program>& Variable::program() const {
  PADDLE_ENFORCE(is_valid(), FailedPrecondition,
                 "this handle means no variable");
  return program_;
}

framework::proto::VarDesc* Variable::mutable_desc() const {
  const Program& owner = *program();
  PADDLE_ENFORCE(
      block_uid_ != 0 && owner.block_uid(block_) == block_uid_,
      FailedPrecondition, "variable '", name_, "' belonged to block ", block_,
      ", which was taken back; it is no variable of the program any more");
  return &owner.block(block_).GetVar(name_, /*recursive=*/false);
}

const framework::proto::VarDesc& Variable::desc() const {
  return *mutable_desc();
}

Dims Variable::dims() const {
  const auto& sizes = desc().dims();
  return Dims(absl::MakeConstSpan(sizes.data(), sizes.size()));
}

DataType Variable::dtype() const {
  PADDLE_ENFORCE(desc().dtype() != framework::proto::UNKNOWN, InvalidArgument,
                 "variable '", name_, "' has no data type");
  return framework::DataTypeFromNumber(desc().dtype());
}

void Variable::set_persistable(bool value) {
  mutable_desc()->set_persistable(value);
  program_->Changed();
}

void Variable::set_trainable(bool value) {
  mutable_desc()->set_trainable(value);
  program_->Changed();
}

void Variable::set_stop_gradient(bool value) {
  mutable_desc()->set_stop_gradient(value);
  program_->Changed();
}

std::string Variable::ToString() const {
  const std::string shape = ShapeText(desc(), program_->block(block_).sizes());
  const std::string lod =
      lod_level() == 0 ? "" : absl::StrCat(" lod ", lod_level());
  return shape.empty() ? name_ : absl::StrCat(name_, " ", shape, lod);
}

Variable FindVariable(const std::shared_ptr<Program>& program, int block,
                      const std::string& name) {
  const framework::proto::VarDesc& found = program->block(block).GetVar(name);
  for (int at = block; at != -1; at = program->block(at).desc().parent()) {
    for (int place : {at, program->block(at).desc().forward_block()}) {
      if (place != -1 &&
          program->block(place).FindVar(name, /*recursive=*/false) == &found) {
        return Variable(program, place, name);
      }
    }
  }
  PADDLE_THROW(Internal, "variable '", name, "' is in no enclosing block");
}

}  // namespace paddle::layer
