import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Config, EnsembleError, type Json, type JsonObject, isObject } from '@ensemble/core'
import type { Expectation } from '@ensemble/core/trace'
import { atomicWrite } from '../workspace/atomic-write.ts'
import { makeFolder } from '../workspace/make-folder.ts'
import { readSingle } from '../workspace/read-single.ts'

import type { RecordedPlace } from './recorded-place.ts'

/** One way of doing the same work; what it leaves out is as the files are. */
export interface Variant {
  readonly name: string
  readonly model?: string
  readonly profile?: string
  readonly config?: Config
  /** `IDEA/TOOL` → the Activity that works it, `""` where the model does itself. */
  readonly activities?: { readonly [tool: string]: string }
  /** Content in place of an Idea's own, by name: another prompt. */
  readonly ideas?: { readonly [idea: string]: Json }
}

/** For an experiment with one Tool. */
export interface ToolBothWays {
  readonly name: string
  /** As it was when the experiment began. */
  readonly schema: JsonObject
  readonly activity: string
  /** One for each input. */
  readonly calls: readonly RecordedPlace[]
}

/** The inputs and variants of an experiment, and the run for each cell; everything else is in the runs. */
export interface Experiment {
  readonly version: 1
  readonly id: string
  readonly title: string
  /** An address. */
  readonly idea: string
  readonly inputs: readonly Json[]
  readonly variants: readonly Variant[]
  readonly repeats: number
  readonly startedAt: string
  readonly endedAt?: string
  readonly cancelled?: true
  /** Expectations that score each Run. */
  readonly expect?: readonly Expectation[]
  /** USD; no further Run starts once those that ended cost as much. */
  readonly budget?: number
  /** It ended because its budget was used. */
  readonly isOverBudget?: true
  /** How many times it was continued: cancelled cells then have other runs. */
  readonly resumed?: number
  /** `VARIANT/INPUT/REPEAT`, from 0 → the id of its run. */
  /** One Tool is done both ways: each input is a recorded Call, the first variant its Activity and the second a model. */
  readonly tool?: ToolBothWays
  readonly runs: { readonly [cell: string]: string }
  /** Why a cell has no run, where it could not start. */
  readonly refused: { readonly [cell: string]: string }
}

/** Experiments are stored next to the database: they name runs, which exist only there. */
export interface ExperimentFiles {
  list(): Promise<readonly Experiment[]>
  /** Throws EnsembleError `experiment.unknown`. */
  read(id: string): Promise<Experiment>
  write(experiment: Experiment): Promise<void>
  remove(id: string): Promise<void>
}

const ID = /^[0-9a-f-]{36}$/

export const createExperimentFiles = (root: string): ExperimentFiles => {
  const folder = join(root, '.ensemble', 'experiments')
  const unknown = (id: string): EnsembleError =>
    new EnsembleError('experiment.unknown', `There is no experiment ${id}.`)
  const pathOf = (id: string): string => {
    if (!ID.test(id)) throw unknown(id)
    return join(folder, `${id}.json`)
  }
  const read = async (id: string): Promise<Experiment> => {
    const text = await readSingle(folder, basename(pathOf(id))).catch(() => undefined)
    if (text === undefined) throw unknown(id)
    const value: unknown = JSON.parse(text)
    if (isObject(value) && value['version'] === 1) return value as unknown as Experiment // written below
    throw unknown(id)
  }
  return {
    read,
    list: async () => {
      const names = await readdir(folder).catch((): string[] => [])
      const ids = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length))
      const found = await Promise.all(ids.filter((id) => ID.test(id)).map((id) => read(id).catch(() => undefined)))
      return found.filter((one) => one !== undefined).sort((one, other) => (one.startedAt < other.startedAt ? 1 : -1))
    },
    write: async (experiment) => {
      await makeFolder(folder)
      await atomicWrite(pathOf(experiment.id), JSON.stringify(experiment))
    },
    remove: (id) => rm(pathOf(id), { force: true }),
  }
}
