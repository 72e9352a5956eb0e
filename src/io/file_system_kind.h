#pragma once

#include <cstdint>

namespace sightglass::io {

// May files on a file system of this type (statfs's f_type) change without this machine's kernel
// being told? True of network, cluster and user-space file systems and of folders shared with a
// virtual machine's host.
bool ChangesUnseen(std::uint64_t file_system_type);

}  // namespace sightglass::io
