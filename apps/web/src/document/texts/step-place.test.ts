import { expect, it } from 'vitest'
import { stepPlace } from './step-place.ts'

const splice = (file: string) => ({ type: 'splice', file, offset: 0, removed: '', inserted: ' ' }) as const

it('is the node and Tool that the command named', () => {
  const about = { nodes: ['idea:a'], tool: 'search' }
  expect(
    stepPlace({ label: 'delete', at: 0, about, diffs: [splice('ideas/a.json'), splice('ensemble.json')] }),
  ).toEqual({
    nodes: ['idea:a'],
    tool: 'search',
    files: ['ideas/a.json', 'ensemble.json'],
  })
})

it('is the Tool whose field was typed in', () => {
  const mark = 'ideas/a.json#context/2/tool/search/description'
  expect(stepPlace({ label: 'edit', at: 0, mark, diffs: [splice('ideas/a.json')] })).toMatchObject({
    nodes: ['idea:a'],
    tool: 'search',
  })
})

it('is the new Idea of a rename, and not the Ideas that follow it', () => {
  const diffs = [
    { type: 'remove', file: 'ideas/old.json', text: '{}' },
    { type: 'create', file: 'ideas/new.json', text: '{}' },
    splice('ideas/caller.json'),
  ] as const
  expect(stepPlace({ label: 'rename', at: 0, diffs }).nodes).toEqual(['idea:new'])
})

it('is only the files of a step that touched no node', () => {
  expect(stepPlace({ label: 'tidy', at: 0, diffs: [splice('.ensemble/layout.json')] })).toEqual({
    nodes: [],
    files: ['.ensemble/layout.json'],
  })
})
