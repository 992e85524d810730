import type { CallToolResult } from '@modelcontextprotocol/client'
import type { ActivityContext, Json } from '@ensemble/core'
import { describe, expect, it } from 'vitest'
import { toCallResult } from './tool-result.ts'

/** The result of a Call, and the files it made by name. */
const resultOf = async (
  result: CallToolResult,
): Promise<{ readonly value: Json; readonly files: readonly string[] }> => {
  const files: string[] = []
  const context = {
    artifact: async (name: string, bytes: Uint8Array, { type }: { readonly type: string }) => {
      files.push(`${name} ${type} ${new TextDecoder().decode(bytes)}`)
      return { $artifact: name }
    },
  } as unknown as ActivityContext // nothing else of it is used
  return { value: await toCallResult(result, context), files }
}
const text = (said: string) => ({ type: 'text', text: said }) as const
const DATA = Buffer.from('bytes').toString('base64')

describe('what an MCP server answers, as the result of a Call', () => {
  it('is its structure if there is one, whatever comes with it', async () => {
    const structured = { content: [text('5')], structuredContent: { sum: 5 } }
    expect((await resultOf(structured)).value).toEqual({ sum: 5 })
  })

  it('is its text else, line by line', async () => {
    expect((await resultOf({ content: [text('a'), text('b')] })).value).toBe('a\nb')
    expect((await resultOf({ content: [] })).value).toBe('')
  })

  it('is a list where other things come with it, and the thing itself where nothing does', async () => {
    const image = { type: 'image', data: DATA, mimeType: 'image/svg+xml' } as const
    expect(await resultOf({ content: [text('a'), image] })).toEqual({
      value: ['a', { $artifact: 'image.svg' }],
      files: ['image.svg image/svg+xml bytes'],
    })
    expect((await resultOf({ content: [image] })).value).toEqual({ $artifact: 'image.svg' })
  })

  it('keeps sounds and files as Artifacts, and links and texts as values', async () => {
    const { value, files } = await resultOf({
      content: [
        { type: 'audio', data: DATA, mimeType: 'audio/wav' },
        { type: 'resource', resource: { uri: 'a:1', blob: DATA } },
        { type: 'resource', resource: { uri: 'a:2', blob: DATA, mimeType: '../x/../../etc' } },
        { type: 'resource', resource: { uri: 'a:3', text: 'said' } },
        { type: 'resource_link', uri: 'a:4', name: 'four', mimeType: 'text/plain' },
        { type: 'resource_link', uri: 'a:5', name: 'five' },
      ],
    })
    expect(files.map((file) => file.split(' ')[0])).toEqual(['audio.wav', 'application.octetstream', 'file.x'])
    expect(value).toEqual([
      { $artifact: 'audio.wav' },
      { $artifact: 'application.octetstream' },
      { $artifact: 'file.x' },
      { uri: 'a:3', text: 'said' },
      { uri: 'a:4', name: 'four', type: 'text/plain' },
      { uri: 'a:5', name: 'five' },
    ])
  })

  it('is an error in its words where it failed', async () => {
    await expect(resultOf({ isError: true, content: [text('the disk'), text('is full')] })).rejects.toThrow(
      'the disk\nis full',
    )
    await expect(resultOf({ isError: true, content: [] })).rejects.toThrow('and not why')
  })
})
