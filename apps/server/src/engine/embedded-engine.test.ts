import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Run } from '@ensemble/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createdEvent, loggedEvent } from '@ensemble/core/testing'
import { openDatabase } from './database.ts'
import type { WorkspaceJournal } from './workspace-journal.ts'
import { createSqliteJournal } from './sqlite-journal.ts'

const range = (from: number, to: number): readonly number[] => Array.from({ length: to - from }, (_, i) => from + i)

let folder: string
let journal: WorkspaceJournal
const start = (id: string) =>
  journal.create({ id, idea: 'idea://one', request: { id }, created: createdEvent('x') }, undefined)
const open = (): WorkspaceJournal => createSqliteJournal(openDatabase(join(folder, 'ensemble.db')))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ensemble-engine-'))
  journal = open()
})
afterEach(async () => {
  await journal.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('the embedded engine', () => {
  test('writes what arrives together in one piece, and undoes a refused piece alone', async () => {
    await start('a')
    const lease = await journal.lease('a')
    const stale = { ...lease, epoch: 0 }
    const outcomes = await Promise.allSettled([
      journal.append(lease, [loggedEvent(1)]),
      journal.append(stale, [loggedEvent(2)]),
      journal.append(lease, [loggedEvent(1)]),
      journal.append(lease, [loggedEvent(3), loggedEvent(4)]),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect((await journal.read('a')).map(({ key }) => key.split(':')[1])).toEqual([undefined, '1', '3', '4'])
  })

  test('gives a reader who falls far behind every recorded event, once and in order', async () => {
    await start('a')
    const lease = await journal.lease('a')
    const seen: number[] = []
    for await (const event of journal.tail('a', 0, new AbortController().signal)) {
      if (event.seq !== null) seen.push(event.seq)
      if (event.seq === 1)
        for (const from of [0, 1000, 2000, 3000, 4000])
          await journal.append(
            lease,
            range(from, from + 1000).map((n) => loggedEvent(n)),
          )
      if (event.seq === 5001) break
    }
    expect(seen).toEqual(range(1, 5002))
  })

  test('finds everything again in the next process, the unfinished runs by name', async () => {
    await start('a')
    await start('b')
    await journal.append(await journal.lease('b'), [loggedEvent(1)])
    const before = await journal.read('b')
    await journal.close()
    journal = open()
    expect(await journal.read('b')).toEqual(before)
    expect((await journal.unfinished()).map(({ id }) => id)).toEqual(['a', 'b'])
    expect((await journal.lease('b')).epoch).toBe(2)
  })

  test('reports a missing Run as missing, for any question', async () => {
    const unknown = { code: 'run.unknown', message: 'There is no run a.' }
    await expect(journal.lease('a')).rejects.toMatchObject(unknown)
    await expect(journal.append({ run: 'a', epoch: 1 }, [loggedEvent(1)])).rejects.toMatchObject(unknown)
    await expect(journal.read('a')).rejects.toMatchObject(unknown)
    await expect(journal.signal('a', 'cancel', {})).rejects.toMatchObject(unknown)
    expect(() => journal.tail('a', 0, new AbortController().signal)).toThrow(expect.objectContaining(unknown))
    expect(await journal.runs.get('a')).toBeUndefined()
    expect(await journal.runs.remove('a')).toBe(false)
    expect(await journal.readLines('a', 0, 10)).toEqual([])
  })

  test('tells of every change of a Run: begun, gone on, standing still, said something about', async () => {
    const told: Partial<Run>[] = []
    const stop = journal.onRun((run) => told.push(run))
    await start('a')
    const lease = await journal.lease('a')
    await journal.append(lease, [loggedEvent(1)])
    journal.stall('a', 'The disk is full.')
    await journal.annotate('a', { star: true, labels: ['song'], note: '' })
    journal.stall('a', undefined)
    expect(told.map(({ head, stalled, annotation }) => [head?.seq, stalled, annotation?.labels])).toEqual([
      [1, undefined, undefined],
      [2, undefined, undefined],
      [2, 'The disk is full.', undefined],
      [2, 'The disk is full.', ['song']],
      [2, undefined, ['song']],
    ])
    expect(await journal.runs.get('a')).not.toHaveProperty('stalled')
    stop()
    await journal.append(lease, [loggedEvent(2)])
    expect(told).toHaveLength(5)
  })

  test('forgets a Run’s notes when they are cleared', async () => {
    await start('a')
    const nothing = { star: false, labels: [], note: '' }
    for (const said of [
      { ...nothing, star: true },
      { ...nothing, labels: ['song'] },
      { ...nothing, note: 'Loud.' },
    ]) {
      expect(await journal.annotate('a', said)).toMatchObject({ annotation: said })
      expect(await journal.annotate('a', nothing)).not.toHaveProperty('annotation')
    }
    await expect(journal.annotate('b', nothing)).rejects.toMatchObject({ code: 'run.unknown' })
  })

  test('refuses everything once it is closed, instead of touching a closed file', async () => {
    await start('a')
    const lease = await journal.lease('a')
    await journal.close()
    const closed = { code: 'engine.draining' }
    await expect(journal.read('a')).rejects.toMatchObject(closed)
    await expect(journal.append(lease, [loggedEvent(1)])).rejects.toMatchObject(closed)
    await expect(journal.runs.list({})).rejects.toMatchObject(closed)
    await expect(journal.unfinished()).rejects.toMatchObject(closed)
    expect(() => journal.stall('a', 'The disk is full.')).not.toThrow()
    journal = open()
  })

  test('refuses a file of a newer version with one sentence and leaves it alone', () => {
    const path = join(folder, 'newer.db')
    const db = openDatabase(path)
    db.exec('pragma user_version = 99')
    db.close()
    expect(() => openDatabase(path)).toThrow(/newer\.db was written by a newer Ensemble \(version 99/)
  })
})
