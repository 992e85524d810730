import { describe, expect, it } from 'vitest'
import type { Message } from '../idea/message.ts'
import { hashJson } from '../schema/hash.ts'
import type { Json, Sha256 } from '../schema/json.ts'
import { estimateUsage } from './estimate-usage.ts'
import { inlineFiles, questionLength } from './file-parts.ts'
import type { ChatBody, FileKind } from './model.ts'
import { renderMessages } from './render-messages.ts'

const sha256 = hashJson('a picture')
const artifact = (type: string, bytes = 3) => ({ $artifact: `${sha256.slice(0, 16)}-file`, type, bytes, sha256 })
const carrying = (data: Json): readonly Message[] => [{ type: 'data', kind: 'file', data }]
const sent = (data: Json, files: readonly FileKind[] = ['image', 'audio', 'file']) =>
  renderMessages(carrying(data), 'structured', { inlineBytes: 2048, files })[0]?.content
const bodyWith = (data: Json): ChatBody => ({ model: 'm', messages: [{ role: 'user', content: sent(data) ?? null }] })
const stored = async (hash: Sha256) => (hash === sha256 ? new Uint8Array([1, 2, 3]) : undefined)
const partsOf = async (data: Json) => (await inlineFiles(bodyWith(data), stored)).messages[0]?.content

describe('a data Message of kind file', () => {
  it('is a titled block, and after it the file as the endpoint takes its kind', () => {
    expect(sent(artifact('image/png'))).toEqual([
      { type: 'text', text: expect.stringContaining('# data: file') },
      { type: 'image_url', image_url: { url: `artifact:image/png;sha256,${sha256}` } },
    ])
    expect(sent([artifact('audio/wav'), artifact('application/pdf')])).toMatchObject([
      { type: 'text' },
      { type: 'input_audio', input_audio: { format: 'wav' } },
      { type: 'file', file: { filename: expect.stringMatching(/-file$/) } },
    ])
  })
  it('is only named, in words, where the endpoint does not take its kind or it is over 20 MB', () => {
    expect(sent(artifact('image/png'), [])).toMatch(/Only named, not shown: .*-file\.[^]*"image\/png"/)
    expect(sent(artifact('image/png', 21 * 2 ** 20))).toContain('Only named')
  })
  it('of a type that is called as something every object has is a file like any other', () => {
    for (const type of ['constructor', 'toString', '__proto__'])
      expect(sent(artifact(type))).toMatchObject([{ type: 'text' }, { type: 'file' }])
  })
  it('travels with the messages around it in one turn of the user', () => {
    const messages = renderMessages(
      [{ type: 'input', input: { ask: 'what is it?' } }, ...carrying(artifact('image/png'))],
      'structured',
      { inlineBytes: 2048, files: ['image'] },
    )
    expect(messages).toHaveLength(1)
    expect(messages[0]).toMatchObject({ role: 'user', content: [{ text: expect.stringContaining('what is it?') }, {}] })
  })
  it('may be a data: URL; its block gives type and size instead of the bytes', () => {
    const url = 'data:image/png;base64,AQID'
    const [block, part] = sent(url) as readonly Json[] // content parts
    expect(part).toEqual({ type: 'image_url', image_url: { url } })
    expect(block).toMatchObject({ text: expect.stringContaining('{"type":"image/png","bytes":3}') })
  })
  it('holds text as text, whatever the endpoint takes', () => {
    expect(sent('data:text/plain;charset=utf-8;base64,0JTQsA==', [])).toMatchObject([{}, { type: 'text', text: 'Да' }])
    expect(sent('data:text/plain,one%20two', [])).toMatchObject([{}, { type: 'text', text: 'one two' }])
  })
  it('that is anything else stays the block it is', () => {
    for (const data of ['just words', { path: 'a.png' }, null, { ...artifact('image/png'), sha256: 'forged' }])
      expect(sent(data as Json)).toEqual(expect.stringContaining('# data: file')) // JSON
  })
})

describe('the bytes of a file', () => {
  it('stand in for its name only as the question leaves', async () => {
    expect(await partsOf([artifact('image/png'), artifact('audio/mpeg'), artifact('text/csv')])).toEqual([
      expect.anything(),
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } },
      { type: 'input_audio', input_audio: { data: 'AQID', format: 'mp3' } },
      { type: 'text', text: '\u0001\u0002\u0003' },
    ])
    const untouched: ChatBody = { model: 'm', messages: [{ role: 'user', content: `artifact:a/b;sha256,${sha256}` }] }
    expect(await inlineFiles(untouched, stored)).toBe(untouched)
  })
  it('that are gone are one typed error, never a question without them', async () => {
    await expect(inlineFiles(bodyWith(artifact('image/png')), async () => undefined)).rejects.toMatchObject({
      code: 'model.fileMissing',
    })
  })
  it('count for no tokens of the estimate', () => {
    const small = bodyWith('data:image/png;base64,AQID')
    const large = bodyWith(`data:image/png;base64,${'AQID'.repeat(10_000)}`)
    expect(questionLength(large) - questionLength(small)).toBeLessThan(10)
    expect(estimateUsage(large, 0).inputTokens - estimateUsage(small, 0).inputTokens).toBeLessThan(4)
  })
})
