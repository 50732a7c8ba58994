// The schemas of distributions: a normal one and a uniform one, each for random
// tensors of a given shape and for those with as many rows as a batch.
#pragma once

#include <string>
#include <utility>

#include "paddle/framework/registry/op_registry.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

// Declares what Base's AddCommon does, and the attributes mean and std.
template <class Base>
class NormalOpMaker : public Base {
 public:
  explicit NormalOpMaker(std::string comment) : comment_(std::move(comment)) {}
  void Make() override {
    this->AddCommon();
    this->template AddAttr<double>("mean", "The mean.").SetDefault(0);
    this->template AddAttr<double>("std", "The standard deviation.")
        .SetDefault(1)
        .AtLeast(0);
    this->AddComment(comment_);
  }

 private:
  const std::string comment_;
};

// Declares what Base's AddCommon does, and the attributes min and max.
template <class Base>
class UniformOpMaker : public Base {
 public:
  explicit UniformOpMaker(std::string comment) : comment_(std::move(comment)) {}
  void Make() override {
    this->AddCommon();
    this->template AddAttr<double>("min", "The least value.").SetDefault(-1);
    this->template AddAttr<double>(
            "max", "The bound that no value reaches, but for rounding.")
        .SetDefault(1);
    this->AddComment(comment_);
  }

 private:
  const std::string comment_;
};

// Infers what Base does. Throws InvalidArgument for a min above max.
template <class Base>
class UniformOp : public Base {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    PADDLE_ENFORCE_LE(context->Attr<double>("min"),
                      context->Attr<double>("max"), context->op_type(),
                      " needs a min that is not above its max");
    Base::InferShape(context);
  }
};

}  // namespace paddle::operators
