// Part of the sky that a surface with this normal sees, from the hindrance on six sides.
float openTowards(vec3 normal, vec3 positive, vec3 negative) {
  vec3 weight = normal * normal;
  return 1.0 - 0.62 * dot(weight, mix(negative, positive, step(vec3(0.0), normal)));
}
