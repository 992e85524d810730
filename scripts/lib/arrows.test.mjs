import { describe, expect, it } from 'vitest'
import { importsOf, wrongArrows } from './arrows.mjs'

/** @param {string} path @param {string} text */
const wrong = (path, text) => wrongArrows([{ path, text }])

describe('the direction of imports', () => {
  it('lets a folder of core import from an earlier one and from itself', () => {
    expect(wrong('packages/core/src/run/loop/loop.ts', `import { parse } from '../../call/parse.ts'`)).toEqual([])
    expect(wrong('packages/core/src/run/loop/loop.ts', `import { decide } from './decide.ts'`)).toEqual([])
  })

  it('refuses an import from a later folder, also of a type, also over several lines', () => {
    expect(wrong('packages/core/src/tool/tool.ts', `import { run } from '../run/loop/loop.ts'`)).toHaveLength(1)
    expect(wrong('packages/core/src/tool/tool.ts', `import type {\n  Run,\n} from '../run/loop/loop.ts'`)).toHaveLength(
      1,
    )
    expect(wrong('packages/core/src/run/loop/loop.ts', `export { fold } from '../../trace/fold.ts'`)).toHaveLength(1)
    expect(
      wrong('packages/core/src/run/loop/loop.ts', `const fold = await import('../../trace/fold.ts')`),
    ).toHaveLength(1)
  })

  it('lets a room of the page import from an earlier one, and the page itself from all', () => {
    const frame = 'apps/web/src/design/canvas/groups/frame.tsx'
    expect(wrong(frame, `import { group } from '../../../document/commands/groups.ts'`)).toEqual([])
    expect(wrong('apps/web/src/main.tsx', `import { App } from './shell/window/App.tsx'`)).toEqual([])
  })

  it('refuses a store that imports a view of a later room: by type, by style or on demand', () => {
    const store = 'apps/web/src/document/graph/graph-store.ts'
    expect(wrong(store, `import type { Scene } from '../../design/canvas/scene.ts'`)).toHaveLength(1)
    expect(wrong(store, `const { Canvas } = await import('../../design/canvas/Canvas.tsx')`)).toHaveLength(1)
    expect(
      wrong('apps/web/src/platform/ui/Pill.tsx', `import css from '../../runs/trace/Fold.module.css'`),
    ).toHaveLength(1)
    expect(wrong('apps/web/src/shell/window/App.tsx', `import '../../main.tsx'`)).toHaveLength(1)
  })

  it('refuses folders of one room that import each other, also through a third', () => {
    const files = [
      { path: 'apps/web/src/runs/trace/a.ts', text: `import { b } from '../fork/b.ts'` },
      { path: 'apps/web/src/runs/fork/b.ts', text: `import { c } from '../open/c.ts'` },
    ]
    expect(wrongArrows(files)).toEqual([])
    const back = { path: 'apps/web/src/runs/open/c.ts', text: `import type { A } from '../trace/a.ts'` }
    expect(wrongArrows([...files, back])).toContain(
      'runs/open and runs/trace import each other, directly or through others',
    )
  })

  it('lets no room of run/ but the record look at what is recorded, kept or replayed', () => {
    const ask = 'packages/core/src/run/perform/ask.ts'
    for (const look of [
      `if (history.replaying) return`,
      `history.recorded('call.started', span)`,
      `run.history.reuse.call(span)`,
    ])
      expect(wrong(ask, look)).toHaveLength(1)
    expect(wrong('packages/core/src/run/record/step.ts', `if (history.replaying) return`)).toEqual([])
    expect(wrong(ask, `await Promise.all(calls) // in a replay: history.replaying`)).toEqual([])
  })

  it('lets a room of run/ import from an earlier one only, also by type', () => {
    const ask = 'packages/core/src/run/perform/ask.ts'
    expect(wrong(ask, `import { step } from '../record/step.ts'`)).toEqual([])
    expect(wrong(ask, `import type { Turn } from '../loop/turn.ts'`)).toHaveLength(1)
    expect(wrong('packages/core/src/run/record/history.ts', `import { Wall } from '../limits/wall.ts'`)).toHaveLength(1)
    expect(
      wrong('packages/core/src/run/operate/fork/fork.ts', `import { a } from '../../program/agent.ts'`),
    ).toHaveLength(1)
  })

  it('keeps what tests are written with out of the sources of core', () => {
    expect(
      wrong('packages/core/src/run/loop/loop.ts', `import { a } from '../../../testing/test-run.ts'`),
    ).toHaveLength(1)
  })

  it('lets design know the open Run, and not how runs show it', () => {
    const node = 'apps/web/src/design/canvas/NodeStatus.tsx'
    expect(wrong(node, `import { useNodeActivity } from '../../runs/open/run-activity.ts'`)).toEqual([])
    expect(wrong(node, `import { StatusIcon } from '../../runs/trace/StatusIcon.tsx'`)).toHaveLength(1)
  })

  it('wants a place in the order for every room', () => {
    expect(wrong('apps/web/src/charts/Chart.tsx', `import { Pill } from '../platform/ui/Pill.tsx'`)).toEqual([
      'apps/web/src/charts/Chart.tsx imports ../platform/ui/Pill.tsx: charts has no place in the order of folders (scripts/lib/arrows.mjs)',
    ])
    expect(wrong('apps/web/src/shell/window/App.tsx', `import { Chart } from '../../charts/Chart.tsx'`)).toHaveLength(1)
  })

  it('keeps Node, React and the network out of core', () => {
    expect(wrong('packages/core/src/schema/hash.ts', `import { createHash } from 'node:crypto'`)).toHaveLength(1)
    expect(wrong('packages/core/src/trace/view.ts', `import { useState } from 'react'`)).toHaveLength(1)
    expect(wrong('packages/core/src/model/ask.ts', `const answer = await fetch(url)`)).toHaveLength(1)
  })

  it('lets one file import openai and one file import ajv', () => {
    expect(wrong('packages/core/src/model/openai.ts', `import OpenAI from 'openai'`)).toEqual([])
    expect(wrong('packages/core/src/run/loop/loop.ts', `import OpenAI from 'openai/client'`)).toHaveLength(1)
    expect(wrong('packages/core/src/schema/judge/generator.ts', `import { Ajv } from 'ajv/dist/2020.js'`)).toEqual([])
    expect(wrong('apps/web/src/worker.ts', `import { Ajv } from 'ajv'`)).toHaveLength(1)
  })

  it('keeps the apps apart, except for types', () => {
    expect(wrong('apps/web/src/platform/api/client.ts', `import type { Routes } from '@ensemble/server'`)).toEqual([])
    expect(wrong('apps/web/src/platform/api/client.ts', `import { routes } from '@ensemble/server'`)).toHaveLength(1)
    expect(
      wrong('apps/web/src/platform/api/client.ts', `import { routes } from '../../../../server/src/app.ts'`),
    ).toHaveLength(1)
  })

  it('lets the apps show the table that the pages of error codes are written from', () => {
    expect(
      wrong('apps/web/src/platform/ui/code.ts', `import { codes } from '../../../../../docs/errors/codes.mjs'`),
    ).toEqual([])
    expect(
      wrong('apps/web/src/platform/ui/code.ts', `import { x } from '../../../../../docs/page-runner.ts'`),
    ).toHaveLength(1)
  })

  it('is not misled by comments and strings', () => {
    expect(
      importsOf(`// import { a } from 'openai'\nconst text = "import('x')"`).map((one) => one.specifier),
    ).not.toContain('openai')
  })
})
