layout(location = 0) in vec4 positionRadius;
layout(location = 1) in vec4 orientation;
layout(location = 2) in float scalar;
#ifdef NUMBERS
layout(location = 3) in uint aggregate;  // 1: none, it is free

// With how large the sphere is seen in the upper byte, in quarters of a pixel. Aggregates of which 2^24 came between are
// taken for the same.
uint aggregateAndSize(float pixels) { return (aggregate & 0xffffffu) | uint(min(4.0 * pixels, 255.0)) << 24; }
#endif

uniform sampler1D colours;

// Displayed colour of spheres whose scalar is less than any value: they have none (kNoValue of view_options.h).
const float NO_VALUE = -2e38;
const vec3 NEUTRAL = vec3(0.784, 0.8, 0.824);

vec3 baseColour() {
  if (scalar < NO_VALUE) {
    return NEUTRAL;
  }
  float t = clamp((scalar - colourRange.x) * colourRange.y, 0.0, 1.0);
  return textureLod(colours, t * colourRange.z + colourRange.w, 0.0).rgb;
}
