// What all passes of a picture share; app/render/geometry/frame_uniforms.h has the same layout.
layout(std140) uniform Frame {
  mat4 view;
  mat4 projection;      // [3][3] is 1 without perspective, else 0
  mat4 clip;            // projection, narrowed to a few pixels for picking
  vec4 viewport;        // width, height, 1 / width, 1 / height in pixels
  vec4 eye;             // world; w: edge of a pixel at unit distance, or anywhere without perspective
  vec4 colourRange;     // lowest value, 1 / (highest - lowest), scale and offset of the table's texture coordinate
  vec4 options;         // spin pattern shown, near plane (0 without perspective), coverage from alpha, drawn part of a grain's size
  vec4 densityOrigin;   // corner of the density grid; w: edge of its cells, 0 without a grid
  vec4 densityScale;    // 1 / its extent
  mat4 cutFrame;        // world to the frame of the clip region
  vec4 cutLower;        // corners of the region there
  vec4 cutUpper;        // w: 1 the inside is kept, -1 the outside, 0 everything
};
