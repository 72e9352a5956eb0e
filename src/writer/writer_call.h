#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "sightglass/status.h"
#include "sightglass/summary_values.h"
#include "writer/run_writer.h"

namespace sightglass::writer {

// Any function that appends the body of an event or says why it cannot; valid during the call that
// takes it. In place of a template, so that each call of SummaryWriter is small.
class BodyEncoder {
 public:
  template <class Function>
  BodyEncoder(const Function& function)  // NOLINT(google-explicit-constructor)
      : object_(&function), call_([](const void* object, std::string& body) -> Status {
          return (*static_cast<const Function*>(object))(body);
        }) {}

  Status operator()(std::string& body) const { return call_(object_, body); }

 private:
  const void* object_;
  Status (*call_)(const void*, std::string&);
};

struct CallHead {
  std::string_view tag;
  std::int64_t step = 0;
  const ValueOptions& options;
  EventField field = EventField::kSummary;
};

// What a writer answers whose contents went to another variable.
Status MovedFrom();

// What every call does that makes one event: refuses a tag, step, time or text that cannot be
// written, encodes, and queues. What `encode` returns is refused, and so is what it throws.
Status AddEncoded(const std::shared_ptr<RunWriter>& run, const CallHead& head, BodyEncoder encode);

// As above for work that makes no event: `work` returns what is to be refused.
Status RunCall(const std::shared_ptr<RunWriter>& run, std::string_view tag, std::int64_t step,
               BodyEncoder work);

}  // namespace sightglass::writer
