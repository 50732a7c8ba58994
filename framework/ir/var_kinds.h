// Sets of kinds of variables, and how messages name the kinds.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>

namespace paddle::framework {

namespace proto {
enum VarKind : int;
}

// The kinds, for headers that do without framework.pb.h.
inline constexpr auto kDenseTensor = static_cast<proto::VarKind>(0);
inline constexpr auto kSelectedRows = static_cast<proto::VarKind>(1);
inline constexpr auto kTensorArray = static_cast<proto::VarKind>(2);
inline constexpr auto kStepScopes = static_cast<proto::VarKind>(3);

// The kinds of variables that a slot of an operator takes.
class VarKinds {
 public:
  constexpr VarKinds(std::initializer_list<proto::VarKind> kinds) {
    for (const proto::VarKind kind : kinds) bits_ |= Bit(kind);
  }

  // False for a number that is no kind.
  bool Has(int kind) const {
    return kind >= 0 && kind < 32 && (bits_ & Bit(kind)) != 0;
  }
  void Add(proto::VarKind kind) { bits_ |= Bit(kind); }

  friend bool operator==(VarKinds a, VarKinds b) { return a.bits_ == b.bits_; }

 private:
  static constexpr uint32_t Bit(int kind) { return uint32_t{1} << kind; }

  uint32_t bits_ = 0;
};

inline constexpr VarKinds kTensorOrRows = {kDenseTensor, kSelectedRows};
inline constexpr VarKinds kTensorOrArray = {kDenseTensor, kTensorArray};
inline constexpr VarKinds kAnyTensors = {kDenseTensor, kSelectedRows,
                                         kTensorArray};

// Returns "a dense tensor", "SelectedRows", ...; "kind 9" for a number that is
// no kind.
std::string KindText(int kind);
// Returns "a dense tensor or SelectedRows".
std::string KindsText(VarKinds kinds);

}  // namespace paddle::framework
