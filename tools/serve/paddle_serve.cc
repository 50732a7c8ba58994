// Serves the models of a folder by the Open Inference Protocol v2.
#include "paddle/tools/serve/serve_main.h"

int main(int argc, char** argv) {
  return paddle::serve::ServeMain(argc, argv, {});
}
