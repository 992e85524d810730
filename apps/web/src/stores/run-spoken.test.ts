import { expect, it } from 'vitest'
import { spoken } from './run-spoken.ts'

it('an answer under way reads as names and values', () => {
  const text = '{"calls":[{"_tool":"designSound","_module":"idea://x","_imports":["state"],"part":"piano","mood":"sa'
  expect(spoken(text)).toBe('designSound, part: piano, mood: sa')
})

it('a meta field that is being written is not read out', () => {
  expect(spoken('{"calls":[{"_tool":"choosePatch","_reasoningForCall":"Simulated: it')).toBe('choosePatch,')
  expect(spoken('{"calls":[{"_tool":"choosePatch","_reas')).toBe('choosePatch,')
})

it('plain text stays as it is', () => {
  expect(spoken('The sea is gray')).toBe('The sea is gray')
})

it('hashes of files are left out', () => {
  expect(spoken('{"output":{"song":{"$artifact":"9d8955d13bbef7c6-sea.wav","bytes":176444')).toBe(
    'song: artifact: sea.wav,',
  )
})
