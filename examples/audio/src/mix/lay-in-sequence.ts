import { createStereo, secondsToSamples, type Stereo } from '../audio-buffer.ts'

/**
 * Sounds in sequence, crossfaded by `overlap` seconds or less. Each comes back in a full-length track, to play
 * together.
 */
export const layInSequence = (sounds: readonly Stereo[], overlap: number): readonly Stereo[] => {
  const wanted = secondsToSamples(overlap)
  let start = 0
  const places = sounds.map((sound, index) => {
    const next = sounds[index + 1]
    const crossing = next ? Math.min(wanted, Math.floor(Math.min(sound.left.length, next.left.length) / 2)) : 0
    const place = { sound, start, crossing }
    start += sound.left.length - crossing
    return place
  })
  return places.map(({ sound, start: from, crossing }, index) => {
    const track = createStereo(start)
    const enters = places[index - 1]?.crossing ?? 0
    const length = sound.left.length
    for (let at = 0; at < length; at++) {
      // Equal power: two different sounds together are as loud as one.
      const rising = at < enters ? Math.sin((at / enters) * (Math.PI / 2)) : 1
      const falling = length - at <= crossing ? Math.sin(((length - at) / crossing) * (Math.PI / 2)) : 1
      track.left[from + at] = (sound.left[at] as number) * rising * falling // at is below the length
      track.right[from + at] = (sound.right[at] as number) * rising * falling // likewise
    }
    return track
  })
}
