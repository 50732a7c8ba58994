// The schema half that functions of one tensor share.
#pragma once

#include <string>
#include <utility>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

class ActivationOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    context->ShareShape("X", "Out");
  }
};

class ActivationOpMaker : public framework::OpMaker {
 public:
  // `formula` such as "max(X, 0)"; `note`: sentences on what is special, and
  // "Source: ..." at the end; `errors`: beside those of every operator.
  explicit ActivationOpMaker(
      std::string formula, std::string note = "",
      std::string errors = "none beside those of every operator.")
      : formula_(std::move(formula)),
        note_(std::move(note)),
        errors_(std::move(errors)) {}
  void Make() override {
    AddInput("X", "Tensor of any shape.");
    AddOutput("Out", "Tensor of the shape of X.");
    MayReuse("Out", "X");
    AddComment("Out = " + formula_ + ", element by element. NaN gives NaN." +
               (note_.empty() ? "" : " ") + note_ + " Errors: " + errors_);
  }

 private:
  const std::string formula_;
  const std::string note_;
  const std::string errors_;
};

// The gradient is computed from the output, so that the input need not live
// until then.
class ActivationGradFromOut : public framework::GradOpSchema {
 public:
  ActivationGradFromOut() : GradOpSchema({"Out"}) {
    MayReuse("X@GRAD", "Out@GRAD");
  }
};

class ActivationGradFromX : public framework::GradOpSchema {
 public:
  ActivationGradFromX() : GradOpSchema({"X"}) {
    MayReuse("X@GRAD", "Out@GRAD");
  }
};

}  // namespace paddle::operators
