import { describe, expect, it } from 'vitest'
import { isCopyOf, keepsLists, openParts, partName, remainder, resultParts, songOf } from './result-parts.ts'

const wav = (name: string) => ({ $artifact: `${'a'.repeat(16)}-${name}`, type: 'audio/wav', bytes: 1, sha256: 'x' })
const ABC = 'X:1\nT:Sea\nK:Am\nABcd|'

describe('an output', () => {
  it('shows the song before its parts, each file once', () => {
    const parts = resultParts({ parts: [wav('bass.wav'), wav('song.wav')], song: wav('song.wav'), score: ABC })
    expect(parts.map((part) => [part.type, part.path.join('.')])).toEqual([
      ['score', 'score'],
      ['audio', 'parts.0'],
      ['audio', 'parts.1'],
    ])
  })

  it('draws a chart as the picture it is', () => {
    expect(resultParts({ ...wav('x.svg'), type: 'image/svg+xml' })[0]?.type).toBe('image')
  })

  it('has a page for its HTML file, and knows a sound in another format', () => {
    const mp3 = { ...wav('song.mp3'), type: 'audio/mpeg' }
    const output = { audio: wav('song.wav'), mp3, page: { ...wav('song.html'), type: 'text/html; charset=utf-8' } }
    const [main, copy, page] = resultParts(output)
    expect(page?.type).toBe('page')
    expect(main && copy && isCopyOf(copy, main)).toBe(true)
    expect(main && isCopyOf(main, main)).toBe(false)
    const [, other] = resultParts({ audio: wav('song.wav'), more: { audio: wav('song.mp3') } })
    expect(main && other && isCopyOf(other, main)).toBe(false)
  })

  it('names the files that its run never made and offers none of them', () => {
    const parts = resultParts({ song: wav('song.wav'), made: wav('up.wav'), score: ABC })
    const open = openParts(parts, new Set([wav('song.wav').$artifact]))
    expect(open.missing).toEqual(['up.wav'])
    expect(open.parts.map(partName)).toEqual(['song.wav', 'score'])
  })

  it('has its values at their own places only where no list lost a file', () => {
    const output = { a: [1, 2], b: [{ file: wav('x.wav'), n: 1 }], song: wav('song.wav') }
    expect(keepsLists(output, remainder(output, undefined) ?? null)).toBe(true)
    const mixed = { a: [wav('x.wav'), 'text'] }
    expect(keepsLists(mixed, remainder(mixed, undefined) ?? null)).toBe(false)
  })

  it('leaves values without their own picture to the tree', () => {
    const output = { title: 'Sea', song: wav('song.wav'), score: ABC, mood: 'sad', parts: [wav('bass.wav')] }
    expect(remainder(output, 'Sea')).toEqual({ mood: 'sad' })
    expect(remainder({ song: wav('song.wav') }, undefined)).toBeUndefined()
    expect(remainder('just text', undefined)).toBe('just text')
  })

  it('is one song if its sound has parts with it, and other sounds stay apart', () => {
    const output = {
      audio: wav('song.wav'),
      parts: { lead: wav('lead.wav') },
      more: { parts: { far: wav('far.wav') } },
    }
    const song = songOf(resultParts(output), 'Sea', ({ $artifact }) => `/files/${$artifact}`)
    expect(song).toMatchObject({ title: 'Sea', name: 'song.wav', url: `/files/${'a'.repeat(16)}-song.wav` })
    expect(song?.parts.map(({ name }) => name)).toEqual(['lead'])
  })
})
