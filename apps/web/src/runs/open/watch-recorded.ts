import type { Json, Sha256 } from '@ensemble/core'
import { deriveGraph, type WorkspaceFiles } from '@ensemble/core/idea'
import { ideaName, loopStart, type TraceLog } from '@ensemble/core/trace'
import { readBody } from '../../platform/api/run-client.ts'
import { ideaFile, toolFile } from '../../document/texts/files.ts'
import { textsOf } from '../../document/graph/graph.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { recordedStore, showRecorded } from '../../document/open/recorded-files.ts'
import { isEnded, runStore } from './run-view.ts'
import { sessionStore } from '../../platform/session/session.ts'

/** A Run's pin of an Idea: its content, and its shared Tools. */
interface Pin {
  readonly idea: Json
  readonly tools?: Readonly<Record<string, Json>>
}

/** The Ideas of the workspace that a Run used, by name. */
const pinnedIdeas = (log: TraceLog): ReadonlyMap<string, Sha256> => {
  const pins = new Map<string, Sha256>()
  const [created] = log.events
  const recorded = created?.type === 'run.created' ? Object.entries(created.data.pins) : []
  const entered = log.loops.spans.flatMap((loop): readonly [string, Sha256][] => {
    const start = loopStart(log, loop)
    return start?.entered === undefined ? [] : [[start.entered.address, start.hash]]
  })
  for (const [address, hash] of [...recorded, ...entered])
    if (address.startsWith('idea://')) pins.set(ideaName(address), hash)
  return pins
}

const textOf = (value: Json): string => JSON.stringify(value, null, 2)

/** The texts that a Run was made from, by file. */
async function readTexts(run: string, log: TraceLog): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const [name, hash] of pinnedIdeas(log)) {
    const pin = (await readBody(run, hash)) as unknown as Pin // what `pinText` wrote
    texts.set(ideaFile(name), textOf(pin.idea))
    for (const [tool, schema] of Object.entries(pin.tools ?? {})) texts.set(toolFile(tool), textOf(schema))
  }
  return texts
}

/** Whether the graph looks otherwise drawn from `texts` than from the files as they are. */
function isOtherGraph(texts: ReadonlyMap<string, string>): boolean {
  const { files } = documentStore.getState()
  const { lint, ...known } = sessionStore.getState().surroundings
  const current = textsOf(files, 'valid')
  const nodesOf = (own: Pick<WorkspaceFiles, 'ideas' | 'tools'>): string => {
    const names = [...texts.keys()].flatMap((file) => /^ideas\/(.+)\.json$/.exec(file)?.[1] ?? [])
    const ideas = new Map(
      names.flatMap((name): [string, string][] => {
        const text = own.ideas.get(name)
        return text === undefined ? [] : [[name, text]]
      }),
    )
    const { nodes, edges } = deriveGraph({ ...known, ideas, tools: own.tools }, { lint })
    // The drawn part of a node: without its problems and its schemas' insides.
    const drawn = nodes.map(({ problems: _problems, input: _input, output: _output, ...node }) => node)
    return JSON.stringify([drawn, edges])
  }
  const recorded = { ideas: new Map(current.ideas), tools: new Map(current.tools) }
  for (const [file, text] of texts) {
    const [, folder, name = ''] = /^(ideas|tools)\/(.+)\.json$/.exec(file) ?? []
    recorded[folder === 'tools' ? 'tools' : 'ideas'].set(name, text)
  }
  return nodesOf(recorded) !== nodesOf(current)
}

/**
 * Draws the graph as of the open Run if files have changed since; only for Runs that had ended when opened. An edit
 * returns to the files. Returns how to stop.
 */
export function watchRecorded(): () => void {
  let openedAt = 0
  let looked: string | null = null
  const look = (): void => {
    const { runId, log, status, connection } = runStore.getState()
    if (runId === null || log === null || runId === looked || connection !== 'ended' || !isEnded(status)) return
    looked = runId
    if ((log.times.at(-1) ?? 0) >= openedAt) return
    readTexts(runId, log).then(
      (texts) => {
        if (runStore.getState().runId === runId && isOtherGraph(texts)) recordedStore.setState({ texts, isShown: true })
      },
      // An unreadable record isn't drawn: the files are.
      () => undefined,
    )
  }
  const open = (): void => {
    openedAt = Date.now()
    looked = null
    recordedStore.setState({ texts: null, isShown: false })
    look()
  }
  const stopRun = runStore.subscribe((state, before) => {
    if (state.runId !== before.runId) open()
    else if (state.connection !== before.connection || state.status !== before.status) look()
  })
  const stopDocument = documentStore.subscribe((document, before) => {
    if (document.history !== before.history && recordedStore.getState().isShown) showRecorded(false)
  })
  open()
  return () => {
    stopRun()
    stopDocument()
    recordedStore.setState({ texts: null, isShown: false })
  }
}
