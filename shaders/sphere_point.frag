#include "frame.glsl"
#include "lighting.glsl"
#include "hindrance.glsl"
#include "spin.glsl"

flat in vec3 base;
flat in vec4 spin;
flat in vec3 positive;
flat in vec3 negative;
flat in vec3 toEye;
flat in vec2 lightAndSize;
out vec4 colour;

void main() {
  vec2 place = vec2(2.0, -2.0) * gl_PointCoord + vec2(-1.0, 1.0);
  float square = dot(place, place);
  if (square > 1.0) discard;
  float facing = sqrt(1.0 - square);
  // Seen off the axis the disc's middle points to the eye, not along the axis.
  vec3 right = normalize(vec3(toEye.z, 0.0, -toEye.x));
  vec3 normal = place.x * right + place.y * cross(toEye, right) + facing * toEye;
  vec3 seen = base * spinPattern(normal, spin, lightAndSize.y, facing);
  colour = vec4(toDisplay(shade(seen, normal, toEye, openTowards(normal, positive, negative), lightAndSize.x)), 1.0);
}
