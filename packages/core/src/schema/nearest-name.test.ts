import { describe, expect, it } from 'vitest'
import { nearestName } from './nearest-name.ts'

describe('the nearest name', () => {
  it('is one edit, one swap or another case away', () => {
    expect(nearestName('citi', ['units', 'city'])).toBe('city')
    expect(nearestName('ctiy', ['units', 'city'])).toBe('city')
    expect(nearestName('User_Name', ['username', 'userMail'])).toBe('username')
    expect(nearestName('_output_path', ['_output', '_outputPath'])).toBe('_outputPath')
  })

  it('is the closest of several', () => {
    expect(nearestName('melodie', ['melodies', 'melody', 'modeling'])).toBe('melodies')
  })

  it('is not offered where nothing is near', () => {
    expect(nearestName('weather', ['city', 'units'])).toBeUndefined()
    expect(nearestName('x', ['y'])).toBeUndefined()
    expect(nearestName('', ['a'])).toBeUndefined()
    expect(nearestName('a', [])).toBeUndefined()
  })

  it('does not compare names of hostile length', () => {
    expect(nearestName('a'.repeat(1_000_000), ['city'])).toBeUndefined()
  })
})
