// A program in C++11 that goes through paddle.hpp.
#pragma once

#include <string>

// Trains the model of a folder, saves it below `scratch` and loads it again.
// Returns "", or what is not as it should be.
std::string RunHppProgram(const std::string& folder,
                          const std::string& scratch);
