// The atlas holds how much of a pixel is covered.
in vec2 at;
in vec4 tint;
uniform sampler2D atlas;

out vec4 shown;

void main() { shown = vec4(tint.rgb, tint.a * texture(atlas, at).r); }
