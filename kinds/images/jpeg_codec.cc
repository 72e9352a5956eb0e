// <fmt/format.h> brings FILE and size_t, which jpeglib.h takes for granted.
#include <fmt/format.h>
#include <jpeglib.h>

#include <algorithm>
#include <csetjmp>
#include <cstdlib>
#include <memory>
#include <vector>

#include "kinds/images/image_codecs.h"

namespace sightglass::kinds {
namespace {

using base::Error;
using base::ErrorCode;

// A progressive picture of a few kilobytes can ask for its pixels to be gone over thousands of
// times.
constexpr int kMaxScans = 200;
constexpr long kMaxLibraryBytes = 256L << 20;

struct JpegErrors {
  jpeg_error_mgr manager{};  // first: the library knows only this part
  std::jmp_buf jump{};
  char message[JMSG_LENGTH_MAX]{};
};

[[noreturn]] void Fail(j_common_ptr library, const char* message) {
  auto* const errors = reinterpret_cast<JpegErrors*>(library->err);
  fmt::format_to_n(errors->message, sizeof(errors->message) - 1, "{}", message);
  std::longjmp(errors->jump, 1);
}

void OnError(j_common_ptr library) {
  char message[JMSG_LENGTH_MAX];
  library->err->format_message(library, message);
  Fail(library, message);
}

void OnMessage(j_common_ptr /*library*/, int /*level*/) {}

boolean OnInputEnd(j_decompress_ptr library) {
  Fail(reinterpret_cast<j_common_ptr>(library), "it ends before its pixels do");
}

void SkipInput(j_decompress_ptr library, long bytes) {
  if (bytes <= 0) return;
  if (static_cast<std::size_t>(bytes) > library->src->bytes_in_buffer) OnInputEnd(library);
  library->src->next_input_byte += bytes;
  library->src->bytes_in_buffer -= static_cast<std::size_t>(bytes);
}

void NothingToDo(j_decompress_ptr /*library*/) {}

void OnProgress(j_common_ptr library) {
  if (library->is_decompressor &&
      reinterpret_cast<j_decompress_ptr>(library)->input_scan_number > kMaxScans) {
    Fail(library, "too many scans");
  }
}

void StartErrors(JpegErrors& errors) {
  jpeg_std_error(&errors.manager);
  errors.manager.error_exit = OnError;
  errors.manager.emit_message = OnMessage;
}

// Four inks, which writers of JPEG store as what is left of the light.
void InksToRgba(std::span<const std::uint8_t> inks, std::vector<std::uint8_t>& rgba) {
  for (std::size_t i = 0; i < inks.size(); i += 4) {
    const unsigned black = inks[i + 3];
    for (std::size_t channel = 0; channel < 3; ++channel) {
      rgba[i + channel] = static_cast<std::uint8_t>(inks[i + channel] * black / 255);
    }
    rgba[i + 3] = 255;
  }
}

// By how many eighths the library may shrink so that at least what fits into the room is left.
unsigned EighthsFor(const ImageHeader& header, PictureSize room) {
  const PictureSize wanted = FitInto({.width = header.width, .height = header.height}, room);
  for (const unsigned eighths : {1U, 2U, 4U}) {
    if (std::uint64_t{header.width} * eighths >= std::uint64_t{wanted.width} * 8 &&
        std::uint64_t{header.height} * eighths >= std::uint64_t{wanted.height} * 8) {
      return eighths;
    }
  }
  return 8;
}

struct JpegReader {
  JpegErrors errors{};
  jpeg_decompress_struct library{};
  jpeg_source_mgr source{};
  jpeg_progress_mgr progress{};

