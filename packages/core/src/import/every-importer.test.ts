import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dump } from 'js-yaml'
import type { Json } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import { readJson } from '../tool/convert.ts'
import { readYaml } from './read-yaml.ts'
import { importFiles } from './import-files.ts'
import type { ImportedFiles, SourceFile } from './imported.ts'

const FIXTURES = join(import.meta.dirname, '../../fixtures/imports')
const folders = readdirSync(FIXTURES)
const filesOf = (folder: string): readonly SourceFile[] =>
  readdirSync(join(FIXTURES, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => ({
      path: `${parentPath}/${name}`.slice(FIXTURES.length + 1),
      text: readFileSync(join(parentPath, name), 'utf8'),
    }))

const isData = ({ path }: SourceFile): boolean => /\.(?:json|ya?ml|rivet-project)$/.test(path)
const valueIn = ({ path, text }: SourceFile): Json => {
  if (path.endsWith('.json')) return readJson(text) ?? null
  const read = readYaml(text)
  return 'value' in read ? read.value : null
}
const withValue = (file: SourceFile, value: Json): SourceFile => ({
  ...file,
  text: file.path.endsWith('.json') ? JSON.stringify(value) : dump(value),
})

/** The value with one of its parts replaced: the part at this number in the order of the text. */
const replaceAt = (value: Json, wanted: number, part: Json): { readonly value: Json; readonly count: number } => {
  let count = 0
  const visit = (one: Json): Json => {
    if (count++ === wanted) return part
    if (Array.isArray(one)) return one.map(visit)
    if (isObject(one)) return Object.fromEntries(Object.entries(one).map(([key, each]) => [key, visit(each)]))
    return one
  }
  return { value: visit(value), count }
}

const OTHERS: readonly Json[] = [null, 7, '', 'x', [], {}, [null], { __proto__: null, toString: 1 }, true]
/** Enough to reach most kinds of parts, and few enough to be quick. */
const MOST_PARTS = 24

/** The imported files are plain JSON, so neither runs nor the page fail on it, and prototypes are as before. */
const isSound = (imported: ImportedFiles): void => {
  expect(() => JSON.stringify(imported)).not.toThrow()
  for (const { name } of [...imported.ideas, ...imported.tools, ...imported.http, ...imported.servers])
    expect(name).toMatch(/^[A-Za-z][\w-]{0,63}$/)
  for (const { what, remedy } of imported.report) expect(`${what}${remedy}`).not.toMatch(/undefined|\[object/)
  expect(Object.keys(Object.prototype)).toEqual([])
}

describe.each(folders)('%s', (folder) => {
  const files = filesOf(folder)

  test('with any part of another kind is imported or reported, and never throws', () => {
    for (const file of files.filter(isData)) {
      const value = valueIn(file)
      const { count } = replaceAt(value, -1, null)
      const stride = Math.max(1, Math.ceil(count / MOST_PARTS))
      for (let part = 0; part < count; part += stride) {
        const replaced = replaceAt(value, part, OTHERS[(part / stride) % OTHERS.length] ?? null)
        isSound(importFiles(files.map((one) => (one === file ? withValue(file, replaced.value) : one))))
      }
    }
  })

  test('cut anywhere is imported or reported, and never throws', () => {
    for (const file of files)
      for (let part = 1; part < 12; part++) {
        const text = file.text.slice(0, Math.floor((file.text.length * part) / 12))
        isSound(importFiles(files.map((one) => (one === file ? { ...file, text } : one))))
      }
  })

  test('with names of prototypes for its own imports without a change to any object', () => {
    const names = ['__proto__', 'constructor', 'toString']
    for (const name of names) {
      const words = new RegExp(String.raw`\b(?:name|label|title|key|id|variable|property)(["']?: ["']?)[\w -]+`, 'g')
      const renamed = files.map((file) => ({
        ...file,
        text: file.text.replaceAll(
          words,
          (whole, sign: string) => `${whole.slice(0, whole.indexOf(sign))}${sign}${name}`,
        ),
      }))
      isSound(importFiles(renamed))
    }
  })

  test('with edges that lead in circles ends', () => {
    const circled = files.map((file) => {
      if (!isData(file)) return file
      const turn = (one: Json): Json => {
        if (Array.isArray(one)) return one.map(turn)
        if (!isObject(one)) return one
        const edges = one['edges']
        const inner = Object.fromEntries(Object.entries(one).map(([key, each]) => [key, turn(each)]))
        if (!Array.isArray(edges)) return inner
        const back = edges.flatMap((edge: Json) =>
          isObject(edge) ? [{ ...edge, source: edge['target'] ?? null, target: edge['source'] ?? null }] : [],
        )
        return { ...inner, edges: [...edges, ...back] }
      }
      return withValue(file, turn(valueIn(file)))
    })
    isSound(importFiles(circled))
  })
})
