#include "sight.glsl"
#ifdef GL_ARB_conservative_depth
layout(depth_greater) out float gl_FragDepth;
#endif

in vec3 ray;
flat in vec4 sphere;

struct Hit {
  vec3 point;      // view space
  vec3 normal;     // towards the eye
  float coverage;  // of the pixel, 0 outside the silhouette
};

// The perpendicular from the centre to the ray is used instead of the discriminant, which loses digits when the
// sphere is far away or large.
Hit hitSphere() {
  Hit hit;
  bool parallel = isParallel();
  vec3 origin = parallel ? vec3(ray.xy, 0.0) : vec3(0.0);
  vec3 direction = -eyeFrom(ray);
  vec3 way = sphere.xyz - origin;
  float along = dot(direction, way);
  vec3 perpendicular = way - along * direction;
  float distance2 = dot(perpendicular, perpendicular);
  float radius2 = sphere.w * sphere.w;
  float inside = (sphere.w - sqrt(distance2)) / (eye.w * (parallel ? 1.0 : max(abs(along), options.y)));
  hit.coverage = clamp(inside + 0.5, 0.0, 1.0);
  float halfChord = sqrt(max(radius2 - distance2, 0.0));
  float t = along - halfChord;
  float side = 1.0;
  if (t < 0.0 && !parallel) {
    t = along + halfChord;
    side = -1.0;
  }
  hit.point = origin + t * direction;
  hit.normal = side * (hit.point - sphere.xyz) / sphere.w;
  return hit;
}

float depthOf(vec3 point) {
  float z = projection[2][2] * point.z + projection[3][2];
  float w = projection[2][3] * point.z + projection[3][3];
  return clamp(0.5 + 0.5 * z / w, 0.0, 1.0);
}