  JpegReader() {
    StartErrors(errors);
    library.err = &errors.manager;
  }
  JpegReader(const JpegReader&) = delete;
  JpegReader& operator=(const JpegReader&) = delete;
  ~JpegReader() { jpeg_destroy_decompress(&library); }
};

// As in png_codec.cc, no destructor may stand between setjmp() and the library.
bool ReadRows(JpegReader& reader, const ImageHeader& header, std::vector<std::uint8_t>& row,
              std::vector<std::uint8_t>& rgba, RowScaler& scaler) {
  if (setjmp(reader.errors.jump) != 0) return false;
  jpeg_decompress_struct& library = reader.library;
  jpeg_create_decompress(&library);
  library.mem->max_memory_to_use = kMaxLibraryBytes;
  library.src = &reader.source;
  library.progress = &reader.progress;
  jpeg_read_header(&library, TRUE);
  if (library.image_width != header.width || library.image_height != header.height) {
    Fail(reinterpret_cast<j_common_ptr>(&library), "it has two sizes");
  }
  const bool inks = library.num_components == 4;
  library.out_color_space = inks ? JCS_CMYK : JCS_EXT_RGBA;
  library.scale_num = EighthsFor(header, scaler.room());
  library.scale_denom = 8;
  jpeg_start_decompress(&library);
  scaler.Begin({.width = library.output_width, .height = library.output_height});
  const std::size_t row_bytes = std::size_t{library.output_width} * 4;
  row.resize(row_bytes);
  rgba.resize(inks ? row_bytes : 0);
  while (library.output_scanline < library.output_height) {
    JSAMPROW rows[] = {row.data()};
    jpeg_read_scanlines(&library, rows, 1);
    if (inks) InksToRgba({row.data(), row_bytes}, rgba);
    scaler.Add({inks ? rgba.data() : row.data(), row_bytes});
  }
  return true;
}

struct JpegWriter {
  JpegErrors errors{};
  jpeg_compress_struct library{};
  unsigned char* bytes = nullptr;
  unsigned long size = 0;

  JpegWriter() {
    StartErrors(errors);
    library.err = &errors.manager;
  }
  JpegWriter(const JpegWriter&) = delete;
  JpegWriter& operator=(const JpegWriter&) = delete;
  ~JpegWriter() {
    jpeg_destroy_compress(&library);
    std::free(bytes);
  }
};

bool WriteRows(JpegWriter& writer, const Picture& picture, int quality) {
  if (setjmp(writer.errors.jump) != 0) return false;
  jpeg_compress_struct& library = writer.library;
  jpeg_create_compress(&library);
  jpeg_mem_dest(&library, &writer.bytes, &writer.size);
  library.image_width = picture.width;
  library.image_height = picture.height;
  library.input_components = 4;
  library.in_color_space = JCS_EXT_RGBX;
  jpeg_set_defaults(&library);
  jpeg_set_quality(&library, quality, TRUE);
  jpeg_start_compress(&library, TRUE);
  while (library.next_scanline < library.image_height) {
    const std::size_t at = std::size_t{library.next_scanline} * picture.width * 4;
    // The library does not write to it, but its type does not say so.
    JSAMPROW rows[] = {const_cast<JSAMPROW>(picture.rgba.data() + at)};
    jpeg_write_scanlines(&library, rows, 1);
  }
  jpeg_finish_compress(&library);
  return true;
}

}  // namespace

base::Status DecodeJpegRows(base::Bytes encoded, const ImageHeader& header, RowScaler& scaler) {
  JpegReader reader;
  reader.source.next_input_byte = reinterpret_cast<const JOCTET*>(encoded.data());
  reader.source.bytes_in_buffer = encoded.size();
  reader.source.init_source = NothingToDo;
  reader.source.fill_input_buffer = OnInputEnd;
  reader.source.skip_input_data = SkipInput;
  reader.source.resync_to_restart = jpeg_resync_to_restart;
  reader.source.term_source = NothingToDo;
  reader.progress.progress_monitor = OnProgress;
  std::vector<std::uint8_t> row;
  std::vector<std::uint8_t> rgba;
  if (!ReadRows(reader, header, row, rgba, scaler)) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("damaged jpeg: {}", reader.errors.message)};
  }
  return base::OkStatus();
}

base::Result<std::string> EncodeJpeg(const Picture& picture, int quality) {
  JpegWriter writer;
  if (!WriteRows(writer, picture, quality)) {
    return Error{ErrorCode::kInternal, fmt::format("libjpeg: {}", writer.errors.message)};
  }
  return std::string(reinterpret_cast<const char*>(writer.bytes), writer.size);
}

}  // namespace sightglass::kinds
