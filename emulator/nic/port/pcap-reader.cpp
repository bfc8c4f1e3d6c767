// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chooses the reader of a file. libpcap owns the stream once the file is open.
#include "emulator/nic/port/pcap-reader.h"

#include <cstring>
#include <new>
#include <stdio_ext.h>
#include <utility>

namespace dpa {

ssize_t PcapReader::readSome(void *reader, char *to, size_t size) {
  return static_cast<PcapReader *>(reader)->records_.take(to, size);
}

/// For ftello(), which subtracts what is left in the buffer.
int PcapReader::tell(void *reader, off64_t *offset, int whence) {
  if (whence != SEEK_CUR || *offset != 0)
    return -1;
  *offset = static_cast<off64_t>(
      static_cast<PcapReader *>(reader)->records_.offset());
  return 0;
}

std::unique_ptr<PcapReader> PcapReader::open(PcapBytes &bytes,
                                             const std::string &name,
                                             std::string &error) {
  std::unique_ptr<PcapReader> reader(new PcapReader(bytes, name));
  if (reader->records_.readHeader() || reader->openLibrary(error))
    return reader;
  return nullptr;
}

bool PcapReader::openLibrary(std::string &error) {
  constexpr size_t bufferSize = size_t(64) << 10;
  library_ = PcapLibrary::load(error);
  if (!library_)
    return false;
  FILE *stream = fopencookie(this, "rb", {readSome, nullptr, tell, nullptr});
  if (!stream)
    throw std::bad_alloc();
  __fsetlocking(stream, FSETLOCKING_BYCALLER); // used by one thread at a time
  buffer_.resize(bufferSize);
  (void)setvbuf(stream, buffer_.data(), _IOFBF, buffer_.size());
  stream_ = stream;
  char problem[PCAP_ERRBUF_SIZE] = "";
  file_ = library_->openFile(stream, PCAP_TSTAMP_PRECISION_NANO, problem);
  if (!file_) {
    error = name_ + ": " + problem + " (expected a pcap or pcapng file)";
    (void)std::fclose(stream);
    return false;
  }
  const int type = library_->linkType(file_);
  if (type == DLT_EN10MB)
    return true;
  const char *typeName = library_->linkTypeName(type);
  error = name_ + ": expected Ethernet frames, got link type " +
          (typeName ? typeName : std::to_string(type));
  return false;
}

PcapReader::~PcapReader() {
  if (file_)
    library_->close(file_);
}

bool PcapReader::nextRecord(std::string &error) {
  if (records_.next(record_, error))
    return true;
  if (!error.empty())
    error.insert(0, name_ + ": offset " + std::to_string(records_.offset()) +
                        ": ");
  return false;
}

bool PcapReader::nextOfLibrary(std::string &error) {
  constexpr uint64_t perSecond = 1'000'000'000;
  const off_t offset = ftello(stream_);
  pcap_pkthdr *head = nullptr;
  const u_char *bytes = nullptr;
  const int result = library_->next(file_, &head, &bytes);
  if (result == 1) {
    record_ = {
        .frame =
            copyOf({reinterpret_cast<const std::byte *>(bytes), head->caplen}),
        .size = head->len,
        .time = static_cast<uint64_t>(head->ts.tv_sec) * perSecond +
                static_cast<uint64_t>(head->ts.tv_usec)}; // nanoseconds here
    return true;
  }
  if (result != PCAP_ERROR_BREAK)
    error = name_ + ": offset " + std::to_string(offset) + ": " +
            library_->message(file_);
  return false;
}

void PcapReader::exchangeBuffer(std::vector<char> &buffer) {
  constexpr size_t framesInBuffer = 4; // of the longest
  if (!file_)
    return records_.exchangeBuffer(buffer);
  if (buffer.size() < framesInBuffer * keptSizeMax)
    buffer.resize(framesInBuffer * keptSizeMax);
  std::swap(copies_, buffer);
  copied_ = 0;
}

/// Of a frame in memory of libpcap, which the next frame overwrites.
Frame PcapReader::copyOf(Frame frame) {
  if (frame.empty() || frame.size() > copies_.size() - copied_)
    return frame;
  auto *copy = reinterpret_cast<std::byte *>(copies_.data() + copied_);
  std::memcpy(copy, frame.data(), frame.size());
  copied_ += frame.size();
  return {copy, frame.size()};
}

} // namespace dpa
