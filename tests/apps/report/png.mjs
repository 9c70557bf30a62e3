// Reads the PNG files that the browser's screenshots are: 8 bits a channel, RGB or RGBA, not interlaced.
import { inflateSync } from "node:zlib";

const paeth = (a, b, c) => {
  const p = a + b - c;
  const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
};

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
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; ++x) {
      const left = x >= channels ? pixels[y * stride + x - channels] : 0;
      const above = y > 0 ? pixels[(y - 1) * stride + x] : 0;
      const corner = x >= channels && y > 0 ? pixels[(y - 1) * stride + x - channels] : 0;
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter];
      pixels[y * stride + x] = (raw[y * (stride + 1) + 1 + x] + guess) & 255;
    }
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
