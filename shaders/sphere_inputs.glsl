layout(location = 0) in vec4 positionRadius;
layout(location = 1) in vec4 orientation;
layout(location = 2) in float scalar;

uniform sampler1D colours;

vec3 baseColour() {
  float t = clamp((scalar - colourRange.x) * colourRange.y, 0.0, 1.0);
  return textureLod(colours, t * colourRange.z + colourRange.w, 0.0).rgb;
}
