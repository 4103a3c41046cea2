// A beach ball of eight fields that turns with the grain: factor on its colour. `normal` is in view space, `spin` turns
// body to world, `radius` is in pixels. Smooth over the pixel's own footprint, so that it fades out on small grains
// instead of shimmering.
vec3 turnedBack(vec4 q, vec3 v) {
  vec3 t = 2.0 * cross(v, q.xyz);
  return v + q.w * t + cross(t, q.xyz);
}

float spinPattern(vec3 normal, vec4 spin, float radius, float facing) {
  vec3 body = turnedBack(spin, normal * mat3(view));
  float footprint = 1.2 / (radius * max(facing, 0.2));
  vec3 side = clamp(body / footprint, -1.0, 1.0);
  return 1.0 + options.x * (0.28 * side.x * side.y * side.z - 0.10);
}
