#pragma once

namespace sightglass::writer {

// Something that a fork() in the user's program must find in order.
class ForkMember {
 public:
  virtual ~ForkMember() = default;
  virtual void BeforeFork() = 0;  // takes its locks
  virtual void InParent() = 0;    // gives them back
  virtual void InChild() = 0;     // begins anew: no other thread is left
  virtual void AtExit() = 0;      // the process ends in good order
};

// `member` is told of forks, and of the end of the process, until it leaves.
//
// Threads: any.
void JoinForks(ForkMember& member);
void LeaveForks(ForkMember& member);

// Keeps what a child must neither use nor free, because a thread of the parent may have been in the
// middle of changing it. nullptr is fine.
void LeaveToParent(void* object);

}  // namespace sightglass::writer
