#include "writer/fork_registry.h"

#include <pthread.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <vector>

namespace sightglass::writer {
namespace {

struct Registry {
  std::mutex mutex;
  std::vector<ForkMember*> members;
  std::vector<void*> left_to_parent;
};

// Never destroyed: writers may live in static variables that end after any of ours.
Registry& TheRegistry() {
  static Registry& registry = *new Registry;
  return registry;
}

void BeforeFork() {
  Registry& registry = TheRegistry();
  registry.mutex.lock();
  for (ForkMember* member : registry.members) member->BeforeFork();
}

void InParent() {
  Registry& registry = TheRegistry();
  for (ForkMember* member : registry.members) member->InParent();
  registry.mutex.unlock();
}

void InChild() {
  Registry& registry = TheRegistry();
  for (ForkMember* member : registry.members) member->InChild();
  registry.mutex.unlock();
}

void AtExit() {
  const std::lock_guard lock(TheRegistry().mutex);
  for (ForkMember* member : TheRegistry().members) member->AtExit();
}

}  // namespace

void JoinForks(ForkMember& member) {
  [[maybe_unused]] static const bool installed = [] {
    TheRegistry();
    ::pthread_atfork(&BeforeFork, &InParent, &InChild);
    std::atexit(&AtExit);
    return true;
  }();
  const std::lock_guard lock(TheRegistry().mutex);
  TheRegistry().members.push_back(&member);
}

void LeaveForks(ForkMember& member) {
  const std::lock_guard lock(TheRegistry().mutex);
  std::erase(TheRegistry().members, &member);
}

void LeaveToParent(void* object) { TheRegistry().left_to_parent.push_back(object); }

}  // namespace sightglass::writer
