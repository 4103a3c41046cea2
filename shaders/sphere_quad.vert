// A sphere as a quad in the plane that touches it on the side of the eye: perpendicular to the line from the eye to
// the centre, at distance d - r, half as wide as r sqrt((d - r) / (d + r)). It covers the silhouette exactly and lies
// before the whole sphere, so the fragment's depth is never less than the quad's (depth_greater in the fragments).
// Without perspective it is as wide as the sphere.
#include "frame.glsl"
#include "sight.glsl"
#include "sphere_inputs.glsl"
#include "lighting.glsl"
#include "density.glsl"
#include "cut.glsl"

out vec3 ray;                // a point of the line of sight, view space
flat out vec4 sphere;        // centre in view space, radius
#ifdef NUMBERS
flat out uint number;
#else
flat out vec3 base;
flat out vec4 spin;
flat out vec3 positive;
flat out vec3 negative;
flat out float lit;
#endif

void main() {
  vec2 corner = vec2((gl_VertexID & 1) != 0 ? 1.0 : -1.0, (gl_VertexID & 2) != 0 ? 1.0 : -1.0);
  vec3 centre = (view * vec4(positionRadius.xyz, 1.0)).xyz;
  float d = rangeOf(centre);
  // A grain smaller than a pixel keeps half a pixel, so that distant material does not vanish.
  float r = max(options.w * positionRadius.w, 0.5 * eye.w * d);
  sphere = vec4(centre, r);
  if (isParallel()) {
    ray = centre + vec3((r + 1.5 * eye.w) * corner, r);
    gl_Position = clip * vec4(ray, 1.0);
  } else if (d > r * 1.0001) {
    vec3 toSphere = centre / d;
    vec3 right = normalize(cross(toSphere, abs(toSphere.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0)));
    vec3 up = cross(right, toSphere);
    float halfWidth = r * sqrt((d - r) / (d + r)) + 1.5 * eye.w * (d - r);
    ray = toSphere * (d - r) + halfWidth * (corner.x * right + corner.y * up);
    gl_Position = clip * vec4(ray, 1.0);
  } else {
    // The eye is inside: the whole picture shows the sphere's far wall. A triangle strip over the near plane.
    ray = vec3((corner.x + projection[2][0]) / projection[0][0], corner.y / projection[1][1], -1.0) * options.y;
    gl_Position = clip * vec4(ray, 1.0);
  }
  if (isCut(positionRadius.xyz)) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);  // nowhere
#if defined PICK
  number = uint(gl_InstanceID) + 1u;
#elif defined NUMBERS
  number = aggregateAndSize(r / (eye.w * max(d, options.y)));
#else
  base = toLinear(baseColour());
  spin = orientation;
  hindranceAt(positionRadius.xyz, positionRadius.w, positive, negative);
  lit = litAt(positionRadius.xyz, positionRadius.w);
#endif
}
