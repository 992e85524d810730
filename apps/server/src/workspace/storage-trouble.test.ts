import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { describe, expect, onTestFinished, test } from 'vitest'
import { asStorageTrouble, storageSentence } from './storage-trouble.ts'

const refused = (code: string, path?: string): Error =>
  Object.assign(new Error(code), { code, ...(path !== undefined && { path }) })

describe('what the disk or the database refuses', () => {
  test('is one sentence that names the place and what helps', () => {
    expect(asStorageTrouble(refused('ENOSPC', '/w/.a.tmp'), '/w')).toMatchObject({
      code: 'engine.storage',
      message: 'The disk of /w is full: free some space and try again. Nothing was lost.',
    })
    expect(asStorageTrouble(refused('EROFS', '/w/.ensemble'))).toMatchObject({
      message: '/w/.ensemble is on a read-only disk: make it writable and try again.',
    })
  })

  test('is reported for every refusal that SQLite distinguishes, and names no path to a page', () => {
    expect(storageSentence(refused('SQLITE_IOERR_WRITE'))).toMatch(/^The disk of the workspace refused/)
    expect(storageSentence(refused('SQLITE_READONLY_DBMOVED'))).toMatch(/^The database of the workspace is read-only/)
    expect(storageSentence(refused('EACCES', '/w/secret'))).toMatch(/^The workspace may not be read or written/)
  })

  test('is reported for a database that cannot be opened, for which libsql has no code', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ensemble-storage-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const open = async (): Promise<unknown> => new Database(folder)
    const error: unknown = await open().catch((reason: unknown) => reason)
    expect(asStorageTrouble(error, '/w')).toMatchObject({
      message: expect.stringContaining('The database of /w cannot be opened'),
    })
  })

  test('is not what a fault of the program itself is taken for', () => {
    const fault = new TypeError('x is undefined')
    expect(asStorageTrouble(fault, '/w')).toBe(fault)
    expect(storageSentence(refused('ENOENT', '/w/ideas'))).toBeUndefined()
    expect(storageSentence('ENOSPC')).toBeUndefined()
  })
})
