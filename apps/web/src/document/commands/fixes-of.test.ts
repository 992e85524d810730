import type { Problem } from '@ensemble/core'
import { describe, expect, it } from 'vitest'
import { diagnosedFixes, fixesOf } from './fixes-of.ts'

const drawn: Problem = {
  code: 'module.unresolved',
  severity: 'error',
  message: 'idea://compser leads to no Idea of the workspace. Did you mean composer?',
  path: '/context/2/tool/composeSong',
  idea: 'producer',
  tool: 'composeSong',
  file: 'ideas/producer.json',
}
const fix = (title: string): Problem['fix'] => ({
  title,
  edits: [{ file: 'ideas/producer.json', offset: 3, length: 2, text: 'x' }],
})
const diagnosed: Problem = {
  ...drawn,
  path: '/context/2/tool/composeSong/properties/_module/const',
  fix: fix('Change to idea://composer'),
}
const titles = (problem: Problem): readonly string[] => fixesOf(problem).map(({ title }) => title)

describe('a module that leads nowhere', () => {
  it('offers the nearest name first, then a new Idea', () => {
    expect(titles(diagnosed)).toEqual(['Change to idea://composer', 'Create compser'])
  })

  it('offers only a new Idea if no name is near', () => {
    expect(titles({ ...drawn, message: 'idea://compser leads to no Idea of the workspace.' })).toEqual([
      'Create compser',
    ])
  })
})

describe('a problem that the graph found', () => {
  it('gets the fix of the same finding in the text, which names its place more exactly', () => {
    const [problem] = diagnosedFixes([drawn], [diagnosed])
    expect(problem && titles(problem)).toEqual(['Change to idea://composer', 'Create compser'])
  })

  it('gets the fix of its own place if two places have the same finding', () => {
    const other = { ...diagnosed, path: '/context/3/tool/composeSong/properties/_module/const', fix: fix('Other') }
    const [problem] = diagnosedFixes([drawn], [other, diagnosed])
    expect(problem?.fix?.title).toBe('Change to idea://composer')
  })

  it('keeps its own fix', () => {
    const own = { ...drawn, fix: fix('Own') }
    expect(diagnosedFixes([own], [diagnosed])).toEqual([own])
  })
})
