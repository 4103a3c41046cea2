#include "frame.glsl"
#include "sphere_hit.glsl"

flat in uint number;  // 0 is nothing
out uint found;

void main() {
  Hit hit = hitSphere();
  if (hit.coverage < 0.5) discard;
  found = number;
  gl_FragDepth = depthOf(hit.point);
}
