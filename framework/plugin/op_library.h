// Loads operators and passes from a shared library.
#pragma once

#include <string>
#include <vector>

namespace paddle::framework {

// Loads a library written against op_plugin.h, after which its operators and
// passes exist as if they were linked; what has been compiled stays as it is.
// Returns their types, without gradients. A library is loaded once: loading the
// same path again changes nothing and returns the same types, even if the file
// has been replaced. A library is code and may do whatever the process may.
// Thread safe.
//
// Throws NotFound for a missing file, InvalidArgument for one that is not a
// shared library or has neither, and the errors of RegisterPlugin. After
// an error nothing of the library remains.
std::vector<std::string> LoadOpLibrary(const std::string& path);

}  // namespace paddle::framework
