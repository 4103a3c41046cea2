// Light that reads as solid: a key from the upper left, a soft fill, a rim from behind, and light from the sky and the
// ground. Lights go with the camera, the sky with the world. All directions are in view space; lamps are neutral, so
// that hues are those of the colour table.
const vec3 keyDirection = vec3(-0.4243, 0.6565, 0.6236);
const vec3 fillDirection = vec3(0.7845, -0.0560, 0.6177);
const vec3 rimDirection = vec3(0.3235, 0.6470, -0.6904);

// Gamma 2 stands for the sRGB curve: within a few percent of it and much cheaper in software.
vec3 toLinear(vec3 colour) { return colour * colour; }
vec3 toDisplay(vec3 light) { return sqrt(light); }

// `toEye` and `normal` are unit vectors; `open` is the part of the sky that is seen, `lit` of the key light.
vec3 shade(vec3 base, vec3 normal, vec3 toEye, float open, float lit) {
  float facing = max(dot(normal, toEye), 0.0);
  float sky = 0.5 + 0.5 * dot(normal, view[2].xyz);  // the world's z axis in view space
  float ambient = mix(0.18, 0.46, sky) * open;
  float key = 0.84 * max(0.92 * dot(normal, keyDirection) + 0.08, 0.0) * lit;
  float fill = 0.20 * max(dot(normal, fillDirection), 0.0) * (0.4 + 0.6 * open);
  // Curvature: the edge of a grain is darker, which parts it from the ones behind.
  float edge = mix(0.55, 1.0, smoothstep(0.0, 0.60, facing));
  vec3 light = base * ((ambient + key + fill) * edge);
  float away = 1.0 - facing;
  float rim = 0.22 * away * away * away * max(dot(normal, rimDirection) + 0.25, 0.0) * open;
  float gloss = max(dot(normal, normalize(keyDirection + toEye)), 0.0);
  gloss *= gloss;
  gloss *= gloss;
  gloss *= gloss;
  gloss *= gloss * gloss;
  return light + vec3(rim * 0.5 + 0.10 * gloss * lit) + base * rim;
}
