import { describe, expect, test } from 'vitest'
import { type Environment, type Flags, parseSettings } from './settings.ts'

const settings = (flags: Flags = {}, environment: Environment = {}) => parseSettings(flags, environment, '/home/ada')
const sentence = (flags: Flags, environment: Environment = {}): string => {
  try {
    settings(flags, environment)
    return 'accepted'
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

describe('settings', () => {
  test('have the documented defaults', () => {
    expect(settings()).toMatchObject({
      host: '127.0.0.1',
      port: 4141,
      workspace: undefined,
      token: undefined,
      openai: undefined,
      simulatedPace: 1,
      openBrowser: true,
    })
  })

  test('take a flag before the environment', () => {
    const environment = { PORT: '5000', ENSEMBLE_WORKSPACE: '/a', ENSEMBLE_MODEL: 'm' }
    expect(settings({ port: '6000' }, environment)).toMatchObject({ port: 6000, workspace: '/a', model: 'm' })
  })

  test('keep data in the home folder, wherever the command is called, unless XDG_DATA_HOME is an absolute path', () => {
    const homes = ['', 'data', '/data'].map((given) => settings({}, { XDG_DATA_HOME: given }).dataHome)
    expect(homes).toEqual(['/home/ada/.local/share', '/home/ada/.local/share', '/data'])
  })

  test('take a public address, whose path is the base path, and only with a token', () => {
    const given = (ENSEMBLE_PUBLIC_URL: string) => ({ ENSEMBLE_PUBLIC_URL, ENSEMBLE_TOKEN: 't' })
    expect(settings({}, given('https://ensemble.example.com/'))).toMatchObject({
      publicOrigin: 'https://ensemble.example.com',
    })
    expect(settings({}, given('')).publicOrigin).toBeUndefined()
    expect(settings({}, given('https://example.com/ensemble/'))).toMatchObject({
      publicOrigin: 'https://example.com',
      basePath: '/ensemble',
    })
    expect(sentence({}, given('https://example.com/?a=1'))).toContain('must end after its path')
    for (const wrong of ['example.com', 'ftp://example.com', 'https://ada:pw@example.com'])
      expect(sentence({}, given(wrong)), wrong).toContain('ENSEMBLE_PUBLIC_URL must be an address')
    expect(sentence({}, { ENSEMBLE_PUBLIC_URL: 'https://example.com' })).toContain('ENSEMBLE_TOKEN must be set')
  })

  test('take an empty variable as none', () => {
    expect(settings({}, { PORT: '', OPENAI_API_KEY: '', ENSEMBLE_TOKEN: '', DATABASE_URL: '' })).toEqual(
      expect.objectContaining({ port: 4141, openai: undefined, token: undefined }),
    )
  })

  test('take a token and a key without the space or line end that a file or a shell left there', () => {
    const { token, openai } = settings({}, { ENSEMBLE_TOKEN: ' word-1\n', OPENAI_API_KEY: 'sk-1 \r\n' })
    expect([token, openai]).toEqual(['word-1', expect.objectContaining({ apiKey: 'sk-1' })])
    expect(() => settings({ host: '0.0.0.0' }, { ENSEMBLE_TOKEN: ' \n' })).toThrow('ENSEMBLE_TOKEN must be set')
    for (const token of ['line\nend', 'ключ', 'nul\0'])
      expect(() => settings({}, { ENSEMBLE_TOKEN: token })).toThrow('ENSEMBLE_TOKEN must be of plain letters')
  })

  test.each([
    [{ port: 'abc' }, {}, '--port must be a whole number from 0 to 65535, but it is "abc".'],
    [{}, { PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, but it is "70000".'],
    [
      {},
      { ENSEMBLE_SIMULATED_PACE: 'fast' },
      'ENSEMBLE_SIMULATED_PACE must be a number from 0 (no delays) to 100, but it is "fast".',
    ],
    [
      {},
      { OPENAI_BASE_URL: 'localhost:11434' },
      'OPENAI_BASE_URL must be an address such as http://127.0.0.1:11434/v1, but it is "localhost:11434".',
    ],
    [
      {},
      { HOST: '0.0.0.0' },
      'ENSEMBLE_TOKEN must be set to listen on 0.0.0.0, because other machines can reach that address.',
    ],
    [
      {},
      { DATABASE_URL: 'mysql://me:secret@x/y' },
      'DATABASE_URL must be an address such as postgres://user:password@host:5432/database; unset it to use the embedded database.',
    ],
  ])('refuse %o %o with one sentence that names the setting', (flags, environment, expected) => {
    expect(sentence(flags, environment)).toBe(expected)
  })

  test('open no browser in CI, on request, or for another machine', () => {
    expect(settings({}, { CI: 'true' }).openBrowser).toBe(false)
    for (const none of ['', '0', 'false', 'FALSE', 'no', 'off'])
      expect(settings({}, { CI: none })).toMatchObject({ openBrowser: true, isCi: false })
    expect(settings({}, { BROWSER: 'none' }).openBrowser).toBe(false)
    expect(settings({ open: false }).openBrowser).toBe(false)
    expect(settings({}, { HOST: '0.0.0.0', ENSEMBLE_TOKEN: 'x' }).openBrowser).toBe(false)
  })
})
