// The schemas of the normal and the uniform distribution. Each is a template of
// the class that says which shape Out has: that of an attribute
// (random_base.h), or one with as many rows as a batch
// (random_batch_size_like.h).
//
//   REGISTER_OP_WITHOUT_GRADIENT(uniform_random, UniformOp<RandomOp>,
//                                UniformOpMaker<RandomOpMaker>("..."));
#pragma once

#include <string>
#include <utility>

#include "paddle/framework/registry/op_registry.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

// Declares the slots and attributes of Base's AddCommon, and after them mean
// and std, which is 0 or more. The attributes of an operator keep this order.
template <class Base>
class NormalOpMaker : public Base {
 public:
  // `comment` documents the operator: its formula, and "Errors: ..." last.
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

// Declares the slots and attributes of Base's AddCommon, and after them min and
// max. A range is legal by itself; UniformOp compares its ends.
template <class Base>
class UniformOpMaker : public Base {
 public:
  // `comment` documents the operator: its formula, and "Errors: ..." last.
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

// Infers the shape and the data type of Out as Base does, with its errors.
// Throws InvalidArgument, naming the operator and both ends, for a min above
// max; equal ends are legal. Values of the attributes are known while a program
// is written, so this throws then, not in the run.
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
