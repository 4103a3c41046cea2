// A sphere as one GL point, for software OpenGL, whose cost is in vertices and fragments: flat depth, no ray.
#include "frame.glsl"
#include "sight.glsl"
#include "sphere_inputs.glsl"
#include "lighting.glsl"
#include "density.glsl"
#include "cut.glsl"

#ifdef NUMBERS
flat out uint number;
#else
flat out vec3 base;
flat out vec4 spin;
flat out vec3 positive;
flat out vec3 negative;
flat out vec3 toEye;         // unit vector from the sphere to the eye, view space
flat out vec2 lightAndSize;  // part of the key light, radius in pixels
#endif

void main() {
  vec3 centre = (view * vec4(positionRadius.xyz, 1.0)).xyz;
  float d = rangeOf(centre);
  float r = max(options.w * positionRadius.w, 0.5 * eye.w * d);
  gl_Position = isCut(positionRadius.xyz) ? vec4(2.0, 2.0, 2.0, 1.0) : clip * vec4(centre, 1.0);
  float depth = isParallel() ? 1.0 : sqrt(max(centre.z * centre.z - r * r, 1e-12));
  float pixels = r / (eye.w * depth);
  gl_PointSize = 2.0 * pixels;
#ifdef NUMBERS
  number = aggregateAndSize(pixels);
#else
  toEye = eyeFrom(centre);
  base = toLinear(baseColour());
  spin = orientation;
  hindranceAt(positionRadius.xyz, positionRadius.w, positive, negative);
  lightAndSize = vec2(litAt(positionRadius.xyz, positionRadius.w), pixels);
#endif
}
