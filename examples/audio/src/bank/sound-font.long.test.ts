import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createOggEncoder } from 'wasm-media-encoders'
import { MIDI_PROGRAMS } from '../midi/midi-programs.ts'
import { renderNotes, soundFontsReady } from './render-notes.ts'
import { soundBank } from './sound-bank.ts'

test('a sound font of the user plays in place of the bank, and a wrong path is named', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ensemble-font-'))
  try {
    const note = { start: 0, duration: 0.5, pitch: 67, velocity: 100 }
    // A harp under the program of a flute: who asks for a flute hears it.
    const bank = soundBank('harp', [note])
    for (const preset of bank.presets) preset.program = MIDI_PROGRAMS.flute
    const soundFont = join(folder, 'own.sf2')
    writeFileSync(soundFont, new Uint8Array(bank.writeSF2()))
    const play = (instrument: 'flute' | 'harp', font?: string) =>
      renderNotes([note], instrument, { seconds: 1, ...(font !== undefined && { soundFont: font }) }).left
    const heard = play('flute', soundFont)
    const likeness = (other: Float32Array): number => {
      const product = (one: Float32Array, two: Float32Array) =>
        one.reduce((sum, value, at) => sum + value * (two[at] ?? 0), 0)
      return product(heard, other) / Math.sqrt(product(heard, heard) * product(other, other))
    }
    expect(likeness(play('harp'))).toBeGreaterThan(0.95)
    expect(likeness(play('flute'))).toBeLessThan(0.9)
    // Compressed, as .sf3 files are.
    const encoder = await createOggEncoder()
    const encode = (sound: Float32Array, sampleRate: number): Promise<Uint8Array> => {
      encoder.configure({ sampleRate, channels: 1, vbrQuality: 8 })
      const pieces = [encoder.encode([sound]).slice(), encoder.finalize().slice()]
      return Promise.resolve(Uint8Array.from(pieces.flatMap((piece) => [...piece])))
    }
    for (const sample of bank.samples) await sample.compressSample(encode)
    const compressed = join(folder, 'own.sf3')
    writeFileSync(compressed, new Uint8Array(bank.writeSF2()))
    expect(statSync(compressed).size).toBeLessThan(statSync(soundFont).size)
    await soundFontsReady()
    expect(likeness(play('flute', compressed))).toBeGreaterThan(0.95)
    writeFileSync(join(folder, 'text.sf2'), 'hello')
    for (const name of ['none.sf2', 'text.sf2'])
      expect(() => play('flute', join(folder, name))).toThrow(/ENSEMBLE_SOUND_FONT names .*sf2.*Correct the path/u)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
