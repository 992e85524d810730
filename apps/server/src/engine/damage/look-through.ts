import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'

/** SQLite's check reads the whole file in one go; so long it would block the server, and a thread in it cannot be stopped. */
const CODE = `
const [libsql, path] = process.argv.slice(1)
const Database = require(libsql)
let verdict = 'ok'
try {
  const db = new Database(path, { readonly: true })
  const [row] = db.prepare('select cast(integrity_check as blob) as verdict from pragma_integrity_check(1)').all()
  verdict = Buffer.from(row.verdict).toString('utf8')
} catch (error) {
  verdict = /^SQLITE_(CORRUPT|NOTADB|FORMAT)/.test(String(error.code)) ? error.message : ''
}
process.stdout.write(verdict)
`

export interface LookingThrough {
  /** `ok`, or SQLite's first complaint; undefined if it was stopped, or could not look. */
  readonly found: Promise<string | undefined>
  readonly stop: () => void
}

/** Looks through an open database in its own process, while its runs are listed. */
export const lookThrough = (path: string): LookingThrough => {
  const libsql = createRequire(import.meta.url).resolve('libsql')
  let stop = (): void => undefined
  const found = new Promise<string | undefined>((resolve) => {
    const child = execFile(process.execPath, ['-e', CODE, libsql, path], (error, verdict) =>
      resolve(error !== null || verdict === '' ? undefined : verdict),
    )
    child.unref()
    // Runs and answers come first.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    stop = () => void child.kill('SIGKILL')
  })
  return { found, stop: () => stop() }
}
