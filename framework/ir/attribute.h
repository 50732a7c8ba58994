// Attribute values of operators as C++ values.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "absl/strings/string_view.h"

namespace paddle::framework {

namespace proto {
class Attr;
}

// The index of a block in its program, as the value of an attribute.
struct BlockIndex {
  int index = -1;
  friend bool operator==(BlockIndex a, BlockIndex b) {
    return a.index == b.index;
  }
};

// std::monostate means "not set". A data type is the string of its name.
using Attribute =
    std::variant<std::monostate, bool, int64_t, double, std::string,
                 std::vector<bool>, std::vector<int64_t>, std::vector<double>,
                 std::vector<std::string>, BlockIndex, std::vector<BlockIndex>>;

// Names the alternatives of Attribute, in the same order.
enum class AttrType {
  kNone,
  kBool,
  kInt,
  kFloat,
  kString,
  kBools,
  kInts,
  kFloats,
  kStrings,
  kBlock,
  kBlocks,
};
inline AttrType TypeOf(const Attribute& value) {
  return static_cast<AttrType>(value.index());
}
const char* AttrTypeName(AttrType type);  // "int", "list of float", ...
bool IsList(AttrType type);

// Convert between message and value; a message without value gives monostate.
Attribute FromProto(const proto::Attr& attr);
void ToProto(absl::string_view name, const Attribute& value, proto::Attr* attr);

// Formats a value as the printers show it: 0.5, "NCHW", [1, 2], block 3.
std::string ToString(const Attribute& value);

}  // namespace paddle::framework
