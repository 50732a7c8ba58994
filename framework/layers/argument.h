// Names the options of layers, so that a front end in another language takes
// them by keyword without a list of its own.
#pragma once

namespace paddle::layer {

// A keyword and the member of a struct of options that it sets; its default is
// what the struct begins with. A struct lists its arguments in `kArguments`, a
// std::tuple, in the order in which they may also be given without keywords.
template <typename Options, typename V>
struct Argument {
  using Value = V;

  constexpr Argument(const char* name, V Options::*member)
      : name(name), member(member) {}

  const char* name;
  V Options::*member;
};

}  // namespace paddle::layer
