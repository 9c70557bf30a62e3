// Reads the PNG files that the browser's screenshots are: 8 bits a channel, RGB or RGBA, not interlaced.
import { inflateSync } from "node:zlib";

/** Which of left, above and corner is nearest to left + above − corner. */
function paeth(a, b, c) {
  const pa = Math.abs(b - c);
  const pb = Math.abs(a - c);
  const pc = Math.abs(a + b - 2 * c);
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

/** One row: each byte was stored as its difference from a guess. */
function unfilter(filter, line, pixels, start, stride, channels) {
  for (let x = 0; x < stride; ++x) {
    const at = start + x;
    const left = x >= channels ? pixels[at - channels] : 0;
    const above = start > 0 ? pixels[at - stride] : 0;
    let guess = 0;
    if (filter === 1) guess = left;
    else if (filter === 2) guess = above;
    else if (filter === 3) guess = (left + above) >> 1;
    else if (filter === 4) guess = paeth(left, above, x >= channels && start > 0 ? pixels[at - stride - channels] : 0);
    pixels[at] = (line[x] + guess) & 255;
  }
}

export function read_png(file) {
  let at = 8;
  let head;
  const parts = [];
  while (at < file.length) {
    const length = file.readUInt32BE(at);
    const type = file.toString("latin1", at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + length);
    if (type === "IHDR")
      head = {
        width: body.readUInt32BE(0),
        height: body.readUInt32BE(4),
        depth: body[8],
        colour: body[9],
        interlace: body[12],
      };
    if (type === "IDAT") parts.push(body);
    at += length + 12;
  }
  const channels = { 2: 3, 6: 4 }[head.colour];
  if (head.depth !== 8 || !channels || head.interlace) throw new Error("a kind of PNG that no screenshot is");
  const raw = inflateSync(Buffer.concat(parts));
  const stride = head.width * channels;
  const pixels = Buffer.alloc(stride * head.height);
  for (let y = 0; y < head.height; ++y) {
    const line = raw.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1));
    unfilter(raw[y * (stride + 1)], line, pixels, y * stride, stride, channels);
  }
  return {
    width: head.width,
    height: head.height,
    at(x, y) {
      const i = Math.round(y) * stride + Math.round(x) * channels;
      return [pixels[i], pixels[i + 1], pixels[i + 2]];
    },
  };
}
