// Reads the files of one folder, in the order of their names, for a process that has better things to do meanwhile. It is plain
// JavaScript so that it starts alike from the sources and from the bundle.
import { createHash } from 'node:crypto'
import { closeSync, lstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'

/** @type {import('./read-many.ts').ReadManyJob} */
const { folder, names, mostBytes } = workerData

/** So much is read before it is handed over. */
const BATCH_BYTES = 128 * 1024

/**
 * The state of a plain file and its bytes, put into `into`; undefined for anything else, and for a file that changes meanwhile.
 * @param {string} path @param {Uint8Array} into @param {number} at
 */
const readPlain = (path, into, at) => {
  const seen = Date.now()
  try {
    const stats = lstatSync(path)
    const { dev, ino, size, mtimeMs, ctimeMs } = stats
    if (!stats.isFile() || size > mostBytes || at + size + 1 > into.length) return undefined
    const file = openSync(path, 'r')
    try {
      if (readSync(file, into, at, size + 1, 0) !== size) return undefined
    } finally {
      closeSync(file)
    }
    const sha256 = createHash('sha256')
      .update(into.subarray(at, at + size))
      .digest('hex')
    return { seen, dev, ino, size, mtimeMs, ctimeMs, sha256 }
  } catch {
    return undefined
  }
}

let next = 0
const readBatch = () => {
  const bytes = new Uint8Array(BATCH_BYTES + mostBytes + 1)
  const files = []
  let at = 0
  for (; next < names.length && at < BATCH_BYTES; next++) {
    const name = names[next] ?? ''
    const file = readPlain(join(folder, `${name}.json`), bytes, at)
    if (file === undefined) continue
    files.push({ name, at, ...file })
    at += file.size
  }
  parentPort?.postMessage({ bytes, files, isLast: next === names.length }, [bytes.buffer])
}

parentPort?.on('message', readBatch)
