import type { DrumName } from './drum-keys.ts'

/** The centres of the octaves from 63 Hz to 16 kHz (IEC 61260), in hertz. */
export const OCTAVES = [63, 125, 250, 500, 1000, 2000, 4000, 8000, 16_000] as const

/** Decibels at `OCTAVES`: how strong a pluck or a reed is there. Tuned by `npm run song-sound`. */
export const STRING_LEVELS: Readonly<Record<'harp' | 'guitar' | 'saxophone', readonly number[]>> = {
  harp: [-2.3, -13.1, 0, -6, -31.8, -29, -33.6, -37.6, -43.2],
  guitar: [-17.1, 5.6, 4.1, -7.5, -4, -24.9, -20, -22, -60],
  saxophone: [12, -26.4, 0, 0, 0, 0, -17.2, -30.4, -40.6],
}

/** Decibels at `OCTAVES` of the noise of a stroke. Tuned by `npm run song-sound`. */
export const NOISE_LEVELS: Readonly<Record<DrumName, readonly number[]>> = {
  kick: [-28, -28, -5.7, -11.5, -16.9, -6.5, -5.1, -14.3, -70],
  rim: [-35, -39.7, -22, -26.5, -0.3, -62.6, -3, -12.8, -31.7],
  snare: [-26, -21, -10, -5, -11.9, -12, -10.5, -10.7, -66.6],
  clap: [-47, -26, -23.1, -14, -5, -5, -12, -16, -24],
  brush: [-30, -25, -20, -16, -12, -8, -7, -6, -10],
  closedHat: [-47.9, -30.3, -16.2, -20.5, -16.4, -17.7, -4.8, -5.9, -5],
  lowTom: [-10, -51.2, 10, -5.1, -5.6, -7.1, -4.7, -7.7, -70],
  openHat: [-40.1, -36.1, -26.3, -7.7, -11.4, -9, -7, -6, -12.2],
  highTom: [-15.3, -20, 3.3, -0.1, -4.1, -10.1, -9.2, -8.8, -43.3],
  crash: [-46, -44, -30, -12, -12, -12, -4, -6, -25],
  ride: [-45.8, -65.6, -21, -20, -18, -14, -9, -8, -13.9],
  tambourine: [-38.3, -49.7, -50, -49.1, -35.4, -70, -2.1, -4.7, -5],
  shaker: [-35.8, -44.6, -47, -43.6, -40, -38.8, -20.2, -1.2, -7.6],
}
