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
  vec3 direction = normalize(ray);
  float along = dot(direction, sphere.xyz);
  vec3 perpendicular = sphere.xyz - along * direction;
  float distance2 = dot(perpendicular, perpendicular);
  float radius2 = sphere.w * sphere.w;
  float inside = (sphere.w - sqrt(distance2)) / (eye.w * max(abs(along), options.y));
  hit.coverage = clamp(inside + 0.5, 0.0, 1.0);
  float halfChord = sqrt(max(radius2 - distance2, 0.0));
  float t = along - halfChord;
  float side = 1.0;
  if (t < 0.0) {
    t = along + halfChord;
    side = -1.0;
  }
  hit.point = t * direction;
  hit.normal = side * (hit.point - sphere.xyz) / sphere.w;
  return hit;
}

float depthOf(vec3 point) {
  float z = projection[2][2] * point.z + projection[3][2];
  return clamp(0.5 - 0.5 * z / point.z, 0.0, 1.0);
}
