import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ActivityProblem, FromFile } from '../workspace/activities.ts'
import { isName, noNameSentence } from '../workspace/names.ts'
import { codeProblem } from './code-problem.ts'
import { SANDBOX_SUFFIX, createSandboxActivity } from './sandbox-activity.ts'
import type { Sandbox } from './sandbox.ts'

/** Bytes of one file: a person wrote it by hand. */
export const MOST_CODE = 256 * 1024

export interface Sandboxed {
  readonly activities: readonly FromFile[]
  readonly problems: readonly ActivityProblem[]
}

/** `activities/NAME.sandbox.js`, each an Activity of that name. None of it runs before a Call does. */
export const loadSandboxed = async (root: string, sandbox: Sandbox): Promise<Sandboxed> => {
  const folder = join(root, 'activities')
  const entries = await readdir(folder).catch((): readonly string[] => [])
  const activities: FromFile[] = []
  const problems: ActivityProblem[] = []
  for (const entry of entries.filter((name) => name.endsWith(SANDBOX_SUFFIX)).toSorted()) {
    const name = entry.slice(0, -SANDBOX_SUFFIX.length)
    const file = `activities/${entry}`
    const message = await read(join(folder, entry), name).then(
      (code) => {
        activities.push({ file, activity: createSandboxActivity(name, code, sandbox) })
        return codeProblem(code)
      },
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    if (message !== undefined) problems.push({ code: 'activity.broken', file, message })
  }
  return { activities, problems }
}

/** The code of `activities/NAME.sandbox.js`. Rejects with Error, one sentence, where it can't be read. */
export const readSandboxed = (root: string, name: string): Promise<string> =>
  read(join(root, 'activities', `${name}${SANDBOX_SUFFIX}`), name).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Error('There is no such file.', { cause: error })
    throw error
  })

const read = async (path: string, name: string): Promise<string> => {
  if (!isName(name)) throw new Error(noNameSentence(name))
  const stats = await stat(path)
  if (!stats.isFile()) throw new Error("This isn't a file, so it is not read.")
  if (stats.size > MOST_CODE) throw new Error(`It is larger than ${MOST_CODE} bytes.`)
  return readFile(path, 'utf8')
}
