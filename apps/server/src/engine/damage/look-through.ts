import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

/** SQLite's check reads the whole file in one go; so long it would block the server. */
const CODE = `
const { parentPort, workerData } = require('node:worker_threads')
const Database = require(workerData.libsql)
let verdict = 'ok'
try {
  const db = new Database(workerData.path, { readonly: true })
  const [row] = db.prepare('select cast(integrity_check as blob) as verdict from pragma_integrity_check(1)').all()
  verdict = Buffer.from(row.verdict).toString('utf8')
  db.close()
} catch (error) {
  verdict = /^SQLITE_(CORRUPT|NOTADB|FORMAT)/.test(String(error.code)) ? error.message : 'ok'
}
parentPort.postMessage(verdict)
`

export interface LookingThrough {
  /** SQLite's first complaint; undefined where there is none, or where it was stopped. */
  readonly found: Promise<string | undefined>
  readonly stop: () => void
}

/** Looks through an open database in its own thread, while its runs are listed. */
export const lookThrough = (path: string): LookingThrough => {
  const libsql = createRequire(import.meta.url).resolve('libsql')
  const worker = new Worker(CODE, { eval: true, workerData: { path, libsql } })
  worker.unref()
  const found = new Promise<string | undefined>((resolve) => {
    worker.on('message', (verdict: string) => resolve(verdict === 'ok' ? undefined : verdict))
    worker.on('error', () => resolve(undefined))
    worker.on('exit', () => resolve(undefined))
  })
  return { found, stop: () => void worker.terminate() }
}
