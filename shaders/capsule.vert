// A round bar with a radius at each end and balls that close it, as a quad through its axis that faces the eye.
#include "frame.glsl"
#include "sight.glsl"
layout(location = 0) in vec4 from;  // world, radius
layout(location = 1) in vec4 to;
layout(location = 2) in vec4 tint;

out vec2 place;          // along the axis from its start, and across it [m]
flat out vec3 sizes;     // radii of the ends, length as seen
flat out vec3 ahead;     // directions of place, and towards the eye: view space
flat out vec3 across;
flat out vec3 toEye;
flat out vec4 base;      // rgb, edge of a pixel there [m]

void main() {
  vec3 a = (view * vec4(from.xyz, 1.0)).xyz;
  vec3 b = (view * vec4(to.xyz, 1.0)).xyz;
  vec3 middle = 0.5 * (a + b);
  float distance = max(rangeOf(middle), options.y);
  float pixel = eye.w * distance;
  toEye = eyeFrom(middle);
  across = cross(b - a, toEye);
  float size = length(across);
  // Seen end on any direction will do.
  across = size > 1e-6 * distance ? across / size : normalize(cross(toEye, abs(toEye.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0)));
  ahead = cross(toEye, across);
  vec2 radii = max(vec2(from.w, to.w), 0.6 * pixel);
  sizes = vec3(radii, dot(b - a, ahead));
  bool end = (gl_VertexID & 1) != 0;
  float wide = max(radii.x, radii.y) + pixel;
  place.x = end ? sizes.z + radii.y + pixel : -radii.x - pixel;
  place.y = (gl_VertexID & 2) != 0 ? wide : -wide;
  base = vec4(tint.rgb, pixel);
  // In depth the quad lies along the true axis.
  vec3 point = (end ? b : a) + (place.x - (end ? sizes.z : 0.0)) * ahead + place.y * across;
  gl_Position = clip * vec4(point, 1.0);
}
