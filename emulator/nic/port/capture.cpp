// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In the pcap format (pcap-format.h).
#include "emulator/nic/port/capture.h"

#include "base/fork-generation.h"
#include "base/log-line.h"
#include "emulator/configuration/port-settings.h"
#include "emulator/host/errno-guard.h"
#include "emulator/host/no-signals.h"
#include "emulator/nic/port/capture-burst.h"
#include "emulator/nic/port/capture-flusher.h"
#include "emulator/nic/port/pcap-format.h"

#include <cstring>
#include <exception>
#include <fcntl.h>
#include <mutex>
#include <new>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace dpa {
namespace {

constexpr size_t recordSizeMax =
    sizeof(PcapRecordHead) + portMtuMax + frameOverhead;
static_assert(recordSizeMax <= CaptureRecords::sizeMax &&
              CaptureRecords::sizeMax <= CaptureRing::pieceSize);

bool isFifo(const char *file) {
  struct stat status{};
  return stat(file, &status) == 0 && S_ISFIFO(status.st_mode);
}

/// A FIFO is opened for reading, too: so opening it does not wait for a reader,
/// and one that has ended can be followed by another.
int flagsOf(const char *file) {
  return (isFifo(file) ? O_RDWR : O_WRONLY) | O_NONBLOCK;
}

} // namespace

/// The captures of the program. Allocates nothing.
class OpenCaptures {
public:
  /// Around fork(). The child has no captures, and keeps no file of its parent open: it
  /// would keep the lock of the file.
  static void beforeFork() {
    forking() = &perProgram<OpenCaptures>();
    forking()->lock_.lock();
  }
  static void afterForkInParent() { forking()->lock_.unlock(); }
  static void afterForkInChild() {
    for (Capture *each = forking()->first_; each; each = each->next_)
      each->file_.closeInherited();
    forking()->lock_.unlock();
  }

  void add(Capture &capture) {
    const std::lock_guard guard(lock_);
    capture.next_ = std::exchange(first_, &capture);
  }
  /// Not one that the parent of this program has opened.
  void remove(const Capture &capture) {
    const std::lock_guard guard(lock_);
    for (Capture **each = &first_; *each; each = &(*each)->next_)
      if (*each == &capture) {
        *each = capture.next_;
        return;
      }
  }
  void finishAll() {
    const std::lock_guard guard(lock_);
    for (Capture *each = first_; each; each = each->next_)
      each->finish();
  }

private:
  static OpenCaptures *&forking() {
    static constinit OpenCaptures *captures = nullptr;
    return captures;
  }

  std::mutex lock_;
  Capture *first_ = nullptr;
};

namespace {

const int closesInherited =
    pthread_atfork(OpenCaptures::beforeFork, OpenCaptures::afterForkInParent,
                   OpenCaptures::afterForkInChild);

/// At a regular end of the program. Units and links may still run.
[[gnu::destructor]] void finishCaptures() noexcept {
  perProgram<OpenCaptures>().finishAll();
}

} // namespace

std::shared_ptr<Capture> Capture::create(std::string_view file,
                                         Background *background,
                                         std::string &error) {
  constexpr int pipeSize = 1 << 20;
  const std::string name(file);
  auto capture = std::make_shared<Capture>(file, flagsOf(name.c_str()));
  if (const int problem = capture->file_.problem()) {
    error = name + ": " +
            (problem == EWOULDBLOCK
                 ? "another port is writing a capture to this file"
                 : std::strerror(problem));
    return nullptr;
  }
  if (!capture->canBeCut_) // as much as allowed
    (void)fcntl(capture->file_.descriptor(), F_SETPIPE_SZ, pipeSize);
  else if (background)
    capture->flusher_ = std::make_shared<CaptureFlusher>(capture, *background);
  return capture;
}

Capture::Capture(std::string_view file, int flags)
    : file_(file, flags), canBeCut_(file_.isRegular()) {
  if (canBeCut_)
    ring_.reserve();
  else
    rest_.reserve(recordSizeMax);
  perProgram<OpenCaptures>().add(*this);
}

