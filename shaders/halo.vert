// A ring round the selected sphere, a few pixels outside its silhouette.
#include "frame.glsl"
#include "sight.glsl"
uniform vec4 sphere;  // world, radius

out vec2 place;       // in pixels from the centre
flat out float ring;  // its radius in pixels

void main() {
  vec2 corner = vec2((gl_VertexID & 1) != 0 ? 1.0 : -1.0, (gl_VertexID & 2) != 0 ? 1.0 : -1.0);
  vec3 centre = (view * vec4(sphere.xyz, 1.0)).xyz;
  if (isParallel()) {
    ring = sphere.w / eye.w + 3.0;
    place = corner * (ring + 4.0);
    gl_Position = clip * vec4(centre + vec3(eye.w * place, sphere.w), 1.0);
    return;
  }
  float d = length(centre);
  float tangent2 = d * d - sphere.w * sphere.w;
  if (tangent2 <= 0.0) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    place = vec2(0.0);
    ring = 0.0;
    return;
  }
  vec3 toSphere = centre / d;
  vec3 right = normalize(cross(toSphere, abs(toSphere.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0)));
  vec3 up = cross(right, toSphere);
  float near = d - sphere.w;
  float pixel = eye.w * near;
  ring = sphere.w * sqrt(near / (d + sphere.w)) / pixel + 3.0;
  place = corner * (ring + 4.0);
  gl_Position = clip * vec4(toSphere * near + pixel * (place.x * right + place.y * up), 1.0);
}
