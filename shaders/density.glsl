// Soft darkening from how full the room is nearby (app/render/geometry/density_grid.h).
uniform sampler3D density;

// Solid fraction at a world point as hindrance to light: none in loose material, full in a packed bed.
float filled(vec3 world) {
  return smoothstep(0.06, 0.58, textureLod(density, (world - densityOrigin.xyz) * densityScale.xyz, 0.0).r);
}

// Part of the key light that comes through to a sphere.
float litAt(vec3 world, float radius) {
  vec3 toKey = keyDirection * mat3(view);
  float cell = densityOrigin.w;
  float hindered = filled(world + toKey * (radius + 1.0 * cell)) + filled(world + toKey * (radius + 2.4 * cell)) +
                   filled(world + toKey * (radius + 4.2 * cell));
  return 1.0 / (1.0 + 0.85 * hindered);
}

// Hindrance in the directions of the view's axes, on their positive and negative sides.
void hindranceAt(vec3 world, float radius, out vec3 positive, out vec3 negative) {
  float reach = radius + 0.9 * densityOrigin.w;
  mat3 axes = transpose(mat3(view));
  positive = vec3(filled(world + reach * axes[0]), filled(world + reach * axes[1]), filled(world + reach * axes[2]));
  negative = vec3(filled(world - reach * axes[0]), filled(world - reach * axes[1]), filled(world - reach * axes[2]));
}
