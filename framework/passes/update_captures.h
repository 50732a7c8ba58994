// Keeps the operators that own blocks informed of what these read.
#pragma once

#include "paddle/framework/ir/program.h"

namespace paddle::framework {

// Makes the operators that own blocks list what these read: `added` names are
// appended to the captures of each one whose blocks have come to read them, and
// `dropped` names removed where they no longer do. Both are visible there.
void UpdateCaptures(const NameList& added, const NameList& dropped,
                    Program* program);

}  // namespace paddle::framework
