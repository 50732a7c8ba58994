// Registers the schema half of an operator type: its maker, its shape function
// and its gradient.
//
//   void DescribeRelu(framework::OpMaker* op) { ... }
//   void InferRelu(framework::InferShapeContext* context) {
//     context->ShareShape("X", "Out");
//   }
//   REGISTER_OP(relu, framework::ShapeFunction(InferRelu),
//               framework::MakerFunction(DescribeRelu), relu_grad,
//               framework::GradOpSchema({"Out"}));
//
// Each part is a class or a constructor call. Operators that share a part
// derive a class of their own, whose parameters say how they differ: PoolOp(3).
// The macros belong in namespace paddle::operators, at the end of the file.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/registry/gradient.h"
#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/registry/op_maker.h"

namespace paddle::framework {

// The shape-and-type function of an operator type. Stateless, so any number of
// threads may call it.
class OpSchema {
 public:
  virtual ~OpSchema() = default;
  // Checks the shapes of the inputs and sets the shape and type of every
  // output. Throws InvalidArgument, naming the shapes, if they do not fit.
  virtual void InferShape(InferShapeContext* context) const = 0;
};

// A schema whose shape function is a plain function.
class ShapeFunction final : public OpSchema {
 public:
  explicit ShapeFunction(void (*infer)(InferShapeContext* context))
      : infer_(infer) {}
  void InferShape(InferShapeContext* context) const override {
    infer_(context);
  }

 private:
  void (*const infer_)(InferShapeContext* context);
};

// The schema of a gradient operator, most of which follows from the forward
// operator. Its inputs are
// - the forward inputs and outputs named in `reads`;
// - every other forward input, of which only the shape is read;
// - S@GRAD for every forward output S, unless S is intermediate or has no
//   gradient; it is optional if S is optional.
// Its outputs are S@GRAD, optional, for every forward input S that is not
// marked NoGradient. Its attributes and the slot that determines the data type
// of the kernel are those of the forward operator.
class GradOpSchema : public OpSchema {
 public:
  // A pair of names: an output, and an input whose memory it may take.
  using Reuses = std::vector<std::pair<std::string, std::string>>;

  // `reuses` are pairs of OpProto::reuses, such as {"X@GRAD", "Out@GRAD"} for a
  // gradient kernel that reads each element of Out@GRAD before it writes the
  // same element of X@GRAD.
  explicit GradOpSchema(std::vector<std::string> reads, Reuses reuses = {})
      : reads_(std::move(reads)), reuses_(std::move(reuses)) {}
  const std::vector<std::string>& reads() const { return reads_; }
  // Checks the inputs against the forward operator (forward_shapes.h), then
  // calls InferGradShape.
  void InferShape(InferShapeContext* context) const final;

  // Returns the proto that follows from the forward one, whose shape function
  // is `schema`. Throws Internal if `reads`, `reuses` or a sparse output names
  // something that is not a slot. Called once, by the registration.
  OpProto DeriveProto(const OpProto& forward, const OpSchema& schema,
                      const std::string& type);

 protected:
  // Gives each S@GRAD the dims, data type and LoD of S. Override it for an
  // operator where they differ.
  virtual void InferGradShape(InferShapeContext* context) const;
  // Declares that an output may take the memory of an input; a pair of
  // `reuses`.
  void MayReuse(std::string output, std::string input) {
    reuses_.emplace_back(std::move(output), std::move(input));
  }
  // Declares an output, such as "W@GRAD" of an embedding, that may be
  // SelectedRows because most of its rows are zero. Otherwise S@GRAD has the
  // kinds of S.
  void MayBeSelectedRows(std::string output) {
    sparse_.push_back(std::move(output));
  }

 private:
  std::vector<std::string> reads_;
  Reuses reuses_;
  std::vector<std::string> sparse_;
  // For each output: the forward input, and its gradient.
  std::vector<std::pair<std::string, std::string>> gradients_;
  std::vector<std::string> inputs_;
  const OpSchema* forward_ = nullptr;
};

namespace internal {

// Each returns 0, so that a static variable can hold the call.
int RegisterOp(const char* type, std::unique_ptr<OpSchema> schema,
               std::unique_ptr<OpMaker> maker);
// Derives the proto of `grad_type` from the forward one and gives the forward
// type the maker that writes it.
int RegisterGradOp(const char* type, const char* grad_type,
                   std::unique_ptr<GradOpSchema> schema);
int RegisterGradMaker(const char* type, GradMaker maker);

}  // namespace internal
}  // namespace paddle::framework

// Defines an `extern "C"` anchor: a static archive keeps the file if something
// refers to it (see RegisterAllOps).
#define PADDLE_REGISTER_OP_(type, op, maker)                             \
  extern "C" int PaddleTouchOpSchema_##type() { return 0; }              \
  static const int paddle_register_op_##type [[maybe_unused]] =          \
      ::paddle::framework::internal::RegisterOp(                         \
          #type, std::unique_ptr<::paddle::framework::OpSchema>(new op), \
          std::unique_ptr<::paddle::framework::OpMaker>(new maker))

// Registers an operator with a gradient operator. `op`, `maker` and `grad_op`
// are classes, or constructions such as GradOpSchema({"X", "Out"}).
#define REGISTER_OP(type, op, maker, grad_type, grad_op)          \
  PADDLE_REGISTER_OP_(type, op, maker);                           \
  static const int paddle_register_grad_##type [[maybe_unused]] = \
      ::paddle::framework::internal::RegisterGradOp(              \
          #type, #grad_type,                                      \
          std::unique_ptr<::paddle::framework::GradOpSchema>(new grad_op))

// Registers an operator through which no gradient flows.
#define REGISTER_OP_WITHOUT_GRADIENT(type, op, maker) \
  PADDLE_REGISTER_OP_(type, op, maker)

// Gives a registered operator (or a gradient operator: second order) a gradient
// made of other operators. `maker` converts to GradMaker.
#define REGISTER_GRADIENT_MAKER(type, maker)                            \
  static const int paddle_register_grad_maker_##type [[maybe_unused]] = \
      ::paddle::framework::internal::RegisterGradMaker(#type, maker)
