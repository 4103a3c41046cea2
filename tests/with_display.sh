#!/bin/sh
# Runs a test on a display of its own with software OpenGL; listing tests needs none. With SCREE_SCREENS=2 the display
# has two screens, where it can.
case "$*" in
  *--gtest_list_tests*) exec "$@" ;;
esac
if [ "${SCREE_SCREENS:-1}" = 2 ]; then
  exec "$(dirname "$0")/with_two_screens.sh" "$@"
fi
exec xvfb-run -a -s "-screen 0 1600x1000x24" env QT_QPA_PLATFORM=xcb LIBGL_ALWAYS_SOFTWARE=1 "$@"
