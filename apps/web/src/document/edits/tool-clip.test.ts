import { describe, expect, it } from 'vitest'
import { EMPTY_DOCUMENT } from '../texts/document.ts'
import { receive } from '../texts/receive.ts'
import { freeTitle } from '../texts/files.ts'
import { addToolCopy } from './intents.ts'
import { readToolClip, toolClipText } from './tool-clip.ts'

const judge = { name: 'judge', schema: { type: 'object', properties: { text: { type: 'string' } } } }

describe('a Tool that is copied', () => {
  it('is read back as it was, and nothing else is taken for one', () => {
    expect(readToolClip(toolClipText(judge))).toEqual(judge)
    expect(readToolClip('{"context":[]}')).toBeNull()
    expect(readToolClip('hello')).toBeNull()
  })

  it('gets a name that the Idea has free', () => {
    const idea = JSON.stringify({ context: [{ type: 'tool', tool: { judge: judge.schema } }] })
    const { files } = receive(EMPTY_DOCUMENT, 'ideas/critic.json', idea, 'tag')
    const { tool, edit } = addToolCopy(files, 'critic', judge.name, judge.schema)
    expect(tool).toBe('judge2')
    expect(JSON.parse(edit.text ?? '').context[0].tool).toEqual({ judge: judge.schema, judge2: judge.schema })
  })
})

describe('the title of a copy', () => {
  it('is one that no other Idea has', () => {
    expect(freeTitle('Critic', [])).toBe('Critic')
    expect(freeTitle('Critic', ['Critic'])).toBe('Critic copy')
    expect(freeTitle('Critic copy', ['Critic', 'Critic copy'])).toBe('Critic copy 2')
    expect(freeTitle('Critic', ['Critic', 'Critic copy', 'Critic copy 2'])).toBe('Critic copy 3')
  })
})
