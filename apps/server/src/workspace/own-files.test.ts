import { mkdir, mkdtemp, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openOrSalvage } from '../engine/salvage.ts'
import { createRedactor } from '../secrets/redactor.ts'
import { openSecretStore } from '../secrets/secret-store.ts'
import { takeOwnership } from './owner.ts'

let root: string
let victim: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ensemble-own-'))
  await mkdir(join(root, '.ensemble'))
  victim = join(root, 'of a person')
  await writeFile(victim, '{"words":"that must stay"}', { mode: 0o644 })
})
afterEach(() => rm(root, { recursive: true, force: true }))

const NAMES = [
  'lock',
  'losses.json',
  'losses.json.new',
  'ensemble.db',
  'ensemble.db-wal',
  'ensemble.db-shm',
  'ensemble.db-last',
  'ensemble.db.v2.backup',
  'ensemble.db.salvaged',
]

describe('a file of .ensemble that a stranger put there', () => {
  test.each(NAMES)('as the link %s is refused in one sentence, and what it leads to stays as it is', async (name) => {
    const link = join(root, '.ensemble', name)
    await symlink(victim, link)
    await expect(takeOwnership(root)).rejects.toThrow(`${link} is a link. Move it away: Ensemble needs that name`)
    expect(await readFile(victim, 'utf8')).toBe('{"words":"that must stay"}')
    expect((await stat(victim)).mode & 0o777).toBe(0o644)
    expect(await readlink(link)).toBe(victim)
  })

  test.each(['lock', 'ensemble.db'])('as the folder %s is refused with the remedy', async (name) => {
    await mkdir(join(root, '.ensemble', name))
    await expect(takeOwnership(root)).rejects.toThrow(`${name} is a folder. Move it away`)
  })

  test('is refused where the database alone is opened', async () => {
    const path = join(root, 'other.db')
    await symlink(victim, `${path}-last`)
    expect(() => openOrSalvage(path)).toThrow('other.db-last is a link. Move it away')
  })

  test('as a link to keys keeps the rights of what it leads to', async () => {
    await symlink(victim, join(root, '.ensemble/secrets.json'))
    const fromEnvironment = (): undefined => undefined
    await openSecretStore({ root, fromEnvironment, redactor: createRedactor() })
    expect((await stat(victim)).mode & 0o777).toBe(0o644)
  })

  test('as a whole folder behind a link is not emptied, even if it contains a file with a lock’s name', async () => {
    await rm(join(root, '.ensemble'), { recursive: true })
    await mkdir(join(root, 'elsewhere'))
    await symlink('elsewhere', join(root, '.ensemble'))
    const lock = join(root, 'elsewhere/lock')
    await writeFile(lock, 'of another program '.repeat(100))
    await expect(takeOwnership(root)).rejects.toThrow('lock is of another program. Move it away')
    expect(await readFile(lock, 'utf8')).toContain('of another program')
    await rm(lock)
    const owner = await takeOwnership(root)
    expect(owner.owned).toBe(true)
    if (owner.owned) await owner.release()
  })
})
