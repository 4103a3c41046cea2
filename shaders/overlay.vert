// Flat triangles over the picture: legends and captions.
layout(location = 0) in vec2 place;
layout(location = 1) in vec2 texturePlace;
layout(location = 2) in vec4 colour;
uniform vec2 size;  // of the picture in pixels

out vec2 at;
out vec4 tint;

void main() {
  at = texturePlace;
  tint = colour;
  gl_Position = vec4(2.0 * place.x / size.x - 1.0, 1.0 - 2.0 * place.y / size.y, 0.0, 1.0);
}
