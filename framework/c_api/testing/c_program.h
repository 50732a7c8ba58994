// A program in C99 that goes through the interface.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// Trains the model of a folder, saves it below `scratch` and loads it again.
// Returns 0, or the line of what is not as it should be.
int RunCProgram(const char* folder, const char* scratch);

#ifdef __cplusplus
}  // extern "C"
#endif
