// Describes the processor: its name, its cores and its instruction set.
#pragma once

#include <string>

namespace paddle::platform {

// Returns the processor's own name for itself, such as "AMD EPYC 9555", or
// "unknown".
std::string CPUName();
// Returns the number of processors this process may use, at least 1: those of
// its affinity, and not more than its container gives it time of (cpu_quota.h),
// rounded up.
int CPUCount();

// Returns the x86-64 psABI level of the processor: 1 for every x86-64, 2 with
// SSE4.2, 3 with AVX2 and FMA, 4 with AVX-512; 0 on other machines.
int CPULevel();
// Returns the level this program was compiled for.
int RequiredCPULevel();

// Returns null if the processor can run this program, else a text that names
// what is missing. Uses only instructions of level 1 and does not allocate,
// since it runs before anything has been checked.
const char* InstructionSetProblem() noexcept;
// Compares two given levels in the same way; 0 means another kind of machine.
const char* InstructionSetProblem(int required, int available) noexcept;
// Throws Unavailable, with the text of InstructionSetProblem, if there is one.
void CheckInstructionSet();

}  // namespace paddle::platform
