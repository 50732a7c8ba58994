#include "paddle/framework/ir/attribute.h"

#include <cstdio>
#include <cstdlib>
#include <iterator>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "paddle/framework/ir/framework.pb.h"

namespace paddle::framework {

namespace {

template <typename... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <typename... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

template <typename T, typename Message>
std::vector<T> ListOf(const Message& list) {
  return {list.values().begin(), list.values().end()};
}

// Mentioning the list sets the field, so that an empty list is a value, too.
template <typename T, typename Message>
void SetList(const std::vector<T>& values, Message* list) {
  for (const auto& value : values) list->add_values(value);
}

// Returns the shortest text that parses to the same number.
std::string FloatText(double value) {
  char text[32];
  // Most numbers need few digits; 17 always suffice for a double.
  for (int precision = 6; precision <= 17; ++precision) {
    std::snprintf(text, sizeof(text), "%.*g", precision, value);
    if (std::strtod(text, nullptr) == value) break;
  }
  std::string result = text;
  // Keeps a whole float distinct from an int when it is read again.
  if (result.find_first_not_of("-0123456789") == std::string::npos) {
    result += ".0";
  }
  return result;
}

std::string Text(bool value) { return value ? "true" : "false"; }
std::string Text(int64_t value) { return absl::StrCat(value); }
std::string Text(double value) { return FloatText(value); }
std::string Text(const std::string& value) {
  return absl::StrCat("\"", absl::Utf8SafeCEscape(value), "\"");
}
std::string Text(BlockIndex value) {
  return absl::StrCat("block ", value.index);
}
std::string Text(std::monostate) { return "none"; }

template <typename T>
std::string Text(const std::vector<T>& values) {
  std::vector<std::string> texts;
  for (const T& value : values) texts.push_back(Text(value));
  return absl::StrCat("[", absl::StrJoin(texts, ", "), "]");
}

// In the order of the types.
constexpr const char* kTypeNames[] = {
    "nothing",        "bool",         "int",          "float",
    "string",         "list of bool", "list of int",  "list of float",
    "list of string", "block",        "list of block"};
static_assert(std::size(kTypeNames) == std::variant_size_v<Attribute>);

}  // namespace

const char* AttrTypeName(AttrType type) {
  const auto number = static_cast<size_t>(type);
  return number < std::size(kTypeNames) ? kTypeNames[number] : "unknown";
}

bool IsList(AttrType type) {
  return type == AttrType::kBools || type == AttrType::kInts ||
         type == AttrType::kFloats || type == AttrType::kStrings ||
         type == AttrType::kBlocks;
}

Attribute FromProto(const proto::Attr& attr) {
  switch (attr.value_case()) {
    case proto::Attr::kB:
      return attr.b();
    case proto::Attr::kI:
      return int64_t{attr.i()};
    case proto::Attr::kF:
      return attr.f();
    case proto::Attr::kS:
      return attr.s();
    case proto::Attr::kBools:
      return ListOf<bool>(attr.bools());
    case proto::Attr::kInts:
      return ListOf<int64_t>(attr.ints());
    case proto::Attr::kFloats:
      return ListOf<double>(attr.floats());
    case proto::Attr::kStrings:
      return ListOf<std::string>(attr.strings());
    case proto::Attr::kBlock:
      return BlockIndex{attr.block()};
    case proto::Attr::kBlocks: {
      std::vector<BlockIndex> blocks;
      for (int index : attr.blocks().values()) blocks.push_back({index});
      return blocks;
    }
    case proto::Attr::VALUE_NOT_SET:
      break;
  }
  return std::monostate();
}

void ToProto(absl::string_view name, const Attribute& value,
             proto::Attr* attr) {
  attr->Clear();
  attr->set_name(std::string(name));
  std::visit(Overloaded{
                 [](std::monostate) {},
                 [&](bool v) { attr->set_b(v); },
                 [&](int64_t v) { attr->set_i(v); },
                 [&](double v) { attr->set_f(v); },
                 [&](const std::string& v) { attr->set_s(v); },
                 [&](const std::vector<bool>& v) {
                   SetList(v, attr->mutable_bools());
                 },
                 [&](const std::vector<int64_t>& v) {
                   SetList(v, attr->mutable_ints());
                 },
                 [&](const std::vector<double>& v) {
                   SetList(v, attr->mutable_floats());
                 },
                 [&](const std::vector<std::string>& v) {
                   SetList(v, attr->mutable_strings());
                 },
                 [&](BlockIndex v) { attr->set_block(v.index); },
                 [&](const std::vector<BlockIndex>& v) {
                   auto* list = attr->mutable_blocks();
                   for (BlockIndex item : v) list->add_values(item.index);
                 },
             },
             value);
}

std::string ToString(const Attribute& value) {
  return std::visit([](const auto& v) { return Text(v); }, value);
}

}  // namespace paddle::framework
