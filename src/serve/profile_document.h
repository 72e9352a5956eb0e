#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/json_writer.h"
#include "base/result.h"

namespace sightglass::serve {

// What a profile may hold; what passes a limit is refused with an error that names it.
inline constexpr std::size_t kMaxProfileBytes = std::size_t{16} << 20;
inline constexpr std::size_t kMaxProfileRuns = 10'000;
inline constexpr std::size_t kMaxProfileViews = 1'000;
inline constexpr std::size_t kMaxProfileRunNameBytes = 4'096;  // no path is longer
inline constexpr std::size_t kMaxProfileNameBytes = 1'024;     // names that users give
inline constexpr std::size_t kMaxProfileNoteBytes = std::size_t{16} << 10;
inline constexpr std::size_t kMaxProfileStateBytes = std::size_t{16} << 10;
inline constexpr std::size_t kMaxProfileTags = 64;
inline constexpr std::size_t kMaxProfileTagBytes = 128;

// What users say about runs, and the views that they saved: JSON as README.md describes it.
//
// Invariants: 1. every member that we know is of its type and within its limit; 2. a run of which
// nothing is said is not there; 3. default_view names a view, or is not there; 4. all other members
// are. Members that we do not know are kept: a newer program may have written them.
class ProfileDocument {
 public:
  ProfileDocument();  // empty
  ~ProfileDocument();
  ProfileDocument(const ProfileDocument& other);
  ProfileDocument& operator=(const ProfileDocument& other);
  ProfileDocument(ProfileDocument&&) noexcept;
  ProfileDocument& operator=(ProfileDocument&&) noexcept;

  // Of a file's text; one without a byte is an empty document. kDataLoss if it is none.
  static base::Result<ProfileDocument> Parse(std::string_view text);

  // Applies a JSON merge patch (RFC 7396): null takes a member away. A view that comes without the
  // time at which it was saved gets `now_seconds`. kInvalidArgument, kOutOfRange (a limit) or
  // kNotFound (a default view that is none); the document is then as it was.
  base::Status Merge(std::string_view patch, std::int64_t now_seconds);

  // What Parse() takes, one run or view a line, so that people can read and compare it.
  [[nodiscard]] std::string Text() const;
  // Writes the members runs, views and default_view (null if there is none).
  void WriteMembers(base::JsonWriter& json) const;

  bool operator==(const ProfileDocument& other) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sightglass::serve