Capture::~Capture() {
  perProgram<OpenCaptures>().remove(*this);
}

bool Capture::begin(std::string &error) {
  PcapFileHead head = {.magic = pcapNanoseconds,
                       .major = pcapMajor,
                       .minor = pcapMinor,
                       .zone = 0,
                       .accuracy = 0,
                       .snapLength = pcapFrameMax,
                       .linkType = pcapEthernet};
  if (const int problem = putHead(std::as_bytes(std::span(&head, 1)))) {
    error = std::string(file_.name()) + ": " + std::strerror(problem);
    return false;
  }
  return true;
}

/// 0, or the errno.
int Capture::putHead(ByteView head) {
  const std::lock_guard guard(fileLock_);
  if (isOver_) // the program ends
    return ECANCELED;
  if (canBeCut_) {
    ring_.setSizeOfFile(head.size());
    return file_.begin(head);
  }
  iovec part = {const_cast<std::byte *>(head.data()), head.size()};
  return put(&part, 1) ? 0 : errno;
}

void Capture::add(Frame frame, uint64_t nanoseconds, bool isOwn) noexcept {
  constexpr uint64_t perSecond = 1'000'000'000;
  const auto size = static_cast<uint32_t>(frame.size());
  PcapRecordHead head = {static_cast<uint32_t>(nanoseconds / perSecond),
                         static_cast<uint32_t>(nanoseconds % perSecond), size,
                         size};
  if (canBeCut_)
    return addToBurst(std::as_bytes(std::span(&head, 1)), frame, isOwn);
  iovec parts[] = {{&head, sizeof head},
                   {const_cast<std::byte *>(frame.data()), frame.size()}};
  const std::lock_guard guard(fileLock_);
  try {
    if (!isOver_ && !put(parts, 2))
      fail(errno);
  } catch (const std::exception &) { // room for the rest is reserved
    reportMissed();
  }
}

/// If the thread has no memory for records of its own, it uses those of the capture.
void Capture::addToBurst(ByteView head, Frame frame, bool isOwn) noexcept {
  CaptureBursts &bursts = CaptureBursts::ofThread();
  const bool isInBurst = bursts.willFlush(*this);
  CaptureRecords *own = isInBurst && isOwn ? bursts.own() : nullptr;
  if (own && own->add(head, frame))
    return;
  if (own) {
    append(*own);
    if (own->add(head, frame))
      return;
  }
  collect(head, frame);
  if (!isInBurst)
    flush();
}

void Capture::append(CaptureRecords &records) noexcept {
  if (!records.isEmpty())
    collect(records.view(), {});
  records.clear();
}

/// Records of at most CaptureRecords::sizeMax bytes.
void Capture::collect(ByteView head, ByteView rest) noexcept {
  while (!isOver_ && !tryCollect(head, rest))
    makeRoom();
}

/// False: there is no room. Allocates nothing.
bool Capture::tryCollect(ByteView head, ByteView rest) noexcept {
  const std::lock_guard guard(collectedLock_);
  return ring_.add(head, rest);
}

/// Writes whole pieces. If another thread is writing, waits for it.
void Capture::makeRoom() noexcept {
  const ErrnoGuard errnoGuard;
  const std::lock_guard writing(fileLock_);
  writePieces(ring_.end() / CaptureRing::pieceSize * CaptureRing::pieceSize);
}

void Capture::flush() noexcept {
  const ErrnoGuard errnoGuard;
  bool defers = false;
  do {
    defers = flusher_ && !flusher_->isClosed();
    writeCollected(defers);
  } while (defers && !isOver_ && ring_.end() != ring_.written() &&
           !flusher_->request(ring_.end()));
}

/// Whole pieces only, or all. Looks again after the lock is free, for records of a thread that has
/// not waited for it.
void Capture::writeCollected(bool wholePieces) noexcept {
  while (wholePieces ? ring_.hasWholePiece() : ring_.end() != ring_.written()) {
    const std::unique_lock writing(fileLock_, std::try_to_lock);
    if (!writing)
      return;
    const uint64_t end = ring_.end();
    writePieces(wholePieces
                    ? end / CaptureRing::pieceSize * CaptureRing::pieceSize
                    : end);
  }
}

