import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CALL_ERROR_CODES } from '../../packages/core/src/call/call-error.ts'
import { MODEL_ERROR_CODES } from '../../packages/core/src/model/model.ts'
import { PROBLEM_CODES } from '../../packages/core/src/tool/problem-codes.ts'
import { errorPages } from '../../scripts/lib/error-pages.mjs'
import { codes } from './codes.mjs'

const ROOT = join(import.meta.dirname, '..', '..')
const THROWN = /(?:EnsembleError|HttpProblem|httpProblem)\(\s*(?:\d+,\s*)?'([a-z]+\.[A-Za-z]+)'/g

const sourceFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

const thrownCodes = (): string[] =>
  ['packages/core/src', 'apps/server/src']
    .flatMap((folder) => sourceFiles(join(ROOT, folder)))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(THROWN)].map((found) => found[1] ?? ''))

describe('the pages of error codes', () => {
  it.each([
    ['refused Call', CALL_ERROR_CODES],
    ['model endpoint', MODEL_ERROR_CODES],
    ['Problem on a file', Object.keys(PROBLEM_CODES)],
    ['error thrown for people', thrownCodes()],
  ])('explain every code of a %s', (_place, known) => {
    expect(known.filter((code) => !Object.hasOwn(codes, code))).toEqual([])
  })

  it('are as `npm run docs` writes them', () => {
    const folder = join(ROOT, 'docs', 'errors')
    const written = readdirSync(folder).filter((file) => file.endsWith('.md'))
    expect(written.toSorted()).toEqual([...errorPages().keys()].toSorted())
    for (const [file, text] of errorPages()) expect(readFileSync(join(folder, file), 'utf8')).toBe(text)
  })
})
