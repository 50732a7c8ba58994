// Forgets RegisterAllOps(), so that the linker drops every operator of the
// archive; the message says so.
#include <exception>
#include <iostream>

#include "paddle/framework/layers/layers.h"

int main() {
  try {
    paddle::layer::relu(paddle::layer::data("x", {-1, 1}));
  } catch (const std::exception& error) {
    std::cout << error.what() << "\n";
    return 1;
  }
}
