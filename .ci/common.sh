# Shared by ./run, ./test and .ci/run: what must be installed, and how it gets there.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# While something is built: files done, of how many, and the seconds since it began.
export NINJA_STATUS='[%f of %t, %e s] '

# Of the engine and its tests alone.
engine_packages=(
  g++ cmake ninja-build pkg-config ccache
  libeigen3-dev libyaml-cpp-dev libqhull-dev nlohmann-json3-dev libfmt-dev libxxhash-dev libhwy-dev libhdf5-dev
  libcsv-dev libpugixml-dev zlib1g-dev libzstd-dev
)
build_packages=(
  "${engine_packages[@]}"
  qt6-base-dev libqt6opengl6-dev libgl-dev libegl-dev
  libqcustomplot-dev libimgui-dev libfontconfig-dev fonts-dejavu-core
  libavcodec-dev libavfilter-dev libavformat-dev libavutil-dev libswscale-dev libcli11-dev libpagmo-dev libgl1-mesa-dri
)
test_packages=(
  libgtest-dev libbenchmark-dev xvfb xauth python3 python3-h5py clang-format
  slurmctld slurmd slurm-client munge # a cluster of two nodes on this machine, for as long as a test
  python3-vtk9 python3-ase liggghts   # read what is exported
)
# Debian packages of Scree: made, and looked at by tests/packages.
packaging_packages=(librsvg2-bin dpkg-dev fakeroot file desktop-file-utils appstream shared-mime-info)
# Of the checks in .ci/checks.d: sanitizers, fuzzers and coverage; clang-tidy; programs for 64-bit Arm.
sanitizer_packages=("${engine_packages[@]}" libgtest-dev clang libclang-rt-dev llvm)
tidy_packages=("${build_packages[@]}" libgtest-dev git clang clang-tidy clang-format)
arm_packages=("${engine_packages[@]}" g++-aarch64-linux-gnu qemu-user)
# A display with two screens; without it the tests that move windows between screens are skipped.
screen_packages=(xserver-xorg-core xserver-xorg-video-dummy x11-xserver-utils)
# The engines that the benchmark compares with; tests/bench/run installs them, ./test does not.
bench_packages=(libbullet-dev liggghts)

is_installed() {
  dpkg-query -W -f '${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed
}

# Installs what is missing of the packages named: as root, with sudo, or not at all with the line to type. Services that
# come with them are not started.
ensure_packages() {
  local missing=() package
  command -v dpkg-query >/dev/null || { echo "Scree builds on Debian 12 or a system with its packages; dpkg-query is not here." >&2; return 0; }
  for package in "$@"; do
    is_installed "$package" || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "These packages are missing and there is no sudo to install them. As root, run:" >&2
      echo "  apt-get update && apt-get install -y --no-install-recommends ${missing[*]}" >&2
      exit 1
    fi
    as_root=(sudo)
  fi
  echo "Installing ${missing[*]}"
  "${as_root[@]}" apt-get -o DPkg::Lock::Timeout=900 -qq update
  local policy=/usr/sbin/policy-rc.d status=0
  if [ -e "$policy" ]; then
    policy=
  else
    "${as_root[@]}" install -m 755 /dev/stdin "$policy" <<<$'#!/bin/sh\nexit 101'
  fi
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=900 -qq install -y \
    --no-install-recommends "${missing[@]}" >/dev/null || status=$?
  [ -z "$policy" ] || "${as_root[@]}" rm -f "$policy"
  return $status
}

# For a check: installs its tools, or ends it with one line.
need() {
  (ensure_packages "$@") && return 0
  echo "its tools are missing and could not be installed: $*"
  exit 1
}
