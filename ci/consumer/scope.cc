// Names in nested scopes: all that this program links is scopes.
#include "paddle/framework/scope/scope.h"

#include <iostream>
#include <string>

using paddle::framework::Scope;

int main() {
  const auto outer = Scope::Create();
  *outer->Var("greeting")->GetMutable<std::string>() = "hello";
  const auto inner = Scope::Create(outer);
  *inner->Var("answer")->GetMutable<int>() = 42;

  std::cout << inner->FindVar("greeting")->Get<std::string>() << " "
            << inner->FindVar("answer")->Get<int>() << "\n"
            << "outside: "
            << (outer->FindVar("answer") == nullptr ? "unknown" : "known")
            << "\n";
  try {
    inner->FindVar("answer")->Get<std::string>();
  } catch (const paddle::platform::Error& error) {
    std::cout << "refused: " << error.what() << "\n";
  }
}
