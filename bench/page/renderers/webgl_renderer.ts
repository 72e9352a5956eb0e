// WebGL2: one instance of a quad for each segment, smoothed at its sides by the distance from its middle. One context serves all charts of a
// page, since browsers allow about sixteen; each picture is copied to the chart's own canvas, which is part of the time.

import type { BenchLines } from './bench_lines';
import type { Renderer } from './bench_renderers';

const vertexShader = `#version 300 es
in vec2 a;
in vec2 b;
uniform vec4 place; // scale and offset from values to pixels
uniform vec2 size;
uniform float reach;
out float across;
void main() {
  vec2 from = a * place.xy + place.zw;
  vec2 to = b * place.xy + place.zw;
  vec2 along = to - from;
  float len = max(length(along), 1e-6);
  vec2 unit = along / len;
  float end = float(gl_VertexID & 1);
  float side = float(gl_VertexID >> 1) * 2.0 - 1.0;
  vec2 at = mix(from - unit * 0.5, to + unit * 0.5, end) + vec2(-unit.y, unit.x) * side * reach;
  across = side * reach;
  gl_Position = vec4(at / size * 2.0 - 1.0, 0.0, 1.0);
}`;

const fragmentShader = `#version 300 es
precision highp float;
in float across;
uniform vec4 color;
uniform float reach;
out vec4 result;
void main() {
  result = color * clamp(reach - abs(across), 0.0, 1.0);
}`;

function compile(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, vertexShader],
    [gl.FRAGMENT_SHADER, fragmentShader],
  ] as const) {
    const shader = gl.createShader(kind);
    if (shader === null) throw new Error('no shader');
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (gl.getProgramParameter(program, gl.LINK_STATUS) !== true)
    throw new Error(gl.getProgramInfoLog(program) ?? 'link');
  return program;
}

export function webglQuads(lines: BenchLines): Renderer {
  const { view } = lines;
  const width = Math.round(view.width * view.pixelRatio);
  const height = Math.round(view.height * view.pixelRatio);
  const shared = new OffscreenCanvas(width, height);
  const gl = shared.getContext('webgl2', { antialias: false, premultipliedAlpha: true });
  if (gl === null) throw new Error('no WebGL2');
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  document.body.append(canvas);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no 2d context');
  const program = compile(gl);
  const [xDomain, yDomain] = [view.x.domain, view.left.domain];
  // Single precision is all that shaders have: values are stored relative to the view's middle.
  const middle = (xDomain.min + xDomain.max) / 2;
  const buffers = lines.series.map((one) => {
    const points = new Float32Array(one.x.length * 2);
    for (let i = 0; i < one.x.length; i += 1) {
      points[2 * i] = (one.x[i] ?? 0) - middle;
      points[2 * i + 1] = one.y[i] ?? 0;
    }
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, points, gl.STATIC_DRAW);
    for (const [name, offset] of [
      ['a', 0],
      ['b', 8],
    ] as const) {
      const location = gl.getAttribLocation(program, name);
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, 2, gl.FLOAT, false, 8, offset);
      gl.vertexAttribDivisor(location, 1);
    }
    const color = Number.parseInt((lines.styles.get(one.key)?.color ?? '#000000').slice(1), 16);
    return { array, count: one.x.length - 1, color: [(color >> 16) & 255, (color >> 8) & 255, color & 255] };
  });
  const uniform = (name: string): WebGLUniformLocation | null => gl.getUniformLocation(program, name);
  const [place, size, reach, tint] = [uniform('place'), uniform('size'), uniform('reach'), uniform('color')];
  return {
    draw: () => {
      const begin = performance.now();
      gl.viewport(0, 0, width, height);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
      gl.useProgram(program);
      const xScale = width / (xDomain.max - xDomain.min);
      const yScale = height / (yDomain.max - yDomain.min);
      gl.uniform4f(place, xScale, yScale, (middle - xDomain.min) * xScale, -yDomain.min * yScale);
      gl.uniform2f(size, width, height);
      gl.uniform1f(reach, 0.75 * view.pixelRatio + 0.5);
      for (const buffer of buffers) {
        const [red = 0, green = 0, blue = 0] = buffer.color;
        gl.uniform4f(tint, red / 255, green / 255, blue / 255, 1);
        gl.bindVertexArray(buffer.array);
        gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, buffer.count);
      }
      context.clearRect(0, 0, width, height);
      context.drawImage(shared, 0, 0);
      context.getImageData(0, 0, 1, 1);
      const total = performance.now() - begin;
      return Promise.resolve({ total, blocked: total });
    },
    close: () => {
      gl.getExtension('WEBGL_lose_context')?.loseContext();
      canvas.remove();
    },
  };
}
