import { api } from '../../platform/api/api.ts'
import { ApiError } from '../../platform/api/client.ts'
import { readFacts, type Refused, type Surroundings } from '../../platform/api/facts.ts'
import { sessionStore } from '../../platform/session/session.ts'
import { keepPlaces } from '../graph/kept-places.ts'
import { documentStore } from '../open/document-store.ts'
import { openDocument, resume, type Document } from '../texts/document.ts'
import { readWorkspace } from './file-client.ts'
import { pageStorage } from './page-storage.ts'

/** Under which name this browser keeps what is not saved yet. */
export const mirrorKey = (): string => `ensemble:edits:${sessionStore.getState().facts?.root ?? ''}`
/** The files whose edits this page wrote down. */
export const mirrored = new Set<string>()

let hasPlaces = false

type Found = Pick<Surroundings, 'activities' | 'activityProblems' | 'mcpServers'>
const textOf = ({ activities, activityProblems, mcpServers }: Found): string =>
  JSON.stringify([activities, activityProblems, mcpServers])

/**
 * Facts outside the page's files: Activities, MCP servers, models and default inputs. Unchanged if a route is missing.
 */
export async function readSurroundings(): Promise<void> {
  const optional = <T>(answer: Promise<T>): Promise<T | null> =>
    answer.catch((error: unknown) => {
      if (error instanceof ApiError && !error.isAway) return null
      throw error
    })
  const [found, models] = await Promise.all([
    optional(api('GET', '/api/surroundings')),
    optional(api('GET', '/api/models')),
  ])
  const { activities = [], activityProblems = [], mcpServers = [], hasMcpProblems = false } = found ?? {}
  const now = { activities, activityProblems, mcpServers }
  sessionStore.setState(({ facts, surroundings }) => ({
    facts: facts && { ...facts, model: models?.model ?? facts.model, profile: models?.profile ?? facts.profile },
    // The same object while nothing differs: the graph is derived from it.
    surroundings: textOf(surroundings) === textOf(now) ? surroundings : { ...surroundings, ...now },
    hasMcpProblems,
    models: models?.models?.map(({ name }) => name) ?? [],
    verdicts: Object.fromEntries(
      (models?.models ?? []).flatMap(({ name, verdict }) => (verdict === undefined ? [] : [[name, verdict]])),
    ),
    profiles: models?.profiles ?? [],
  }))
}

/** With what this browser kept of an earlier visit; most visits left nothing. */
async function withEdits(document: Document): Promise<Document> {
  if (pageStorage.getItem(mirrorKey()) === null) return document
  const { restoreEdits } = await import('./mirror.ts')
  return restoreEdits(pageStorage, mirrorKey(), document, Date.now(), mirrored)
}

/** Reads the workspace, with what was not saved when it was last open. On failure the phase says why. */
export async function openWorkspace(): Promise<void> {
  sessionStore.setState({ phase: 'opening', failure: null })
  try {
    const facts = await readFacts()
    sessionStore.setState({ facts })
    if (!hasPlaces) keepPlaces(facts.root)
    hasPlaces = true
    const [files] = await Promise.all([readWorkspace(), readSurroundings()])
    const resumed = files.reduce(
      (now, { file, draft }) => (draft === undefined ? now : resume(now, file, draft.text, draft.isStale)),
      openDocument(files),
    )
    documentStore.setState(await withEdits(resumed))
    sessionStore.setState({ phase: 'open' })
  } catch (error) {
    const isError = error instanceof Error
    // Anything else is what the server said.
    const refused = isError ? null : (error as Refused)
    sessionStore.setState({ phase: 'failed', refused, failure: isError ? error.message : null })
  }
}
