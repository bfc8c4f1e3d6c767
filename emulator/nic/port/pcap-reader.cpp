// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls libpcap, which owns the stream once the file is open.
#include "emulator/nic/port/pcap-reader.h"

#include <algorithm>
#include <new>
#include <stdio_ext.h>

namespace dpa {

ssize_t PcapReader::readSome(void *reader, char *to, size_t size) {
  auto &self = *static_cast<PcapReader *>(reader);
  const ssize_t result = self.bytes_.read(to, size);
  self.offset_ += std::max<ssize_t>(result, 0);
  return result;
}

/// For ftello(), which subtracts what is left in the buffer.
int PcapReader::tell(void *reader, off64_t *offset, int whence) {
  if (whence != SEEK_CUR || *offset != 0)
    return -1;
  *offset = static_cast<PcapReader *>(reader)->offset_;
  return 0;
}

std::unique_ptr<PcapReader> PcapReader::open(PcapBytes &bytes,
                                             const std::string &name,
                                             std::string &error) {
  const PcapLibrary *library = PcapLibrary::load(error);
  if (!library)
    return nullptr;
  std::unique_ptr<PcapReader> reader(new PcapReader(*library, bytes, name));
  FILE *stream =
      fopencookie(reader.get(), "rb", {readSome, nullptr, tell, nullptr});
  if (!stream)
    throw std::bad_alloc();
  __fsetlocking(stream, FSETLOCKING_BYCALLER); // used by one thread at a time
  (void)setvbuf(stream, reader->buffer_.data(), _IOFBF, bufferSize);
  reader->stream_ = stream;
  char problem[PCAP_ERRBUF_SIZE] = "";
  reader->file_ =
      library->openFile(stream, PCAP_TSTAMP_PRECISION_NANO, problem);
  if (!reader->file_) {
    error = name + ": " + problem + " (expected a pcap or pcapng file)";
    (void)std::fclose(stream);
    return nullptr;
  }
  const int type = library->linkType(reader->file_);
  if (type == DLT_EN10MB)
    return reader;
  const char *typeName = library->linkTypeName(type);
  error = name + ": expected Ethernet frames, got link type " +
          (typeName ? typeName : std::to_string(type));
  return nullptr;
}

PcapReader::~PcapReader() {
  if (file_)
    library_.close(file_);
}

bool PcapReader::next(std::string &error) {
  constexpr uint64_t perSecond = 1'000'000'000;
  const off_t offset = ftello(stream_);
  pcap_pkthdr *head = nullptr;
  const u_char *bytes = nullptr;
  const int result = library_.next(file_, &head, &bytes);
  if (result == 1) {
    frame_ = {reinterpret_cast<const std::byte *>(bytes), head->caplen};
    size_ = head->len;
    time_ = static_cast<uint64_t>(head->ts.tv_sec) * perSecond +
            static_cast<uint64_t>(head->ts.tv_usec); // nanoseconds here
    ++number_;
    return true;
  }
  if (result != PCAP_ERROR_BREAK)
    error = name_ + ": offset " + std::to_string(offset) + ": " +
            library_.message(file_);
  return false;
}

} // namespace dpa
