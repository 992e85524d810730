import { describe, expect, it } from 'vitest'
import { importsOf, wrongArrows } from './arrows.mjs'

/** @param {string} path @param {string} text */
const wrong = (path, text) => wrongArrows([{ path, text }])

describe('the direction of imports', () => {
  it('lets a folder of core import from an earlier one and from itself', () => {
    expect(wrong('packages/core/src/run/loop.ts', `import { parse } from '../call/parse.ts'`)).toEqual([])
    expect(wrong('packages/core/src/run/loop.ts', `import { decide } from './decide.ts'`)).toEqual([])
  })

  it('refuses an import from a later folder, also of a type, also over several lines', () => {
    expect(wrong('packages/core/src/tool/tool.ts', `import { run } from '../run/loop.ts'`)).toHaveLength(1)
    expect(wrong('packages/core/src/tool/tool.ts', `import type {\n  Run,\n} from '../run/loop.ts'`)).toHaveLength(1)
    expect(wrong('packages/core/src/run/loop.ts', `export { fold } from '../trace/fold.ts'`)).toHaveLength(1)
    expect(wrong('packages/core/src/run/loop.ts', `const fold = await import('../trace/fold.ts')`)).toHaveLength(1)
  })

  it('lets a folder of the page import from an earlier one, and the page itself from all', () => {
    expect(wrong('apps/web/src/canvas/groups/frame.tsx', `import { group } from '../../commands/groups.ts'`)).toEqual(
      [],
    )
    expect(wrong('apps/web/src/main.tsx', `import { App } from './shell/App.tsx'`)).toEqual([])
  })

  it('refuses in the page what points back: a store that imports a view, by a type, by a style or when it is wanted', () => {
    const store = 'apps/web/src/stores/graph.ts'
    expect(wrong(store, `import type { Scene } from '../canvas/scene.ts'`)).toHaveLength(1)
    expect(wrong(store, `const { Canvas } = await import('../canvas/Canvas.tsx')`)).toHaveLength(1)
    expect(wrong('apps/web/src/ui/Pill.tsx', `import css from '../trace/Dock.module.css'`)).toHaveLength(1)
    expect(wrong('apps/web/src/shell/App.tsx', `import '../main.tsx'`)).toHaveLength(1)
  })

  it('wants a place in the order for every folder', () => {
    expect(wrong('apps/web/src/charts/Chart.tsx', `import { Pill } from '../ui/Pill.tsx'`)).toEqual([
      'apps/web/src/charts/Chart.tsx imports ../ui/Pill.tsx: charts has no place in the order of folders (scripts/lib/arrows.mjs)',
    ])
    expect(wrong('apps/web/src/shell/App.tsx', `import { Chart } from '../charts/Chart.tsx'`)).toHaveLength(1)
  })

  it('keeps Node, React and the network out of core', () => {
    expect(wrong('packages/core/src/schema/hash.ts', `import { createHash } from 'node:crypto'`)).toHaveLength(1)
    expect(wrong('packages/core/src/trace/view.ts', `import { useState } from 'react'`)).toHaveLength(1)
    expect(wrong('packages/core/src/model/ask.ts', `const answer = await fetch(url)`)).toHaveLength(1)
  })

  it('lets one file import openai and one file import ajv', () => {
    expect(wrong('packages/core/src/model/openai.ts', `import OpenAI from 'openai'`)).toEqual([])
    expect(wrong('packages/core/src/run/loop.ts', `import OpenAI from 'openai/client'`)).toHaveLength(1)
    expect(wrong('packages/core/src/schema/judge/generator.ts', `import { Ajv } from 'ajv/dist/2020.js'`)).toEqual([])
    expect(wrong('apps/web/src/worker.ts', `import { Ajv } from 'ajv'`)).toHaveLength(1)
  })

  it('keeps the apps apart, except for types', () => {
    expect(wrong('apps/web/src/api/client.ts', `import type { Routes } from '@ensemble/server'`)).toEqual([])
    expect(wrong('apps/web/src/api/client.ts', `import { routes } from '@ensemble/server'`)).toHaveLength(1)
    expect(wrong('apps/web/src/api/client.ts', `import { routes } from '../../../server/src/app.ts'`)).toHaveLength(1)
  })

  it('lets the apps show the table that the pages of error codes are written from', () => {
    expect(wrong('apps/web/src/ui/code.ts', `import { codes } from '../../../../docs/errors/codes.mjs'`)).toEqual([])
    expect(wrong('apps/web/src/ui/code.ts', `import { x } from '../../../../docs/page-runner.ts'`)).toHaveLength(1)
  })

  it('is not misled by comments and strings', () => {
    expect(
      importsOf(`// import { a } from 'openai'\nconst text = "import('x')"`).map((one) => one.specifier),
    ).not.toContain('openai')
  })
})
