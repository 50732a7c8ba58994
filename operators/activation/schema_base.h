// The schemas that functions of one tensor share.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/registry/elementwise_rule.h"
#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/registry/precision.h"

namespace paddle::operators {

// Infers that Out has the shape of X. Out has the data type and the sequences
// of X as well.
class ActivationOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    context->ShareShape("X", "Out");
  }
};

// A number among the attributes of an activation. A value outside of the bound
// is refused with the name of the attribute.
struct ActivationAttr {
  enum Bound { kAny, kNotNegative, kPositive };

  std::string name;
  std::string comment;
  double default_value;
  Bound bound = kAny;
};

// Declares X, Out and numbers, and writes the documentation from a formula. An
// operator with attributes of another kind derives from it.
class ActivationOpMaker : public framework::OpMaker {
 public:
  // `formula` is an expression in X, such as "max(X, 0)"; `note` has further
  // sentences, "Source: ..." last; `errors` are those beside the ones that
  // every operator has.
  explicit ActivationOpMaker(
      std::string formula, std::string note = "",
      std::vector<ActivationAttr> attrs = {},
      std::string errors = "none beside those of every operator.")
      : formula_(std::move(formula)),
        note_(std::move(note)),
        attrs_(std::move(attrs)),
        errors_(std::move(errors)) {}
  void Make() override {
    AddInput("X", "Tensor of any shape.");
    AddOutput("Out", "Tensor of the shape of X.");
    MayReuse("Out", "X");
    for (const ActivationAttr& attr : attrs_) AddNumber(attr);
    // Functors are written so that their comparisons keep a NaN; one that does
    // not is documented by an operator's note.
    AddComment("Out = " + formula_ + ", element by element. NaN gives NaN." +
               (note_.empty() ? "" : " ") + note_ + " Errors: " + errors_);
  }

 private:
  void AddNumber(const ActivationAttr& attr) {
    auto added = AddAttr<double>(attr.name, attr.comment);
    added.SetDefault(attr.default_value);
    if (attr.bound == ActivationAttr::kNotNegative) added.AtLeast(0);
    if (attr.bound == ActivationAttr::kPositive) added.GreaterThan(0);
  }

  const std::string formula_;
  const std::string note_;
  const std::vector<ActivationAttr> attrs_;
  const std::string errors_;
};

// The gradients of operators whose derivative is a function of Out or of X.
// X@GRAD may have the memory of Out@GRAD, as each element is read before it is
// written. A gradient that reads Out lets X be freed early.
class ActivationGradFromOut : public framework::GradOpSchema {
 public:
  static constexpr const char* kReads = "Out";
  ActivationGradFromOut() : GradOpSchema({"Out"}) {
    MayReuse("X@GRAD", "Out@GRAD");
  }
};

// For derivatives that Out does not determine, such as those of square.
class ActivationGradFromX : public framework::GradOpSchema {
 public:
  static constexpr const char* kReads = "X";
  ActivationGradFromX() : GradOpSchema({"X"}) {
    MayReuse("X@GRAD", "Out@GRAD");
  }
};

}  // namespace paddle::operators

// Says that an activation is elementwise, and that its gradient is.
#define REGISTER_ELEMENTWISE_ACTIVATION(type) \
  REGISTER_ELEMENTWISE(type,                  \
                       {"Out", {"X"}, /*broadcasts=*/false, /*of_sums=*/true})
#define REGISTER_ELEMENTWISE_ACTIVATION_GRAD(type, GradFrom) \
  REGISTER_ELEMENTWISE(type, {"X@GRAD", {"Out@GRAD", GradFrom::kReads}})

// Registers an activation: its gradient operator is ActivationGradFromOut or
// ActivationGradFromX, it takes so many floating-point operations for each
// element, and what follows are the arguments of ActivationOpMaker.
#define REGISTER_ACTIVATION(type, GradFrom, operations, ...)                   \
  REGISTER_OP(type, ActivationOp, ActivationOpMaker(__VA_ARGS__), type##_grad, \
              GradFrom);                                                       \
  REGISTER_ELEMENTWISE_ACTIVATION(type);                                       \
  REGISTER_ELEMENTWISE_ACTIVATION_GRAD(type##_grad, GradFrom);                 \
  REGISTER_OP_FLOPS(type, framework::FlopsOfEach("Out", operations))
