import { crc32 } from 'node:zlib'
import { EnsembleError } from '@ensemble/core'
import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { isKept, openArchive, someOf } from './unpack.ts'

const zip = (...names: readonly string[]): Uint8Array =>
  zipSync(Object.fromEntries(names.map((name) => [name, strToU8(name.endsWith('/') ? '' : `of ${name}`)])))
const filesIn = async (...names: readonly string[]): Promise<readonly string[]> =>
  (await openArchive(zip(...names))).files.map(({ file }) => file)

const [DIRECTORY, END] = [0x02014b50, 0x06054b50]
/** The place of a header, by its four first bytes. */
const startOf = (bytes: Uint8Array, header: number): number => {
  const mark = Buffer.alloc(4)
  mark.writeUInt32LE(header)
  return Buffer.from(bytes).indexOf(mark)
}

describe('an archive', () => {
  it('lists its files by name, without folders and a program’s own entries', async () => {
    expect(await filesIn('ideas/', 'ideas/b.json', 'ideas/a.json', '__MACOSX/ideas/._a.json')).toEqual([
      'ideas/a.json',
      'ideas/b.json',
    ])
  })

  it.each(['../x.json', 'ideas/../../x.json', '/etc/passwd', 'ideas//x.json', './x.json', 'C:/x.json', 'a\\b', 'a\nb'])(
    'that holds %j is refused: it could lead out of the folder',
    async (name) => {
      await expect(openArchive(zip('ideas/a.json', name))).rejects.toThrow(
        'which no workspace can hold. Nothing was imported.',
      )
    },
  )

  it('is refused if a name appears twice, ignoring case, or is a file and a folder', async () => {
    await expect(filesIn('ideas/a.json', 'Ideas/A.json')).rejects.toThrow('twice, without regard to case')
    await expect(filesIn('ideas', 'ideas/a.json')).rejects.toThrow('ideas both as a file and as a folder')
    await expect(filesIn('a/b', 'A/B/c.json')).rejects.toThrow('a/b both as a file and as a folder')
  })

  it('is one of a folder if everything is in it with its manifest, and only then', async () => {
    expect(await filesIn('mine/ensemble.json', 'mine/ideas/a.json')).toEqual(['ensemble.json', 'ideas/a.json'])
    expect(await filesIn('mine/ensemble.json', 'other/a.json')).toEqual(['mine/ensemble.json', 'other/a.json'])
    expect(await filesIn('mine/ideas/a.json', 'mine/b.json')).toEqual(['mine/b.json', 'mine/ideas/a.json'])
    // A workspace that holds the folder of another.
    expect(await filesIn('deep/ensemble.json', 'ensemble.json')).toEqual(['deep/ensemble.json', 'ensemble.json'])
    expect(await filesIn()).toEqual([])
  })

  it('gives the bytes of the files that are asked for, by their names in the workspace', async () => {
    const { files, read } = await openArchive(zip('mine/ensemble.json', 'mine/ideas/a.json'))
    const found = await read(files.filter(({ file }) => file === 'ideas/a.json'))
    expect([...found].map(([file, content]) => [file, new TextDecoder().decode(content)])).toEqual([
      ['ideas/a.json', 'of mine/ideas/a.json'],
    ])
  })

  it('of which a bit fell over is found to be damaged when it is read', async () => {
    const bytes = zipSync({ 'a.json': [strToU8('whole and long enough'), { level: 0 }] })
    const at = Buffer.from(bytes).indexOf('whole')
    bytes[at] = (bytes[at] ?? 0) ^ 1
    const { files, read } = await openArchive(bytes)
    await expect(read(files)).rejects.toMatchObject({ code: 'archive.invalid' })
  })

  it('that isn’t one is reported as such', async () => {
    await expect(openArchive(strToU8('{ "context": [] }'))).rejects.toThrow(
      'This is not a zip archive, or it is damaged.',
    )
  })

  it('that is cut off anywhere isn’t valid', async () => {
    const whole = zip('ideas/a.json', 'ideas/b.json')
    for (let length = 0; length < whole.length; length++)
      await expect(openArchive(whole.subarray(0, length))).rejects.toThrow(
        'This is not a zip archive, or it is damaged.',
      )
  })

  it('is read, refused or found damaged whichever of its bytes are changed, and never throws anything else', async () => {
    const whole = zip('ideas/a.json', 'ideas/b.json')
    const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255))
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const bytes = whole.slice()
        for (const [at, value] of changes) bytes[at] = value
        const reading = openArchive(bytes).then(({ files, read }) => read(files))
        const failure: unknown = await reading.then(
          () => undefined,
          (error: unknown) => error,
        )
        if (failure !== undefined) expect(failure).toBeInstanceOf(EnsembleError)
      }),
      { numRuns: 2000 },
    )
  })

  it('that counts billions of files in 200 bytes is refused; one that counts what it holds, in 64 bits, is read', async () => {
    const whole = zip('ideas/a.json')
    const [directory, end] = [startOf(whole, DIRECTORY), startOf(whole, END)]
    const counting = (files: bigint): Uint8Array => {
      const ends = new DataView(new ArrayBuffer(56 + 20 + 22))
      ends.setUint32(0, 0x06064b50, true)
      ends.setBigUint64(32, files, true)
      ends.setBigUint64(48, BigInt(directory), true)
      ends.setUint32(56, 0x07064b50, true)
      ends.setBigUint64(56 + 8, BigInt(end), true)
      ends.setUint32(76, END, true)
      ends.setUint16(76 + 10, 0xffff, true)
      ends.setUint32(76 + 16, 0xffffffff, true)
      return Buffer.concat([whole.subarray(0, end), new Uint8Array(ends.buffer)])
    }
    await expect(openArchive(counting(0xffffffffn))).rejects.toThrow('This is not a zip archive, or it is damaged.')
    expect((await openArchive(counting(1n))).files).toHaveLength(1)
  })

  it('whose file holds more than it says is unpacked no further, and what is unpacked is not taken for the file', async () => {
    const bytes = zipSync({ 'a.json': new Uint8Array(1024 * 1024) })
    const view = new DataView(bytes.buffer)
    view.setUint32(startOf(bytes, DIRECTORY) + 16, crc32(new Uint8Array(10)), true)
    view.setUint32(startOf(bytes, DIRECTORY) + 24, 10, true)
    const { files, read } = await openArchive(bytes)
    expect(files).toEqual([{ file: 'a.json', size: 10 }])
    await expect(read(files)).rejects.toThrow('a.json is damaged in the archive. Nothing was imported.')
  })

  it('reports encryption and unknown ways of packing', async () => {
    const encrypted = zip('a.json')
    encrypted[startOf(encrypted, DIRECTORY) + 8] = 1
    const locked = await openArchive(encrypted)
    await expect(locked.read(locked.files)).rejects.toThrow('a.json is encrypted in the archive')
    const odd = zip('a.json')
    odd[startOf(odd, DIRECTORY) + 10] = 98
    const unknown = await openArchive(odd)
    await expect(unknown.read(unknown.files)).rejects.toThrow('a.json uses a compression that cannot be read')
  })

  it('is refused for a name longer than any system takes, and for two names that differ in how an accent is written', async () => {
    await expect(filesIn(`${'a/'.repeat(10_000)}b`)).rejects.toThrow('which no workspace can hold')
    await expect(filesIn('caf\u00e9.json', 'cafe\u0301.json')).rejects.toThrow('twice, without regard to case')
  })

  it('gives back names that are written in UTF-8, whether they say so or not, and others a byte a character', async () => {
    const said = zip('Идея.json')
    const unsaid = zip('Идея.json')
    unsaid[startOf(unsaid, DIRECTORY) + 9] = 0
    expect([await openArchive(said), await openArchive(unsaid)].map(({ files }) => files[0]?.file)).toEqual([
      'Идея.json',
      'Идея.json',
    ])
    const latin = zip('caf_.json')
    latin[startOf(latin, DIRECTORY) + 46 + 3] = 0xe9
    expect((await openArchive(latin)).files[0]?.file).toBe('café.json')
  })
})

it('What people keep of a workspace is neither hidden nor installed; the places of its nodes are kept', () => {
  const files = ['ideas/a.json', '.ensemble/layout.json', '.ensemble/ensemble.db', '.git/config', 'a/node_modules/b.js']
  expect(files.filter(isKept)).toEqual(['ideas/a.json', '.ensemble/layout.json'])
})

it('Of many names the first ten are listed, with the number of the others', () => {
  const names = Array.from({ length: 12 }, (_, index) => `n${index}`)
  expect(someOf(names.slice(0, 10))).toBe('n0, n1, n2, n3, n4, n5, n6, n7, n8, n9')
  expect(someOf(names)).toBe('n0, n1, n2, n3, n4, n5, n6, n7, n8, n9 and 2 more')
})
