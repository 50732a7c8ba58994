#include "paddle/framework/distributed/store/lease.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace paddle::distributed {

namespace {

// Between two tries to renew, when the first has failed.
constexpr std::chrono::milliseconds kPause(100);

}  // namespace

Lease::Lease(int64_t id, std::chrono::milliseconds ttl, Time asked, Calls calls)
    : id_(id), ttl_(ttl), calls_(std::move(calls)), until_(asked + ttl) {
  thread_ = std::thread([this] { Work(); });
}

void Lease::Abandon() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    closed_ = true;
  }
  changed_.notify_all();
}

Lease::~Lease() {
  Abandon();
  thread_.join();
  try {
    calls_.end();
  } catch (const std::exception&) {
    // It ends by itself, somewhat later.
  }
}

bool Lease::AliveLocked() const {
  lost_ = lost_ || std::chrono::steady_clock::now() >= until_;
  return !lost_;
}

Lease::Time Lease::until() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return AliveLocked() ? until_ : Time();
}

bool Lease::alive() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return AliveLocked();
}

void Lease::Work() {
  auto pause = ttl_ / 3;
  while (true) {
    {
      std::unique_lock<std::mutex> lock(mutex_);
      changed_.wait_for(lock, pause, [&] { return closed_; });
      if (closed_ || !AliveLocked()) return;
    }
    try {
      Renew();
      pause = ttl_ / 3;
    } catch (const std::exception&) {
      pause = std::min(ttl_ / 3, kPause);
    }
  }
}

void Lease::Renew() {
  const Time asked = std::chrono::steady_clock::now();
  const bool renewed = calls_.renew();
  std::lock_guard<std::mutex> lock(mutex_);
  // One that was over in between must not come back: others saw it end.
  if (!renewed || !AliveLocked()) {
    lost_ = true;
  } else {
    until_ = asked + ttl_;
  }
}

}  // namespace paddle::distributed
