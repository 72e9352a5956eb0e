#include "writer/writer_call.h"

#include <utility>

#include "writer/guarded_call.h"
#include "writer/utf8_check.h"

namespace sightglass::writer {
namespace {

Status CheckTexts(const ValueOptions& options) {
  if (Status status = CheckUtf8("display name", options.display_name); !status.ok()) return status;
  return CheckUtf8("description", options.description);
}

}  // namespace

Status MovedFrom() {
  return {StatusCode::kFailedPrecondition, "the writer was moved to another variable"};
}

Status AddEncoded(const std::shared_ptr<RunWriter>& run, const CallHead& head, BodyEncoder encode) {
  if (run == nullptr) return MovedFrom();
  return Guarded([&]() -> Status {
    Status refused;
    try {
      const ValueOptions& options = head.options;
      if (Status status = run->CheckCall(head.tag, head.step, options.wall_time); !status.ok()) {
        return status;
      }
      refused = CheckTexts(options);
      std::string body;
      if (refused.ok()) refused = encode(body);
      if (refused.ok()) {
        return run->AddEvent(head.field, std::move(body), head.step, options.wall_time);
      }
    } catch (...) {
      refused = StatusOfException();
    }
    return run->Refuse(std::move(refused));
  });
}

Status RunCall(const std::shared_ptr<RunWriter>& run, std::string_view tag, std::int64_t step,
               BodyEncoder work) {
  if (run == nullptr) return MovedFrom();
  return Guarded([&]() -> Status {
    Status refused;
    try {
      if (Status status = run->CheckCall(tag, step, std::nullopt); !status.ok()) return status;
      std::string unused;
      refused = work(unused);
    } catch (...) {
      refused = StatusOfException();
    }
    return refused.ok() ? refused : run->Refuse(std::move(refused));
  });
}

}  // namespace sightglass::writer
