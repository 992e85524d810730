/** The highest level in each of `count` equal stretches of a sound, from 0 to 1 of its loudest. */
export function peaksOf(channels: readonly Float32Array[], count: number): Float32Array {
  const peaks = new Float32Array(count)
  for (const channel of channels) {
    const width = channel.length / count
    for (let place = 0; place < count; place++) {
      const end = Math.min(channel.length, Math.floor((place + 1) * width))
      let peak = peaks[place] ?? 0
      // Every fourth sample shows the same shape as all of them.
      for (let index = Math.floor(place * width); index < end; index += 4)
        peak = Math.max(peak, Math.abs(channel[index] ?? 0))
      peaks[place] = peak
    }
  }
  const highest = peaks.reduce((best, peak) => Math.max(best, peak), 0)
  return highest === 0 ? peaks : peaks.map((peak) => peak / highest)
}
