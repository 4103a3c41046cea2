#include "frame.glsl"
#include "sphere_hit.glsl"

flat in uint index;
out uint found;

void main() {
  Hit hit = hitSphere();
  if (hit.coverage < 0.5) discard;
  found = index + 1u;  // 0 is nothing
  gl_FragDepth = depthOf(hit.point);
}
