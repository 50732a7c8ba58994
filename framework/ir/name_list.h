// A list of names of variables.
#pragma once

#include <string>
#include <vector>

namespace paddle::framework {

using NameList = std::vector<std::string>;

}  // namespace paddle::framework
