import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drawWorkspace } from './draw-workspace.ts'

const GRAPH = { nodes: [], edges: [], problems: [] }
let page: string
beforeEach(async () => {
  page = await mkdtemp(join(tmpdir(), 'ensemble-page-'))
})
afterEach(() => rm(page, { recursive: true, force: true }))

test('the canvas is drawn by the module that was built of the page', async () => {
  await mkdir(join(page, 'picture'))
  const code = 'export const pictureOf = (graph, layout) => `<svg>${graph.nodes.length} ${layout}</svg>`'
  await writeFile(join(page, 'picture', 'picture.mjs'), code)
  expect(await drawWorkspace(page, GRAPH, '{}')).toBe('<svg>0 {}</svg>')
})

test('a page that isn’t built gives one sentence', async () => {
  await expect(drawWorkspace(page, GRAPH, '{}')).rejects.toMatchObject({ code: 'page.missing' })
})
