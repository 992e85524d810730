import { homedir } from 'node:os'
import { basename } from 'node:path'
import {
  createActivityRegistry,
  EnsembleError,
  type Executor,
  type Journal,
  type RegisteredActivity,
} from '@ensemble/core'
import { createArtifactFiles } from '../engine/artifact-files.ts'
import { createEngine } from '../engine/executor.ts'
import { openStorage } from '../engine/storage.ts'
import { createTrials } from '../engine/trials.ts'
import type { Models } from '../models/models.ts'
import { once } from '../once.ts'
import { EXAMPLES } from '../places.ts'
import { hasUnfinishedWork } from '../server-life.ts'
import { parseSettings } from '../settings/settings.ts'
import { checkWorkspace } from '../workspace/choose-workspace.ts'
import { markMadeHere } from '../workspace/made-here.ts'
import { createModuleSource } from '../workspace/module-source.ts'
import { type Owner, takeOwnership } from '../workspace/owner.ts'
import { type WorkspaceParts, openParts } from '../workspace-parts.ts'
import { BusyWorkspace } from '../workspaces/open-workspaces.ts'
import { checkOptions } from './check-options.ts'
import type { Ensemble, EnsembleOptions } from './ensemble.ts'
import { createJournalFaults } from './journal-faults.ts'

const UNFINISHED = ['queued', 'running', 'waiting']
const A_PAGE = 200

const registered = (functions: EnsembleOptions['activities'] = {}): readonly RegisteredActivity[] => {
  const registry = createActivityRegistry()
  return Object.entries(functions).map(([name, run]) => registry.register(name, run))
}

/** One model answers for every name. */
const modelsWith = (models: Models, { model, profile }: EnsembleOptions): Models => {
  const defaults = (): ReturnType<Models['defaults']> => ({
    model: model?.name ?? models.defaults().model,
    profile: profile ?? (model?.simulated === true ? 'offline' : models.defaults().profile),
  })
  return model === undefined ? { ...models, defaults } : { ...models, defaults, load: async () => () => model }
}

interface Recorded {
  readonly journal: Journal
  readonly artifacts: ReturnType<typeof createArtifactFiles>
  readonly close: () => Promise<void>
}

/** The program's Journal, or the workspace's own database. */
const openRecords = async (
  parts: WorkspaceParts,
  given: Journal | undefined,
  readOnly: boolean,
  url: string | undefined,
): Promise<Recorded> => {
  const { workspace, redactor, log } = parts
  const { root } = workspace
  if (given !== undefined)
    return { journal: given, artifacts: createArtifactFiles(root, redactor.isIn), close: async () => undefined }
  const storage = await openStorage({ root, url, readOnly, redactor, log, onDamage: () => undefined })
  // Runs that begin from now on begin here.
  if (!readOnly && !(await hasUnfinishedWork(root, storage))) await markMadeHere(root)
  const close = async (): Promise<void> => {
    await storage.journal.close()
    storage.removeCopy()
  }
  return { journal: storage.journal, artifacts: storage.artifacts, close }
}

const ownerFor = async (root: string, journal: Journal | undefined): Promise<Owner | undefined> => {
  if (journal !== undefined) return undefined
  const ownership = await takeOwnership(root)
  if (!ownership.owned) throw new BusyWorkspace(basename(root), ownership.server?.url)
  return ownership
}

async function* unfinished(journal: Journal): AsyncIterable<string> {
  for (const status of UNFINISHED) {
    let cursor: string | null | undefined
    do {
      const page = await journal.runs.list({ status, limit: A_PAGE, ...(cursor != null && { cursor }) })
      for (const { id } of page.items) yield id
      cursor = page.next
    } while (cursor !== null)
  }
}

/**
 * Opens a workspace in your program: its files, its Journal and an executor, without a server. Looking at the folder runs none of
 * its code; a Run does. Throws EnsembleError `settings.invalid` for an option of the wrong kind, `workspace.missing` if the folder has no workspace, `workspace.invalid` if its `ensemble.json`
 * cannot be read, and `workspace.busy` if another process has its database open.
 */
export const createEnsemble = async (options: EnsembleOptions): Promise<Ensemble> => {
  checkOptions(options)
  const root = await checkWorkspace(options.workspace, 'name another folder in the option `workspace`')
  const environment = options.environment ?? process.env
  const owner = await ownerFor(root, options.journal)
  try {
    return await open(root, options, environment, owner)
  } catch (error) {
    await owner?.release()
    throw error
  }
}

const open = async (
  root: string,
  options: EnsembleOptions,
  environment: NonNullable<EnsembleOptions['environment']>,
  owner: Owner | undefined,
): Promise<Ensemble> => {
  const { HOME: home = homedir() } = environment
  // Settings of a server that the program may run as well.
  const { PORT: _port, HOST: _host, ENSEMBLE_PUBLIC_URL: _url, ENSEMBLE_BASE_PATH: _base, ...rest } = environment
  const settings = parseSettings({ port: '0' }, rest, home)
  const readOnly = owner?.readOnly ?? false
  const given = registered(options.activities)
  const parts = await openParts({ settings, root, examples: EXAMPLES, readOnly, given })
  const { workspace, version, waysOut, mcp } = parts
  const { journal, artifacts, close } = await openRecords(parts, options.journal, readOnly, settings.database)
  const faults = createJournalFaults()
  const engine: Executor = await createEngine({
    workspace,
    journal,
    artifacts,
    models: modelsWith(parts.models, options),
    trials: createTrials(createModuleSource({ workspace: workspace.ideas, root, egress: waysOut.toHosts })),
    validator: once(async () => (await import('@ensemble/core/validate')).createValidator()),
    version,
    onBroken: faults.broken,
  })
  const executor = faults.over(engine)
  const end = once(async () => {
    await executor.drain()
    await mcp.close()
    await close()
    await owner?.release()
  })
  return {
    executor,
    journal,
    run: async (idea, input, more) => {
      const { id } = await executor.start({ ...more, idea, ...(input !== undefined && { input }) })
      const run = await executor.settled(id)
      if (run.status !== 'failed') return run
      const { code, message } = run.error ?? { code: 'engine.failed', message: `The run ${id} failed.` }
      throw new EnsembleError(code, message)
    },
    events: (run, { after = 0, signal = new AbortController().signal } = {}) => journal.tail(run, after, signal),
    resume: async () => {
      const ids: string[] = []
      for await (const id of unfinished(journal)) {
        await executor.resume(id, 'restart')
        ids.push(id)
      }
      return ids
    },
    close: end,
  }
}
