#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

#include "base/clock.h"
#include "base/issue_log.h"
#include "kind/router.h"
#include "store/revision_log.h"

namespace sightglass::serve {

// Between two events of one listener; the first after a quiet time goes at once.
inline constexpr std::chrono::milliseconds kLiveEventInterval{25};
// Between two comments that keep connections open.
inline constexpr std::chrono::seconds kLiveHeartbeat{15};

// Takes new snapshots into the revision log and tells everybody who listens at /api/live.
//
// A listener is a revision and nothing else: when its connection can take more, it is given all
// changes since in one event. So a slow one gets fewer and larger events, costs no memory, and
// never holds up the others; and one that comes back with Last-Event-ID goes on where it was.
//
// Threads: one of its own. Any thread may call anything.
// Cost: an event is encoded once for all listeners that are at the same revision and asked for the
// same; its size is bounded, see live_hub_event.h.
class LiveHub {
 public:
  // `newest` gives the newest snapshot. All must outlive the hub, and the hub the HTTP server.
  // `issues` may be null: events then tell revision 0 of them.
  LiveHub(store::RevisionLog& revisions,
          std::function<std::shared_ptr<const store::Snapshot>()> newest, base::Clock& clock,
          const base::IssueLog* issues = nullptr);
  ~LiveHub();
  LiveHub(const LiveHub&) = delete;
  LiveHub& operator=(const LiveHub&) = delete;

  // There is a new snapshot. Returns at once; called by the loader at every publication.
  void Notify();
  // The profile is another one now. Returns at once; every listener is told the newest revision.
  void NotifyProfile(std::uint64_t revision);
  // Adds /api/live.
  void AddRoutes(kind::Router& router);
  // Ends all listeners' streams; whoever comes later gets kUnavailable.
  void Stop();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sightglass::serve
