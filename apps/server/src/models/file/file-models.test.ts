import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChatBody, JsonObject, ModelDelta } from '@ensemble/core'
import { expect, test } from 'vitest'
import { createFileModels } from './file-models.ts'
import { toGrammarSchema } from './grammar-schema.ts'
import { testLlama } from './test-llama.ts'

const BODY: ChatBody = {
  model: 'tiny',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
    { role: 'assistant', content: 'Hi' },
  ],
}

const folder = async (files: Readonly<Record<string, string>> = { 'tiny.gguf': 'GGUF…' }): Promise<string> => {
  const root = await mkdtemp(join(tmpdir(), 'model-file-'))
  for (const [name, content] of Object.entries(files)) await writeFile(join(root, name), content)
  return root
}

const modelOf = async (llama = testLlama(), address = 'file:tiny.gguf', concurrency = 1) =>
  createFileModels(await folder(), llama.load)({ name: 'local/tiny', address, slots: 'local', concurrency })

const ask = async (model: Awaited<ReturnType<typeof modelOf>>, body = BODY, signal = AbortSignal.timeout(60_000)) => {
  const deltas: ModelDelta[] = []
  for await (const delta of model.ask(body, { signal, seed: '1' })) deltas.push(delta)
  return deltas
}

test('a model in a file streams its text and thoughts, counts tokens and says how it ended', async () => {
  const llama = testLlama({ answer: [{ text: 'Hm', segmentType: 'thought' }, { text: '{"a"' }, { text: ':1}' }] })
  const model = await modelOf(llama)
  const usage = { inputTokens: 7, outputTokens: 3, cachedTokens: 0, reasoningTokens: 0, estimated: false }
  const expected = [
    { type: 'reasoning', text: 'Hm' },
    { type: 'text', text: '{"a"' },
    { type: 'text', text: ':1}' },
    { type: 'usage', usage },
    { type: 'finish', reason: 'stop' },
  ]
  expect(await ask(model)).toEqual(expected)
  expect(await ask(model), 'the second question counts its own tokens').toEqual(expected)
  expect(llama.loaded, 'and loads nothing again').toHaveLength(1)
  expect(llama.asked[0]?.history).toEqual([
    { type: 'system', text: 'Be brief.' },
    { type: 'user', text: 'Hello' },
    { type: 'model', response: ['Hi'] },
    { type: 'model', response: [''] },
  ])
})

test('its answer is held to the schema of the response format', async () => {
  const llama = testLlama()
  const schema: JsonObject = { type: 'object', properties: { a: { anyOf: [{ const: 'x' }, { type: 'null' }] } } }
  await ask(await modelOf(llama), {
    ...BODY,
    response_format: { type: 'json_schema', json_schema: { name: 'solution', strict: true, schema } },
  })
  expect(llama.grammars).toEqual([{ type: 'object', properties: { a: { oneOf: [{ const: 'x' }, { type: 'null' }] } } }])
})

test('a grammar keeps values and names that look like keywords, and leaves a list empty that can hold nothing', () => {
  const nothing = { type: 'object', properties: {}, required: [], additionalProperties: false }
  const schema = {
    type: 'object',
    properties: { anyOf: { enum: ['anyOf'] }, calls: { type: 'array', items: nothing } },
    $defs: { anyOf: { anyOf: [{ $ref: '#/$defs/anyOf' }] } },
  }
  expect(toGrammarSchema(schema)).toEqual({
    type: 'object',
    properties: { anyOf: { enum: ['anyOf'] }, calls: { type: 'array', items: nothing, maxItems: 0 } },
    $defs: { anyOf: { oneOf: [{ $ref: '#/$defs/anyOf' }] } },
  })
})

test('the answer gets what is left of the model’s context, and no more than was asked for', async () => {
  const llama = testLlama({ contextSize: 100, stopReason: 'maxTokens' })
  const model = await modelOf(llama)
  expect((await ask(model)).at(-1)).toEqual({ type: 'finish', reason: 'length' })
  await ask(model, { ...BODY, max_completion_tokens: 5 })
  expect(llama.asked.map(({ maxTokens }) => maxTokens)).toEqual([100 - 8 - 'Be brief.Hello'.length, 5])
})

test('a question longer than the model’s context is refused before it is asked: no message is left out', async () => {
  const llama = testLlama({ contextSize: 20 })
  await expect(ask(await modelOf(llama))).rejects.toMatchObject({
    code: 'model.status',
    message:
      'The question has 14 tokens, and file:tiny.gguf takes 20 with its answer. Shorten the context, or use a model that takes more.',
  })
  expect(llama.asked).toEqual([])
})

test('aborting ends the answer with the signal’s reason, and the next question finds its place free', async () => {
  const abort = new AbortController()
  const llama = testLlama({
    meanwhile: async ({ signal }) => {
      if (llama.asked.length > 1) return
      abort.abort(new Error('cancelled'))
      signal.throwIfAborted()
    },
  })
  const model = await modelOf(llama)
  await expect(ask(model, BODY, abort.signal)).rejects.toThrow('cancelled')
  expect((await ask(model)).at(-1)).toEqual({ type: 'finish', reason: 'stop' })
})

test('leaving an answer stops it', async () => {
  const llama = testLlama({
    meanwhile: ({ signal }) => new Promise((end) => signal.addEventListener('abort', () => end())),
  })
  const model = await modelOf(llama)
  for await (const delta of model.ask(BODY, { signal: AbortSignal.timeout(60_000), seed: '1' })) {
    expect(delta).toEqual({ type: 'text', text: '{}' })
    break
  }
  expect(llama.asked[0]?.signal.aborted).toBe(true)
})

test.each([
  ['file:../elsewhere.gguf', 'is outside the workspace'],
  ['file:missing.gguf', 'cannot be read'],
  ['file:folder', 'is not a file'],
  ['file:pipe.gguf', 'is not a file'],
  ['file:notes.txt', 'is not a GGUF file'],
  ['file:/no/such.gguf', 'cannot be read'],
])('%s is refused before native code reads it', async (address, said) => {
  const root = await folder({ 'notes.txt': 'Notes' })
  await mkdir(join(root, 'folder'))
  execFileSync('mkfifo', [join(root, 'pipe.gguf')])
  const llama = testLlama()
  const model = createFileModels(root, llama.load)({ name: 'm', address, slots: 'local', concurrency: 1 })
  await expect(ask(model)).rejects.toMatchObject({ code: 'model.unreachable', message: expect.stringContaining(said) })
  expect(llama.loaded).toEqual([])
})

test('without the package, the sentence names what to install', async () => {
  const model = createFileModels(await folder())({
    name: 'm',
    address: 'file:tiny.gguf',
    slots: 'local',
    concurrency: 1,
  })
  await expect(ask(model)).rejects.toMatchObject({
    code: 'model.option',
    message: expect.stringContaining('npm install node-llama-cpp@3'),
  })
})

test('a picture is refused: a model in a file reads text', async () => {
  const body = {
    ...BODY,
    messages: [{ role: 'user' as const, content: [{ type: 'image_url', image_url: { url: 'data:' } }] }],
  }
  await expect(ask(await modelOf(), body)).rejects.toMatchObject({ code: 'model.option' })
})
