// A translucent wall. Light passes a shell of even thickness, so it is denser where it is seen at a grazing angle
// (Beer and Lambert): the silhouette is clear and the middle is looked through.
#include "frame.glsl"
#include "sight.glsl"
#include "lighting.glsl"
#include "cut.glsl"

in vec3 local;
in vec3 world;
in vec3 seen;
in vec3 outward;
uniform vec3 tint;
uniform float wall;     // log2 of the light that passes when seen straight on
uniform vec4 belt;      // direction of the surface's motion in the shape's frame, how far it went [m]
uniform float chevrons; // distance between marks [m], 0 without
uniform float cuttable; // 1: the clip region cuts it
out vec4 colour;

// Marks that move with a belt, pointing ahead: 1 on a mark.
float beltMark() {
  if (chevrons <= 0.0) return 0.0;
  vec3 across = cross(vec3(0.0, 0.0, 1.0), belt.xyz);
  float x = abs(dot(local, across));
  float along = (dot(local, belt.xyz) - belt.w + 0.6 * x) / chevrons;
  float blur = max(fwidth(along), 1e-4);
  float fromMark = abs(fract(along) - 0.5);  // 0 in the middle of a mark
  float mark = 1.0 - smoothstep(0.07 - blur, 0.07 + blur, fromMark);
  return mark * (1.0 - smoothstep(0.25, 0.6, blur));
}

void main() {
  if (cuttable > 0.0 && isCut(world)) discard;
  vec3 toEye = eyeFrom(seen);
  vec3 normal = normalize(gl_FrontFacing ? outward : -outward);
  float facing = max(dot(normal, toEye), 0.0);
  float alpha = 1.0 - exp2(wall / max(facing, 0.12));
  // Simpler light than that of grains: a wall is large on the screen, and mostly seen through.
  float sky = 0.5 + 0.5 * dot(normal, view[2].xyz);
  float light = 0.34 + 0.30 * sky + 0.40 * max(dot(normal, keyDirection), 0.0);
  float gloss = max(dot(normal, normalize(keyDirection + toEye)), 0.0);
  gloss *= gloss;
  gloss *= gloss;
  gloss *= gloss;
  gloss *= gloss;
  float mark = beltMark();
  colour = vec4(tint * (sqrt(light) * (1.0 - 0.45 * mark)) + 0.12 * gloss, mix(alpha, max(alpha, 0.4), mark));
}
