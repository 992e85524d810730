import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { isKept, openArchive, someOf } from './unpack.ts'

const zip = (...names: readonly string[]): Uint8Array =>
  zipSync(Object.fromEntries(names.map((name) => [name, strToU8(name.endsWith('/') ? '' : `of ${name}`)])))
const filesIn = (...names: readonly string[]): readonly string[] =>
  openArchive(zip(...names)).files.map(({ file }) => file)

describe('an archive', () => {
  it('lists its files by name, without folders and what a program put beside them', () => {
    expect(filesIn('ideas/', 'ideas/b.json', 'ideas/a.json', '__MACOSX/ideas/._a.json')).toEqual([
      'ideas/a.json',
      'ideas/b.json',
    ])
  })

  it.each(['../x.json', 'ideas/../../x.json', '/etc/passwd', 'ideas//x.json', './x.json', 'C:/x.json', 'a\\b', 'a\nb'])(
    'that holds %j is refused: it could lead out of the folder',
    (name) => {
      expect(() => openArchive(zip('ideas/a.json', name))).toThrow('which no workspace can hold. Nothing was imported.')
    },
  )

  it('is refused where a name stands twice without regard to case, or is a file and a folder', () => {
    expect(() => filesIn('ideas/a.json', 'Ideas/A.json')).toThrow('twice, without regard to case')
    expect(() => filesIn('ideas', 'ideas/a.json')).toThrow('ideas both as a file and as a folder')
    expect(() => filesIn('a/b', 'A/B/c.json')).toThrow('a/b both as a file and as a folder')
  })

  it('is one of a folder where everything lies in it beside its manifest, and only then', () => {
    expect(filesIn('mine/ensemble.json', 'mine/ideas/a.json')).toEqual(['ensemble.json', 'ideas/a.json'])
    expect(filesIn('mine/ensemble.json', 'other/a.json')).toEqual(['mine/ensemble.json', 'other/a.json'])
    expect(filesIn('mine/ideas/a.json', 'mine/b.json')).toEqual(['mine/b.json', 'mine/ideas/a.json'])
    // A workspace that holds the folder of another.
    expect(filesIn('deep/ensemble.json', 'ensemble.json')).toEqual(['deep/ensemble.json', 'ensemble.json'])
    expect(filesIn()).toEqual([])
  })

  it('gives the bytes of the files that are asked for, by their names in the workspace', async () => {
    const { files, read } = openArchive(zip('mine/ensemble.json', 'mine/ideas/a.json'))
    const found = await read(files.filter(({ file }) => file === 'ideas/a.json'))
    expect([...found].map(([file, content]) => [file, new TextDecoder().decode(content)])).toEqual([
      ['ideas/a.json', 'of mine/ideas/a.json'],
    ])
  })

  it('of which a bit fell over is found to be damaged when it is read', async () => {
    const bytes = zipSync({ 'a.json': [strToU8('whole and long enough'), { level: 0 }] })
    const at = Buffer.from(bytes).indexOf('whole')
    bytes[at] = (bytes[at] ?? 0) ^ 1
    const { files, read } = openArchive(bytes)
    await expect(read(files)).rejects.toMatchObject({ code: 'archive.invalid' })
  })

  it('that is none is told as such', () => {
    expect(() => openArchive(strToU8('{ "context": [] }'))).toThrow('This is not a zip archive, or it is damaged.')
  })
})

it('What people keep of a workspace is neither hidden nor installed; the places of its nodes are kept', () => {
  const files = ['ideas/a.json', '.ensemble/layout.json', '.ensemble/ensemble.db', '.git/config', 'a/node_modules/b.js']
  expect(files.filter(isKept)).toEqual(['ideas/a.json', '.ensemble/layout.json'])
})

it('Of many names the first ten are told, and how many more there are', () => {
  const names = Array.from({ length: 12 }, (_, index) => `n${index}`)
  expect(someOf(names.slice(0, 10))).toBe('n0, n1, n2, n3, n4, n5, n6, n7, n8, n9')
  expect(someOf(names)).toBe('n0, n1, n2, n3, n4, n5, n6, n7, n8, n9 and 2 more')
})
