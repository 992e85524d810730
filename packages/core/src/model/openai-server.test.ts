import { LLMock } from '@copilotkit/aimock'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDecoder } from './decoder.ts'
import { encodeRequest } from './encode-request.ts'
import { createOpenAiModel } from './openai.ts'
import { compositionOf } from './test-composition.ts'
import type { RawAnswer } from './wire.ts'

const mock = new LLMock({ port: 0 })
beforeAll(() => mock.start())
afterAll(() => mock.stop())

const composition = compositionOf(['ping'], { type: 'object', properties: { ok: { type: 'boolean' } } })

const ask = async (wire: 'structured' | 'tools', text: string): Promise<RawAnswer> => {
  const model = createOpenAiModel({ name: 'gpt-5.2', baseUrl: `${mock.url}/v1`, apiKey: 'sk-not-a-real-key' })
  const { body } = encodeRequest({
    composition,
    context: [{ type: 'text', role: 'user', text }],
    config: {},
    model: model.name,
    wire,
    strict: true,
    inlineBytes: 2048,
  })
  const decoder = createDecoder(wire, composition)
  for await (const delta of model.ask(body, { signal: new AbortController().signal, seed: '' })) decoder.push(delta)
  return decoder.end(true)
}

describe('a Request over HTTP to a server that is not ours', () => {
  it('is answered on the structured wire', async () => {
    mock.onMessage('structured please', { content: '{"calls":[{"_tool":"ping","target":"x"}],"output":null}' })
    expect(await ask('structured', 'structured please')).toMatchObject({
      calls: [{ index: 0, text: '{"_tool":"ping","target":"x"}' }],
      outputText: undefined,
    })
  })

  it('is answered on the tools wire, with several calls and with the output', async () => {
    const call = (target: string) => ({ name: 'ping', arguments: JSON.stringify({ target }) })
    mock.onMessage('two calls please', { toolCalls: [call('x'), call('y')] })
    mock.onMessage('the output please', { content: '{"ok":true}' })
    expect((await ask('tools', 'two calls please')).calls).toEqual([
      { index: 0, tool: 'ping', text: '{"target":"x"}' },
      { index: 1, tool: 'ping', text: '{"target":"y"}' },
    ])
    expect(await ask('tools', 'the output please')).toMatchObject({ calls: [], outputText: '{"ok":true}' })
  })

  it('fails with the endpoint’s own words', async () => {
    await expect(ask('tools', 'nothing prepared')).rejects.toMatchObject({
      name: 'ModelError',
      code: 'model.status',
      message: expect.stringContaining('No fixture matched'),
    })
  })
})
