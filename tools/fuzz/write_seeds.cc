// Writes the seed programs into a folder, for libFuzzer to start from.

#include <cstdio>
#include <fstream>
#include <string>

#include "paddle/tools/fuzz/seeds.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: write_seeds FOLDER\n");
    return 1;
  }
  int i = 0;
  for (const std::string& seed : paddle::fuzz::SeedPrograms()) {
    std::ofstream file(std::string(argv[1]) + "/seed" + std::to_string(i++),
                       std::ios::binary);
    file << seed;
    if (!file.flush()) return 1;
  }
  return 0;
}
