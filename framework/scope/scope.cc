#include "paddle/framework/scope/scope.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "absl/container/flat_hash_map.h"

namespace paddle::framework {

namespace {

uint64_t NextUid() {
  // Relaxed suffices: only uniqueness matters. 0 stays free, for "no scope".
  static std::atomic<uint64_t> next{1};
  return next.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

struct Scope::Variables {
  absl::flat_hash_map<std::string, std::unique_ptr<Variable>> of;
};

Scope::Scope(std::shared_ptr<Scope> parent)
    : parent_(std::move(parent)),
      uid_(NextUid()),
      vars_(std::make_unique<Variables>()) {}

Scope::~Scope() = default;

std::shared_ptr<Scope> Scope::Create(const std::shared_ptr<Scope>& parent) {
  return std::shared_ptr<Scope>(new Scope(parent));
}

Variable* Scope::Var(absl::string_view name) {
  Variable* found = FindLocalVar(name);
  return found != nullptr ? found : NewVar(name);
}

Variable* Scope::NewVar(absl::string_view name) {
  auto [it, inserted] = vars_->of.try_emplace(std::string(name), nullptr);
  PADDLE_ENFORCE(inserted, AlreadyExists, "the scope has a variable ", name,
                 " already");
  // Not make_unique: the constructor is private to Scope.
  it->second.reset(new Variable());
  ++version_;
  return it->second.get();
}

Variable* Scope::FindVar(absl::string_view name) const {
  for (const Scope* scope = this; scope != nullptr;
       scope = scope->parent_.get()) {
    if (Variable* found = scope->FindLocalVar(name)) return found;
  }
  return nullptr;
}

Variable* Scope::FindLocalVar(absl::string_view name) const {
  auto it = vars_->of.find(name);
  return it == vars_->of.end() ? nullptr : it->second.get();
}

void Scope::Erase(absl::string_view name) {
  auto it = vars_->of.find(name);
  PADDLE_ENFORCE(it != vars_->of.end(), NotFound, "the scope has no variable ",
                 name);
  // Bumping the version makes runs look up their variables again instead of
  // following pointers to this one.
  vars_->of.erase(it);
  ++version_;
}

uint64_t Scope::ChainVersion() const {
  uint64_t version = 0;
  for (const Scope* scope = this; scope != nullptr;
       scope = scope->parent_.get()) {
    version += scope->version_;
  }
  return version;
}

const Scope& Scope::root() const {
  const Scope* scope = this;
  while (scope->parent_ != nullptr) scope = scope->parent_.get();
  return *scope;
}

Scope& Scope::root() {
  return const_cast<Scope&>(static_cast<const Scope&>(*this).root());
}

std::vector<std::string> Scope::LocalNames() const {
  std::vector<std::string> names;
  names.reserve(vars_->of.size());
  for (const auto& [name, var] : vars_->of) names.push_back(name);
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace paddle::framework
