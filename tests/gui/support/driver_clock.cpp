#include "tests/gui/support/driver_clock.h"

#include <ctime>

#include "app/render/gl/gl_functions.h"

namespace scree::testing {

namespace {

thread_local double driverTime = 0.0;  // ms

/// Adds the time of its life.
struct Watch {
  double start = threadMilliseconds();
  ~Watch() { driverTime += threadMilliseconds() - start; }
};

#define SCREE_NUMBER(name) name##Number,
enum Number : int { SCREE_GL_FUNCTIONS(SCREE_NUMBER) };
#undef SCREE_NUMBER

template <int kNumber, typename Function>
struct Clocked;
template <int kNumber, typename Result, typename... Arguments>
struct Clocked<kNumber, Result (*)(Arguments...)> {
  static inline Result (*real)(Arguments...) = nullptr;
  static Result call(Arguments... arguments) {
    const Watch watch;
    return real(arguments...);
  }
};

}  // namespace

double threadMilliseconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

std::optional<Gl> clockedGl() {
  std::optional<Gl> gl = loadGl();
  if (gl) {
#define SCREE_CLOCK(name)                                     \
  Clocked<name##Number, decltype(Gl::name)>::real = gl->name; \
  gl->name = Clocked<name##Number, decltype(Gl::name)>::call;
    SCREE_GL_FUNCTIONS(SCREE_CLOCK)
#undef SCREE_CLOCK
  }
  return gl;
}

double driverMilliseconds() { return driverTime; }

}  // namespace scree::testing
