#include "frame.glsl"
#include "lighting.glsl"

in vec2 place;
flat in vec3 sizes;
flat in vec3 ahead;
flat in vec3 across;
flat in vec3 toEye;
flat in vec4 base;
out vec4 colour;

void main() {
  float part = clamp(place.x / max(sizes.z, 1e-12), 0.0, 1.0);
  float radius = mix(sizes.x, sizes.y, part);
  vec2 off = vec2(place.x - part * sizes.z, place.y) / radius;
  float far = length(off);
  float coverage = clamp((1.0 - far) * radius / base.w + 0.5, 0.0, 1.0);
  if (coverage < (options.z > 0.0 ? 0.02 : 0.5)) discard;
  vec3 normal = off.x * ahead + off.y * across + sqrt(max(1.0 - far * far, 0.0)) * toEye;
  colour = vec4(toDisplay(shade(toLinear(base.rgb), normalize(normal), toEye, 1.0, 1.0)), coverage);
}
