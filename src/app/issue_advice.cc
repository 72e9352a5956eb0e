#include "app/issue_advice.h"

#include "base/check.h"

namespace sightglass::app {

std::string_view IssueAdvice(base::IssueKind kind) {
  using enum base::IssueKind;
  switch (kind) {
    case kFileUnreadable:
      return "Nothing of the file was read. Check its permissions and the disk.";
    case kDirectoryUnreadable:
      return "Nothing below was looked at. Check its permissions and the disk.";
    case kSymlinkLoop:
      return "Not followed; everything is found under its shorter name. Remove the link.";
    case kDamagedHeader:
    case kDamagedPayload:
      return "The record is lost, those around it are kept. Copy the file again if there is "
             "another copy, and suspect the disk or the copying if there is more of it.";
    case kFalseLength:
      return "The writer stopped inside a record and went on after it, or bytes were lost. "
             "Records after it are kept.";
    case kRecordTooLarge:
      return "The record is left out. Write large values in parts.";
    case kTornTail:
      return "Normal while the job still writes: the record is read when it is complete. If the "
             "job is over, it was stopped while writing, and this one record is lost.";
    case kNotEventData:
      return "These bytes are no events. A compressed or foreign file may carry 'tfevents' in its "
             "name: unpack or rename it.";
    case kBadEvent:
      return "The bytes are as they were written, but the writer wrote no proper event. Update the "
             "library that wrote them.";
    case kBadValue:
      return "The value is left out, others of the event are kept. Look at how the tag is written.";
    case kKindChanged:
      return "A tag has one kind: values of another are left out. Use another tag for them.";
    case kBadWallTime:
      return "The latest earlier time of the file stands in. Look at the clock the job gives.";
    case kBadUtf8:
      return "Its bytes are kept and shown as \\xNN. Write tags in UTF-8.";
    case kTagTooLong:
      return "It is kept whole and shown shortened. Shorter tags are easier to read.";
    case kTooManyTags:
      return "Values of further tags are left out. Put what varies (a step, a name) into runs or "
             "steps, not tags.";
    case kFileReplaced:
      return "Another file took its name; it was read anew. Nothing to do.";
    case kResyncGivenUp:
      return "The rest of the file is left out. Copy it again if there is another copy.";
    case kDuplicateRun:
      return "Only one of them is shown. Name the directories apart: --logdir_spec a:DIR1,b:DIR2.";
    case kWatchLimited:
      return "Changes are seen a little later. Raise fs.inotify.max_user_watches.";
  }
  CHECK(false && "an IssueKind without advice");
  return {};
}

}  // namespace sightglass::app
