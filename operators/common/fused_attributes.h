// Attributes of an operator that stands for several others: those of the others
// that are not what they are by default, as lists of names and of numbers. The
// passes that write such operators make them
// (framework/passes/number_attributes.h).
#pragma once

#include <string>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/ir/attribute.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

// Returns the value of an attribute.
using AttributeLookup =
    absl::FunctionRef<const framework::Attribute&(absl::string_view)>;

// Declares floats_names, which `names` describes, floats, ints_names and ints.
void AddFusedAttributes(const std::string& names, framework::OpMaker* op);

// Calls set(name, value) for each number in the lists: a double or an int64_t.
void ForEachFusedAttribute(
    AttributeLookup attribute,
    absl::FunctionRef<void(const std::string&, const framework::Attribute&)>
        set);

// Sets an attribute of one of the operators; lists have booleans as integers.
// Throws InvalidArgument, naming `where` the operator is, if its type does not
// have the attribute, and the errors of CheckAttr.
void SetFusedAttribute(const std::string& where, const std::string& name,
                       framework::Attribute value,
                       framework::proto::OpDesc* op);

// Sets those that have not been set to what they are by default. Throws
// InvalidArgument, naming `where` the operator is, for one that has no default.
void CompleteFusedAttributes(const std::string& where,
                             framework::proto::OpDesc* op);

}  // namespace paddle::operators
