import { afterEach, describe, expect, it, vi } from 'vitest'
import { listenOnLoopback } from '@ensemble/core/testing'
import { runCommandLine } from './command-line.ts'

const KEY = 'gsk-0123456789'

const doctor = async (...flags: readonly string[]) => {
  const printed: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((text: unknown) => void printed.push(String(text)))
  try {
    return { code: await runCommandLine(['doctor', ...flags]), said: printed.join('\n') }
  } finally {
    log.mockRestore()
  }
}

/** A provider that knows one key and one model, and answers in one piece. */
const provider = () =>
  listenOnLoopback((request, response) => {
    request.resume()
    request.on('end', () => {
      const isKnown = request.headers.authorization === `Bearer ${KEY}`
      response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
      if (!isKnown) response.end(JSON.stringify({ error: { message: `Incorrect key ${KEY}` } }))
      else if (request.url === '/v1/models') response.end(JSON.stringify({ data: [{ id: 'small' }] }))
      else {
        const message = { role: 'assistant', content: 'one, two' }
        response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }))
      }
    })
  })

afterEach(() => vi.unstubAllEnvs())

describe('ensemble doctor --preset', () => {
  it('tries a provider with the key of the environment, in no workspace', async () => {
    await using endpoint = await provider()
    vi.stubEnv('GROQ_API_KEY', KEY)
    const { said } = await doctor('--preset', 'groq', '--address', `${endpoint.origin}/v1`, '--model', 'small')
    expect(said).toContain(`provider   Groq  ${endpoint.origin}/v1`)
    expect(said).toContain('models     small')
    expect(said).toMatch(/[✓~✗] /)
    expect(said).not.toContain(KEY)
  })

  it('fails with the provider’s own refusal, without the key', async () => {
    await using endpoint = await provider()
    vi.stubEnv('GROQ_API_KEY', 'gsk-another-one')
    const { code, said } = await doctor('--preset', 'groq', '--address', `${endpoint.origin}/v1`, '--model', 'small')
    expect(code).toBe(1)
    expect(said).toContain('401')
    expect(said).not.toContain('gsk-another-one')
  })

  it('does not pass where no model was tried', async () => {
    await using endpoint = await provider()
    vi.stubEnv('GROQ_API_KEY', KEY)
    const { code, said } = await doctor('--preset', 'groq', '--address', `${endpoint.origin}/v1`)
    expect(code).toBe(1)
    expect(said).toContain('No model was tried: name one with --model.')
  })

  it.each([
    [['--preset', 'grok'], 'There is no preset "grok". There are openai, anthropic,'],
    [['--preset', 'azure'], 'Give your own address with --address; it looks like https://RESOURCE.openai.azure.com'],
    [['--preset', 'xai'], 'Set XAI_API_KEY to your key for xAI, then run this again.'],
    [['--preset', 'ollama', '--address', 'no'], '--address must be an address such as http://127.0.0.1:11434/v1.'],
  ])('says what is missing: %j', async (flags, sentence) => {
    vi.stubEnv('XAI_API_KEY', '')
    await expect(doctor(...flags)).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining(sentence) })
  })
})
