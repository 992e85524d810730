import { describe, expect, test } from 'vitest'
import { clientOf } from '../testing/client-of.ts'
import { chooseArtifact, filesOf, outputOf, type RunFiles, shortNameOf } from './run-artifacts.ts'

const digits = (of: string): string => of.repeat(16)
const file = (name: string) => ({ name, type: 'audio/wav', bytes: 1 })
const filesWith = (names: readonly string[], inOutput: readonly string[] = []): RunFiles => ({
  listed: names.map(file),
  inOutput: new Set(inOutput),
})
const [SONG, DRAFT, SCORE] = [`${digits('a')}-song.wav`, `${digits('b')}-song.wav`, `${digits('c')}-score.abc`]

describe('a file of a run', () => {
  test('is named as the store has it, as its Activity did, or by its ending alone', () => {
    const files = filesWith([SONG, SCORE])
    for (const word of [SONG, 'song.wav', 'wav', '.wav', 'WAV']) expect(chooseArtifact(files, word)?.name).toBe(SONG)
    expect(chooseArtifact(files, 'mp3')).toBeUndefined()
    expect(chooseArtifact(files, 'ong.wav')).toBeUndefined()
    // A name goes before an ending.
    expect(chooseArtifact(filesWith(['x.song.wav', SONG]), 'song.wav')?.name).toBe(SONG)
  })

  test('is the one that the output holds where several bear the name', () => {
    expect(chooseArtifact(filesWith([DRAFT, SONG], [SONG]), 'song.wav')?.name).toBe(SONG)
    expect(chooseArtifact(filesWith([DRAFT, SONG], [SONG]), DRAFT)?.name).toBe(DRAFT)
    expect(() => chooseArtifact(filesWith([DRAFT, SONG]), 'wav')).toThrow(
      `means several files of this run: ${DRAFT}, ${SONG};`,
    )
  })

  test('has the shortest name that means it alone', () => {
    expect(shortNameOf(SONG, filesWith([SONG, SCORE]))).toBe('song.wav')
    expect(shortNameOf(SONG, filesWith([SONG, DRAFT]))).toBe(SONG)
    const held = filesWith([SONG, DRAFT], [SONG])
    expect([shortNameOf(SONG, held), shortNameOf(DRAFT, held)]).toEqual(['song.wav', DRAFT])
  })
})

describe('the files and the output of a run', () => {
  const HASH = digits('d').repeat(4)
  const OUTPUT = { mix: { $artifact: SONG, type: 'audio/wav' } }
  const clientWith = (output: unknown) =>
    clientOf(({ path }) => {
      if (path.endsWith('/artifacts')) return [file(SONG), file(SCORE), file(SONG)]
      return path.endsWith(HASH) ? OUTPUT : { output }
    })

  test('are listed each once, with those in the output, even if the output is stored separately', async () => {
    for (const output of [OUTPUT, { $body: HASH, bytes: 5000 }]) {
      const files = await filesOf(clientWith(output), 'run')
      expect(files.listed.map(({ name }) => name)).toEqual([SONG, SCORE])
      expect([...files.inOutput]).toEqual([SONG])
    }
    expect((await filesOf(clientWith(undefined), 'run')).inOutput.size).toBe(0)
  })

  test('is fetched only if it is stored separately', async () => {
    expect(await outputOf(clientWith(null), 'run', { $body: HASH, bytes: 5000 })).toEqual(OUTPUT)
    expect(await outputOf(clientWith(null), 'run', { a: 1 })).toEqual({ a: 1 })
  })
})
