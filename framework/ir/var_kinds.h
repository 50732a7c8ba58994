// Sets of kinds of variables, and how messages name the kinds.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>

#include "paddle/framework/ir/framework.pb.h"

namespace paddle::framework {

// The kinds of variables that a slot of an operator takes.
class VarKinds {
 public:
  constexpr VarKinds(std::initializer_list<proto::VarKind> kinds) {
    for (const proto::VarKind kind : kinds) bits_ |= Bit(kind);
  }

  // False for a number that is no kind.
  bool Has(int kind) const {
    return proto::VarKind_IsValid(kind) && (bits_ & Bit(kind)) != 0;
  }
  void Add(proto::VarKind kind) { bits_ |= Bit(kind); }

  friend bool operator==(VarKinds a, VarKinds b) { return a.bits_ == b.bits_; }

 private:
  static constexpr uint32_t Bit(int kind) { return uint32_t{1} << kind; }

  uint32_t bits_ = 0;
};

inline constexpr VarKinds kTensorOrRows = {proto::DENSE_TENSOR,
                                           proto::SELECTED_ROWS};
inline constexpr VarKinds kTensorOrArray = {proto::DENSE_TENSOR,
                                            proto::TENSOR_ARRAY};
inline constexpr VarKinds kAnyTensors = {
    proto::DENSE_TENSOR, proto::SELECTED_ROWS, proto::TENSOR_ARRAY};

// Returns "a dense tensor", "SelectedRows", ...; "kind 9" for a number that is
// no kind.
std::string KindText(int kind);
// Returns "a dense tensor or SelectedRows".
std::string KindsText(VarKinds kinds);

}  // namespace paddle::framework
