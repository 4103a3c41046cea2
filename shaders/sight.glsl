// Lines of sight: from the eye, or side by side along the view's axis (app/view/camera.h). After frame.glsl.
bool isParallel() { return projection[3][3] != 0.0; }

// What the edge of a pixel (eye.w) is multiplied by at a place in view space.
float rangeOf(vec3 seen) { return isParallel() ? 1.0 : length(seen); }

// Unit vector from a place in view space to the eye.
vec3 eyeFrom(vec3 seen) { return isParallel() ? vec3(0.0, 0.0, 1.0) : -normalize(seen); }
