import gifenc from 'gifenc'
import { PNG } from 'pngjs'

export interface Frame {
  readonly png: Buffer
  /** Its duration in milliseconds. */
  readonly ms: number
}

/** Halves a picture by averaging, which keeps small text readable. */
function halved(picture: PNG): PNG {
  const small = new PNG({ width: picture.width >> 1, height: picture.height >> 1 })
  for (let y = 0; y < small.height; y += 1)
    for (let x = 0; x < small.width; x += 1)
      for (let channel = 0; channel < 4; channel += 1) {
        const at = (dx: number, dy: number): number =>
          picture.data[((y * 2 + dy) * picture.width + x * 2 + dx) * 4 + channel] ?? 0
        small.data[(y * small.width + x) * 4 + channel] = (at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)) >> 2
      }
  return small
}

/** Frames as one GIF, half the size they were taken at, one palette for all of them so that nothing flickers. */
export function toGif(frames: readonly Frame[]): Uint8Array {
  const pictures = frames.map(({ png, ms }) => ({ picture: halved(PNG.sync.read(png)), ms }))
  const last = pictures.at(-1)
  if (last === undefined) throw new Error('An animation needs at least one frame')
  const palette = gifenc.quantize(sampled(pictures.map(({ picture }) => picture)), 256)
  const encoder = gifenc.GIFEncoder()
  for (const { picture, ms } of pictures)
    encoder.writeFrame(gifenc.applyPalette(picture.data, palette), picture.width, picture.height, {
      palette,
      delay: ms,
    })
  encoder.finish()
  return encoder.bytes()
}

/** A few pictures spread over the animation, end to end: enough colours to choose a palette from. */
function sampled(pictures: readonly PNG[]): Uint8Array {
  const step = Math.max(1, Math.floor(pictures.length / 4))
  return Buffer.concat(pictures.filter((_, index) => index % step === 0).map(({ data }) => data))
}
