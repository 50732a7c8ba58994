// Operators from a shared library.
#pragma once

#include <string>
#include <vector>

namespace paddle::framework {

// Loads a library that was written against op_plugin.h; afterwards its
// operators exist as if they were linked. Returns their types, without
// gradients. A library is loaded once: the same file again changes nothing and
// gives the same types, also if the file is another one by now. It is code, and
// may do whatever the process may. Thread safe.
//
// NotFound for a missing file; InvalidArgument for one that is no shared
// library, or none of operators; and the errors of RegisterPlugin. After an
// error nothing of the library is left.
std::vector<std::string> LoadOpLibrary(const std::string& path);

}  // namespace paddle::framework
