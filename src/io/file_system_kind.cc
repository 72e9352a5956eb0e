#include "io/file_system_kind.h"

#include <algorithm>
#include <array>

namespace sightglass::io {

bool ChangesUnseen(std::uint64_t file_system_type) {
  // Numbers as in statfs(2) and the headers of each; most are not in linux/magic.h everywhere.
  static constexpr std::array<std::uint64_t, 22> kTypes = {
      0x6969,      // NFS
      0x517B,      // SMB
      0xFE534D42,  // SMB 2 and later
      0xFF534D42,  // CIFS
      0x65735546,  // FUSE: sshfs, gcsfuse, s3fs, virtiofs, Docker Desktop, ...
      0x01021997,  // 9p: WSL, gVisor, QEMU
      0x00C36400,  // Ceph
      0x5346414F,  // AFS
      0x6B414653,  // kAFS
      0x73757245,  // Coda
      0x564C,      // NCP
      0x0BD00BD0,  // Lustre
      0x47504653,  // GPFS
      0x19830326,  // BeeGFS
      0x01161970,  // GFS2
      0x7461636F,  // OCFS2
      0x20030528,  // OrangeFS
      0xAAD7AAEA,  // PanFS
      0x786F4256,  // VirtualBox shared folders
      0xBACBACBC,  // VMware shared folders
      0x00C0FFEE,  // hostfs
      0x7C7C6673,  // Parallels shared folders
  };
  // f_type is signed on some machines, and then these large numbers come sign-extended.
  return std::ranges::find(kTypes, file_system_type & 0xFFFFFFFFU) != kTypes.end();
}

}  // namespace sightglass::io
