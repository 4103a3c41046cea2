#include "frame.glsl"
#include "sphere_hit.glsl"
#include "lighting.glsl"
#include "hindrance.glsl"
#include "spin.glsl"

flat in vec3 base;
flat in vec4 spin;
flat in vec3 positive;
flat in vec3 negative;
flat in float lit;
out vec4 colour;

void main() {
  Hit hit = hitSphere();
  // With multisampling the partly covered rim goes to part of the samples; without, a pixel is in or out.
  if (hit.coverage < (options.z > 0.0 ? 0.02 : 0.5)) discard;
  vec3 toEye = eyeFrom(ray);
  float facing = max(dot(hit.normal, toEye), 0.0);
  float pixels = sphere.w / (eye.w * max(rangeOf(sphere.xyz), options.y));
  vec3 seen = base * spinPattern(hit.normal, spin, pixels, facing);
  colour = vec4(toDisplay(shade(seen, hit.normal, toEye, openTowards(hit.normal, positive, negative), lit)),
                hit.coverage);
  gl_FragDepth = depthOf(hit.point);
}
