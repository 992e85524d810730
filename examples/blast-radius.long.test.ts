import { describe, test } from 'vitest'
import * as song from './music/activities/song.ts'
import * as joining from './music-arrangements/activities/joining.ts'
import * as arranged from './music-arrangements/activities/song.ts'
import { expectTruePreviews, type ExampleRun } from './true-previews.ts'

/** Each fork renders its sound again, so a long Run takes few edits of a kind. */
const RUNS: readonly (readonly [most: number, ...run: ExampleRun])[] = [
  [3, 'music', [song], 'producer', { brief: 'only ten seconds of rain' }],
  [2, 'music', [song], 'producer', { brief: 'a waltz about tea, six seconds' }],
  [1, 'music-arrangements', [arranged, joining], 'jingle-maker', { brief: 'a jingle for a coffee shop, six seconds' }],
]

describe('the preview of a fork of a song is its real effect', () => {
  test.each(RUNS)('%i edits of a kind: %s', (most, ...run) => expectTruePreviews(run, most))
})
