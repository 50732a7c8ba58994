// Sets of kinds of variables, and the names of kinds in messages.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>

namespace paddle::framework {

namespace proto {
enum VarKind : int;
}

// Repeats the kinds for headers that avoid framework.pb.h, which is slow to
// compile.
inline constexpr auto kDenseTensor = static_cast<proto::VarKind>(0);
inline constexpr auto kSelectedRows = static_cast<proto::VarKind>(1);
inline constexpr auto kTensorArray = static_cast<proto::VarKind>(2);
inline constexpr auto kStepScopes = static_cast<proto::VarKind>(3);
inline constexpr auto kRaw = static_cast<proto::VarKind>(4);

// The set of kinds of variables that a slot of an operator accepts.
class VarKinds {
 public:
  constexpr VarKinds(std::initializer_list<proto::VarKind> kinds) {
    for (const proto::VarKind kind : kinds) bits_ |= Bit(kind);
  }

  // False for numbers that are not kinds.
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

// Returns "a dense tensor", "SelectedRows", ...; "kind 9" for an unknown
// number.
std::string KindText(int kind);
// Returns the kinds as a phrase, such as "a dense tensor or SelectedRows".
std::string KindsText(VarKinds kinds);

}  // namespace paddle::framework
