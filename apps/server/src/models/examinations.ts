import { join } from 'node:path'
import { isObject } from '@ensemble/core'
import type { Examination } from '@ensemble/core/host'
import { atomicWrite } from '../workspace/atomic-write.ts'
import { readSingle } from '../workspace/read-single.ts'

/** An examination with the instant it was made, ISO 8601. */
export interface Examined extends Examination {
  readonly at: string
}

/** Models' behaviour when tried, kept over restarts: a cache, which you can delete at any time. */
export interface Examinations {
  readonly all: () => readonly Examined[]
  readonly of: (endpoint: string, model: string) => Examined | undefined
  readonly keep: (examined: Examined) => Promise<void>
}

const isExamined = (value: unknown): value is Examined =>
  isObject(value) &&
  isObject(value['capabilities']) &&
  ['model', 'endpoint', 'at'].every((name) => typeof value[name] === 'string')

const FILE = '.ensemble/examinations.json'

const load = async (root: string): Promise<readonly Examined[]> => {
  try {
    const value: unknown = JSON.parse((await readSingle(root, FILE)) ?? '[]')
    return Array.isArray(value) ? value.filter(isExamined) : []
  } catch {
    // Damaged: models are examined again.
    return []
  }
}

/** In a workspace that cannot be written (`readOnly`), a verdict is remembered until the process ends. */
export const openExaminations = async (root: string, readOnly = false): Promise<Examinations> => {
  const path = join(root, FILE)
  let known = await load(root)
  const isOther = (a: Examined, b: Examined): boolean => a.endpoint !== b.endpoint || a.model !== b.model
  return {
    all: () => known,
    of: (endpoint, model) => known.find((each) => each.endpoint === endpoint && each.model === model),
    keep: async (examined) => {
      known = [...known.filter((each) => isOther(each, examined)), examined]
      if (!readOnly) await atomicWrite(path, Buffer.from(`${JSON.stringify(known, null, 2)}\n`))
    },
  }
}
