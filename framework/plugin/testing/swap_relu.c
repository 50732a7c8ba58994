/* A pass for tests: it makes tanh of each relu, in the bytes of the program. */
#include <stdlib.h>
#include <string.h>

#include "paddle/framework/plugin/op_plugin.h"

/* The field of an operator with its type: its number, its length, its text. */
static const char kRelu[] = "\x04relu", kTanh[] = "\x04tanh";

static PaddleStatus Swap(const PaddleApi* api, PaddlePass* pass, void* data) {
  size_t size = 0, i;
  const char* program = api->pass_program(pass, &size);
  char* changed = malloc(size + 1);
  int found = 0;
  (void)data;
  if (changed == NULL) {
    return api->fail_pass(pass, PADDLE_RESOURCE_EXHAUSTED, "no memory");
  }
  memcpy(changed, program, size);
  for (i = 0; i + 5 <= size; ++i) {
    if (memcmp(changed + i, kRelu, 5) != 0) continue;
    memcpy(changed + i, kTanh, 5);
    found = 1;
  }
  if (found) api->set_program(pass, changed, size);
  free(changed);
  return api->pass_status(pass);
}

/* Gives bytes that are no program. */
static PaddleStatus Spoil(const PaddleApi* api, PaddlePass* pass, void* data) {
  (void)data;
  api->set_program(pass, "\xff\xff", 2);
  return api->pass_status(pass);
}

static PaddleStatus Refuse(const PaddleApi* api, PaddlePass* pass, void* data) {
  return api->fail_pass(pass, PADDLE_UNIMPLEMENTED,
                        api->pass_keeps_all(pass) ? "it keeps all" : data);
}

static PaddleStatus Declare(const PaddleApi* api, PaddleLibrary* library) {
  static char drops[] = "it drops what it can";
  api->add_pass(library, "swap_relu", "Writes tanh for relu.", 1, 2,
                PADDLE_REWRITE, Swap, NULL);
  api->add_pass(library, "spoil_program", "Gives no program.", 1, 2,
                PADDLE_ELIMINATE, Spoil, NULL);
  api->add_pass(library, "refuse_program", "Fails.", 3, 2, PADDLE_ELIMINATE,
                Refuse, drops);
  return api->library_status(library);
}
PADDLE_OP_LIBRARY(Declare)
