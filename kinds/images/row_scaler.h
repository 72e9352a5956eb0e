#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sightglass::kinds {

// Pixels in memory: rows from the top, four bytes a pixel (red, green, blue, alpha), alpha not
// multiplied in.
struct Picture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> rgba{};
  bool opaque = true;  // no pixel is transparent
};

struct PictureSize {
  std::uint32_t width = 0;
  std::uint32_t height = 0;

  bool operator==(const PictureSize&) const = default;
};

// The size of a picture that is made to fit into `room` and keeps its shape; never larger than it
// is, and at least one pixel each way.
PictureSize FitInto(PictureSize picture, PictureSize room);

// Makes a picture smaller while its rows come in, so that the large one is never in memory. Each
// pixel of the result is the mean of the area it covers, weighted by alpha.
//
// Cost: a few nanoseconds a pixel that comes in; memory for the result and two of its rows.
class RowScaler {
 public:
  explicit RowScaler(PictureSize room) : room_(room) {}

  // How large a picture may become; decoders that can leave out detail need not give more.
  [[nodiscard]] PictureSize room() const { return room_; }

  // Begins a picture of this size. REQUIRES: neither side is 0, and no Begin() before.
  void Begin(PictureSize from);
  // The next row, of as many pixels as Begin() said. Rows beyond the last are left out.
  void Add(std::span<const std::uint8_t> rgba);
  // Rows that did not come are transparent. REQUIRES: Begin().
  [[nodiscard]] Picture Finish();

 private:
  void AddToLine(std::span<const std::uint8_t> rgba);
  void EmitLine();

  PictureSize room_;
  PictureSize from_;
  PictureSize to_;
  // A source row is to_.height units high and a row of the result from_.height units, so that both
  // pictures are equally high and every share is a whole number. The same goes for widths.
  std::uint64_t units_left_ = 0;  // of the row of the result that is being made
  std::vector<float> row_;        // one source row, brought to the width of the result
  std::vector<float> line_;       // the row of the result that is being made
  Picture picture_;
};

}  // namespace sightglass::kinds
