// Helpers for the functions of the plugin interface that declare operators, in
// op_declaration.cc and attr_declaration.cc.
#pragma once

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/plugin/first_error.h"
#include "paddle/framework/plugin/op_declaration.h"

namespace paddle::framework {

// Calls body(*op). What it throws becomes the error of the library, with the
// operator's type added, since exceptions must not cross the C interface. Does
// nothing if the library has an error already.
template <typename Body>
void Declare(PaddleOp* op, Body body) {
  Guarded(op == nullptr ? nullptr : op->library, [&] {
    try {
      body(*op);
    } catch (platform::Error& error) {
      error.AddContext(
          absl::StrCat("in the declaration of operator ", op->proto.type));
      throw;
    }
  });
}

// Returns a name that is valid in a program's text and in Python. Throws
// InvalidArgument for NULL, and for anything but a word of letters, digits and
// underscores.
std::string WordOf(const char* name, absl::string_view what);

// Returns the documentation of `name`. Throws InvalidArgument for NULL and "".
std::string CommentOf(const char* comment, absl::string_view name);

// Sets the members of the table that declare attributes.
void SetAttributeFunctions(PaddleApi* api);

}  // namespace paddle::framework
