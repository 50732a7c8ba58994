// Counts the floating-point operations of an operator: a function beside its
// shape function.
//
//   REGISTER_OP_FLOPS(relu, FlopsOfEach("Out", 1));
//   REGISTER_OP_FLOPS(matmul, MatmulFlops, GradFlops::kOfEachGradient);
//
// A multiply and an add are two. A transcendental function is one, since its
// cost differs from machine to machine. What an operator does besides (checks,
// index arithmetic, moving data) is not counted: one that only moves data, or
// makes some, takes none. The bytes of an operator are those of its inputs and
// outputs, whatever it does.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

#include "paddle/framework/ir/attribute.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace proto {
class OpDesc;
}

// Name -> dims of variables, without symbols.
using KnownDims = std::unordered_map<std::string, Dims>;

// The view of a formula: an operator, and the shapes of its variables. Slots
// are those of the forward operator; where it counts for the gradient operator,
// which has "Out@GRAD" in place of "Out", that one answers. NotFound for a slot
// that is not there, and a variable without shape.
class FlopsContext {
 public:
  // Refers to both, which must live as long.
  FlopsContext(const proto::OpDesc& op, const KnownDims& dims,
               bool of_gradient);

  // Returns the dims of the first variable of a slot.
  const Dims& DimsOf(absl::string_view slot) const;
  // Returns how many elements all variables of a slot have.
  double SizeOf(absl::string_view slot) const;
  // Returns how many the largest variable has.
  double LargestSize() const;

  // NotFound for an attribute that the operator does not have, TypeMismatch for
  // one of another type.
  template <typename T>
  T Attr(absl::string_view name) const {
    Attribute value = AnyAttr(name);
    PADDLE_ENFORCE(std::holds_alternative<T>(value), TypeMismatch, "attribute ",
                   name, " is a ", AttrTypeName(TypeOf(value)));
    return std::get<T>(std::move(value));
  }
  bool HasAttr(absl::string_view name) const;

 private:
  Attribute AnyAttr(absl::string_view name) const;
  std::vector<std::string> NamesIn(absl::string_view slot) const;
  const Dims& DimsOfVariable(const std::string& name) const;

  const proto::OpDesc& op_;
  const KnownDims& dims_;
  const bool of_gradient_;
};

using FlopsFunction = std::function<double(const FlopsContext&)>;

// Returns the product of the sizes of axes [begin, end), or of all from `begin`
// on.
double NumelBetween(const Dims& dims, int begin, int end);
double NumelFrom(const Dims& dims, int begin);

// Formulas that many operators have.

// So many operations for each element of a slot.
FlopsFunction FlopsOfEach(std::string slot, double operations);
// So many for each element of the largest variable.
FlopsFunction FlopsOfLargest(double operations);
// Each element of a slot takes a product with one filter; filters are along the
// first axis of another.
FlopsFunction FlopsOfFilters(std::string slot, std::string filters);
// Only moves data, or makes some.
FlopsFunction NoFlops();
// Takes what the operators of its blocks take: they count, it does not.
FlopsFunction FlopsOfItsBlocks();

// The count of the gradient operator, unless it has a formula of its own, in
// times of the forward operator.
enum class GradFlops {
  kOnce,
  kTwice,           // the same recurrence, for the state and for the weights
  kOfEachGradient,  // a product for each gradient that is wanted
};

// True if an operator type, or the forward operator of a gradient, has a
// formula.
bool HasFlops(absl::string_view type);

// Returns the floating-point operations of one run. Null for an operator that
// has blocks, one without formula, and one of which the shapes that count are
// not known.
absl::optional<double> FlopsOf(const proto::OpDesc& op, const KnownDims& dims);

namespace internal {

// Returns 0. AlreadyExists for a type that has a formula.
int RegisterFlops(const char* type, FlopsFunction formula,
                  GradFlops gradient = GradFlops::kOnce);

}  // namespace internal
}  // namespace paddle::framework

// Says how many operations an operator takes, after its registration.
#define REGISTER_OP_FLOPS(type, ...)                               \
  static const int paddle_register_flops_##type [[maybe_unused]] = \
      ::paddle::framework::internal::RegisterFlops(#type, __VA_ARGS__)
