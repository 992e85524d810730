import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentWords, foldName, SHORTEST_STEM, splitWords, stemOf } from './words.ts'

const isKin = (a: string, b: string): boolean => stemOf(a) === stemOf(b)

describe('words', () => {
  it('are cut out of identifiers and sentences alike', () => {
    expect(splitWords('checkHTTPStatus_of-host2')).toEqual(['check', 'http', 'status', 'of', 'host2'])
    expect(contentWords('a lo-fi, pre-war no-no')).toEqual(['lofi', 'pre', 'war', 'nono'])
    expect(foldName('sound_bank')).toBe(foldName('SoundBank'))
  })

  it.each([
    ['wave', 'waves'],
    ['compose', 'composer'],
    ['compose', 'composing'],
    ['ping', 'pings'],
    ['check', 'checked'],
    ['mix', 'mixed'],
    ['run', 'running'],
    ['latency', 'latency'],
    ['волны', 'волнами'],
    ['море', 'моря'],
    ['проверь', 'проверить'],
    ['статус', 'статусы'],
    ['тёплый', 'теплые'],
  ])('%s and %s are kin', (a, b) => {
    const [first = '', second = ''] = splitWords(`${a} ${b}`)
    expect(isKin(first, second)).toBe(true)
  })

  it.each([
    ['waves', 'wav'],
    ['sea', 'season'],
    ['rain', 'train'],
    ['host', 'hostile'],
    ['порт', 'портрет'],
  ])('%s and %s are not', (a, b) => expect(isKin(a, b)).toBe(false))

  it('without their own subject are left out', () => {
    expect(contentWords('Please check the status of a host, и проверь это')).toEqual([
      'check',
      'status',
      'host',
      'проверь',
    ])
  })
})

it('a stem keeps the first letters of its word', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abdeginorsstxyаеиклыьяте'), minLength: 1, maxLength: 9 })
  fc.assert(
    fc.property(letters, (word) => {
      expect(stemOf(word).slice(0, SHORTEST_STEM)).toBe(word.slice(0, SHORTEST_STEM))
    }),
  )
})
