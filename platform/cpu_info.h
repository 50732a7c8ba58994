// What the processor is and can do.
#pragma once

#include <string>

namespace paddle::platform {

// The name the processor gives itself, such as "AMD EPYC 9555"; "unknown" if
// it gives none.
std::string CPUName();
// The processors this process may use; at least 1.
int CPUCount();

// The instruction set levels of the x86-64 psABI: 1 for what every x86-64 has,
// 2 with SSE4.2, 3 with AVX2 and FMA, 4 with AVX-512. 0 on other machines.
int CPULevel();
// The level this program was compiled for.
int RequiredCPULevel();

// Null if the processor can run this program, else a text that says what is
// missing. Uses no instruction beyond the first level, allocates nothing.
const char* InstructionSetProblem() noexcept;
// The same for given levels; 0 stands for other machines.
const char* InstructionSetProblem(int required, int available) noexcept;
// Unavailable, with that text.
void CheckInstructionSet();

}  // namespace paddle::platform
