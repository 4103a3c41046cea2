#!/bin/sh
# Runs a test on a display of its own with software OpenGL; listing tests needs none.
case "$*" in
  *--gtest_list_tests*) exec "$@" ;;
esac
exec xvfb-run -a -s "-screen 0 1600x1000x24" env QT_QPA_PLATFORM=xcb LIBGL_ALWAYS_SOFTWARE=1 "$@"
