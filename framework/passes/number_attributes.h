// Attributes of operators as attributes of an operator that stands for several
// of them: those that are not what they are by default, by name.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/schema_source.h"

namespace paddle::framework {

// True if all attributes of an operator are declared, and each is a number, a
// boolean, or what it is by default.
bool HasNumbersAlone(const proto::OpDesc& op, const OpProto& proto);

// The lists floats_names, floats, ints_names and ints; booleans are among the
// ints.
class NumberAttributes {
 public:
  // Adds those of an operator that HasNumbersAlone, each under its name behind
  // `prefix`.
  void Add(const std::string& prefix, const proto::OpDesc& op,
           const OpProto& proto);
  // Puts the lists behind other attributes.
  void AppendTo(AttributeMap* attributes) const;

 private:
  NameList floats_names_;
  NameList ints_names_;
  std::vector<double> floats_;
  std::vector<int64_t> ints_;
};

}  // namespace paddle::framework
