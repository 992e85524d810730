import type { Graph } from '@ensemble/core'
import { graphJudge } from '@ensemble/core/host'
import { describe, expect, it } from 'vitest'
import { edit, openDocument } from '../../document/texts/document.ts'
import { saved } from '../../document/texts/receive.ts'
import { graphOf, judgeStore } from '../../document/graph/graph.ts'
import { runVersions } from './run-versions.ts'

judgeStore.setState({ judge: graphJudge })

const CALLER = JSON.stringify({
  context: [
    {
      type: 'tool',
      tool: {
        ask: { type: 'object', description: 'Asks another.', properties: { _module: { const: 'idea://callee' } } },
        rhyme: { $ref: 'tool://rhyme' },
      },
    },
  ],
})
const PLAIN = JSON.stringify({ context: [{ type: 'text', text: 'Speak.' }] })
const RHYME = JSON.stringify({ type: 'object', description: 'Finds a rhyme.', properties: {} })
const WRONG = JSON.stringify({ context: 'nothing' })

const FILES = [
  { file: 'ideas/caller.json', text: CALLER, etag: '"1"' },
  { file: 'ideas/callee.json', text: PLAIN, etag: '"2"' },
  { file: 'ideas/other.json', text: PLAIN, etag: '"3"' },
  { file: 'tools/rhyme.json', text: RHYME, etag: '"4"' },
]
const AROUND = { activities: [], activityProblems: [], mcpServers: [], profile: {}, lint: {} }
const graph = (files: Parameters<typeof graphOf>[0]): Graph => graphOf(files, AROUND)
const typed = (file: string, text: string) => edit(openDocument(FILES), [{ file, text }], { label: 'edit', at: 0 })

describe('what a run uses while texts have errors', () => {
  it('is everything as it is shown where nothing is wrong', () => {
    const { files } = typed('ideas/callee.json', JSON.stringify({ context: [{ type: 'text', text: 'Sing.' }] }))
    expect(runVersions(files, graph(files), 'caller')).toEqual({ drafts: [], draftsOnly: [], inForce: [] })
  })

  it('is the last valid version of a broken file that it reaches, however far it is', () => {
    for (const file of ['ideas/caller.json', 'ideas/callee.json', 'tools/rhyme.json']) {
      const { files } = typed(file, '{ }}')
      expect(runVersions(files, graph(files), 'caller').drafts).toEqual([file])
    }
  })

  it('is not touched by an Idea that it does not reach', () => {
    const { files } = typed('ideas/other.json', '{ }}')
    expect(runVersions(files, graph(files), 'caller').drafts).toEqual([])
  })

  it('is the last valid version of a text that the server keeps as a draft for its errors', () => {
    const { files } = saved(typed('ideas/callee.json', WRONG), [
      { file: 'ideas/callee.json', text: WRONG, etag: '"2"', draft: '"d"' },
    ])
    expect(runVersions(files, graph(files), 'caller').drafts).toEqual(['ideas/callee.json'])
  })

  it('is the erroneous text itself where somebody wrote that into the file', () => {
    const { files } = openDocument(
      FILES.map((one) => (one.file === 'ideas/callee.json' ? { ...one, text: WRONG } : one)),
    )
    expect(runVersions(files, graph(files), 'caller').inForce).toEqual(['ideas/callee.json'])
  })

  it('is nothing of a file that never was valid', () => {
    const { files } = edit(openDocument(FILES.slice(0, 1)), [{ file: 'ideas/callee.json', text: WRONG }], {
      label: 'new',
      at: 0,
    })
    expect(runVersions(files, graph(files), 'caller').draftsOnly).toEqual(['ideas/callee.json'])
  })
})