/// Later records are less than a millisecond old, and are left for the next request.
void Capture::flushBefore(uint64_t end) noexcept {
  const ErrnoGuard errnoGuard;
  if (ring_.written() < end)
    flushAll();
  else if (!isOver_ && ring_.end() != ring_.written())
    (void)flusher_->request(ring_.end());
}

/// If another thread is writing, waits for it.
void Capture::flushAll() noexcept {
  const std::lock_guard writing(fileLock_);
  writePieces(ring_.end());
}

void Capture::endBackground() noexcept {
  const ErrnoGuard errnoGuard;
  if (flusher_)
    flusher_->close();
  if (canBeCut_)
    flushAll();
}

void Capture::finish() noexcept {
  const ErrnoGuard errnoGuard;
  const std::lock_guard guard(fileLock_);
  if (canBeCut_)
    writePieces(ring_.end());
  isOver_ = true;
  file_.close();
}

/// Up to that position of the file, while other threads add records.
void Capture::writePieces(uint64_t end) {
  const NoSignals noSignals;
  while (ring_.written() < end) {
    const ByteView piece = ring_.next(end);
    const ssize_t result =
        isOver_ ? static_cast<ssize_t>(piece.size())
                : write(file_.descriptor(), piece.data(), piece.size());
    if (result >= 0)
      ring_.advance(static_cast<size_t>(result));
    else if (errno != EINTR)
      fail(errno);
  }
}

/// False if the file cannot grow: then it ends with the record before.
bool Capture::put(iovec *parts, int count) {
  const NoSignals noSignals;
  if (!rest_.empty() && !putRest()) {
    if (errno != EAGAIN)
      return false;
    reportMissed();
    return true;
  }
  size_t size = 0;
  for (int i = 0; i < count; ++i)
    size += parts[i].iov_len;
  size_t written = 0;
  while (written < size) {
    const ssize_t result = writev(file_.descriptor(), parts, count);
    if (result < 0 && errno == EINTR)
      continue;
    if (result < 0 && errno == EAGAIN) {
      keepRest(parts, count, written);
      return true;
    }
    if (result < 0)
      return false;
    written += static_cast<size_t>(result);
    auto left = static_cast<size_t>(result);
    for (int i = 0; i < count; ++i) {
      const size_t part = std::min(left, parts[i].iov_len);
      parts[i].iov_base = static_cast<std::byte *>(parts[i].iov_base) + part;
      parts[i].iov_len -= part;
      left -= part;
    }
  }
  return true;
}

void Capture::reportMissed() {
  if (!hasMissed_)
    printLine("dpa-emulator", "warning",
              "%s: frames are missing in the capture (expected a reader that "
              "keeps up)",
              file_.name());
  hasMissed_ = true;
}

/// Of a record that is there in part; one of which nothing is there is missed.
void Capture::keepRest(const iovec *parts, int count, size_t written) {
  if (written == 0)
    reportMissed();
  for (int i = 0; i < count && written != 0; ++i) {
    const auto *bytes = static_cast<const std::byte *>(parts[i].iov_base);
    rest_.insert(rest_.end(), bytes, bytes + parts[i].iov_len);
  }
}

/// False if some of it is left: the frame that follows is missed.
bool Capture::putRest() {
  while (!rest_.empty()) {
    const ssize_t result =
        write(file_.descriptor(), rest_.data(), rest_.size());
    if (result < 0 && errno == EINTR)
      continue;
    if (result < 0)
      return false;
    rest_.erase(rest_.begin(), rest_.begin() + result);
  }
  return true;
}

void Capture::fail(int failure) {
  const auto whole = static_cast<off_t>(ring_.whole());
  while (canBeCut_ && ftruncate(file_.descriptor(), whole) != 0 &&
         errno == EINTR) {
  }
  printLine("dpa-emulator", "error",
            "%s: %s; the capture ends here, the run continues", file_.name(),
            std::strerror(failure));
  isOver_ = true;
}

} // namespace dpa
