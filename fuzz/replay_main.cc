// Runs a fuzzer's LLVMFuzzerTestOneInput over stored inputs, so that every build and compiler
// checks them without libFuzzer.
//
//   x_fuzz_replay FOLDER...
//
// Exit 0 if every input of every folder went through; a failing input ends the process by itself.
// Exit 1 if a folder is missing, empty or unreadable: a corpus that went astray must not pass for a
// good one.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

// The plain files of `folder`, sorted, so that the input that fails is the same one every time.
std::vector<std::string> SortedFiles(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code failed;
  for (std::filesystem::directory_iterator it(folder, failed), end; !failed && it != end;
       it.increment(failed)) {
    if (it->is_regular_file(failed)) files.push_back(it->path().string());
  }
  if (failed) files.clear();
  std::ranges::sort(files);
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s FOLDER...\n", argv[0]);
    return 1;
  }
  std::size_t inputs = 0;
  for (int i = 1; i < argc; ++i) {
    const std::vector<std::string> files = SortedFiles(argv[i]);
    if (files.empty()) {
      std::fprintf(stderr, "no inputs in %s\n", argv[i]);
      return 1;
    }
    for (const std::string& path : files) {
      std::ifstream file(path, std::ios::binary);
      if (!file) {
        std::fprintf(stderr, "cannot read %s\n", path.c_str());
        return 1;
      }
      const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
      ++inputs;
    }
  }
  std::printf("%zu inputs\n", inputs);
  return 0;
}
