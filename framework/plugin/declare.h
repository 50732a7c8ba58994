// What the declarations of operators have in common.
#pragma once

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/plugin/first_error.h"
#include "paddle/framework/plugin/op_declaration.h"

namespace paddle::framework {

// body(*op), with the library's error; nothing after one.
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

// A name that can stand in a program's text and in Python. InvalidArgument for
// NULL, and for anything but a word of letters, digits and underscores.
std::string WordOf(const char* name, absl::string_view what);

// The documentation of `name`. InvalidArgument for NULL and for an empty text.
std::string CommentOf(const char* comment, absl::string_view name);

}  // namespace paddle::framework
