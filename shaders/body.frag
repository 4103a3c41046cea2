// A translucent wall. Light passes a shell of even thickness, so it is denser where it is seen at a grazing angle
// (Beer and Lambert): the silhouette is clear and the middle is looked through.
#include "frame.glsl"
#include "lighting.glsl"

in vec3 local;
in vec3 seen;
in vec3 outward;
uniform vec3 tint;
uniform vec2 wall;      // opacity seen straight on, thickness
uniform vec4 belt;      // direction of the surface's motion in the shape's frame, how far it went [m]
uniform vec2 chevrons;  // distance between marks [m], 0 without; half width across the belt [m]
out vec4 colour;

// Marks that move with a belt, pointing ahead: 1 on a mark.
float beltMark(float facing) {
  if (chevrons.x <= 0.0) return 0.0;
  vec3 across = cross(vec3(0.0, 0.0, 1.0), belt.xyz);
  float x = abs(dot(local, across));
  float along = (dot(local, belt.xyz) - belt.w + 0.6 * x) / chevrons.x;
  float blur = max(fwidth(along), 1e-4);
  float fromMark = abs(fract(along) - 0.5);  // 0 in the middle of a mark
  float mark = 1.0 - smoothstep(0.09 - blur, 0.09 + blur, fromMark);
  return mark * (1.0 - smoothstep(0.25, 0.6, blur));
}

void main() {
  vec3 toEye = -normalize(seen);
  vec3 normal = normalize(gl_FrontFacing ? outward : -outward);
  float facing = max(dot(normal, toEye), 0.0);
  float path = wall.y / max(facing, 0.16);
  float alpha = 1.0 - pow(max(1.0 - wall.x, 0.0), path);
  vec3 light = shade(toLinear(tint), normal, toEye, 1.0, 1.0);
  float mark = beltMark(facing);
  light = mix(light, light * 0.25, mark);
  alpha = mix(alpha, max(alpha, 0.55), mark);
  colour = vec4(toDisplay(light), alpha);
}
