#!/bin/sh
# Runs a test on a display with two screens side by side, the right one with twice the pixels; with software OpenGL.
# Xvfb has no second screen that a window can be moved to, the X server's driver without hardware has. Where that does
# not start (it may want the rights of root) the display is the usual one, and the test says that it was skipped.
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
Xorg -displayfd 3 -config "$here/two_screens.conf" -noreset -nolisten tcp -novtswitch -logfile "$folder/log" \
  3> "$folder/number" > "$folder/output" 2>&1 &
server=$!
trap 'kill $server 2> /dev/null; wait $server 2> /dev/null; rm -rf "$folder"' EXIT
for _ in $(seq 100); do
  [ -s "$folder/number" ] && break
  kill -0 $server 2> /dev/null || break
  sleep 0.1
done
if ! [ -s "$folder/number" ]; then
  SCREE_SCREENS=1 "$here/with_display.sh" "$@"
  exit
fi
DISPLAY=:$(cat "$folder/number")
export DISPLAY
xrandr --addmode DUMMY1 3200x2000
xrandr --output DUMMY1 --mode 3200x2000 --right-of DUMMY0
env QT_QPA_PLATFORM=xcb QT_SCREEN_SCALE_FACTORS="DUMMY1=2" LIBGL_ALWAYS_SOFTWARE=1 "$@"
