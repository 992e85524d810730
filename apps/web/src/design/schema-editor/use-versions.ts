import { useMemo } from 'react'
import { useStore } from 'zustand'
import { documentStore } from '../../document/open/document-store.ts'
import { useRecord } from '../../document/open/use-file.ts'
import { editVersions } from '../../document/texts/file-versions.ts'
import { ideaAddress } from '../../document/texts/files.ts'
import type { StepLabel } from '../../document/texts/history.ts'
import type { Document } from '../../document/texts/document.ts'
import { api } from '../../platform/api/api.ts'
import { listRuns } from '../../platform/api/run-client.ts'
import { history } from '../../platform/i18n/en/history.ts'
import { createTexts } from '../../platform/i18n/index.ts'
import { language } from '../../platform/i18n/language.ts'
import type { EditorPlace } from '../../platform/session/editor-place.ts'
import type { PastCall } from './language.ts'
import type { PartText } from './part.ts'
import { say } from './say.ts'
import { readPinned, readPinHash } from './tool-client.ts'
import { useLoaded } from './use-loaded.ts'
import { partIn, sortedText, type Held } from './versions.ts'

const sayHistory = createTexts({ history })

/** A version that can be compared and restored. */
export interface Version {
  readonly key: string
  readonly group: 'now' | 'edits' | 'runs' | 'git'
  readonly label: string
  /** Its content: null where it doesn't hold the file. Some are loaded when they are chosen. */
  readonly held: Held | null | (() => Promise<Held | null>)
}

/** A run that used a version. */
export interface VersionRun {
  readonly id: string
  readonly startedAt: string
}

export interface Versions {
  readonly versions: readonly Version[]
  /** Which of the Idea's newest runs used a content. */
  readonly usersOf: (held: Held) => readonly VersionRun[]
}

const MOST_RUNS = 20
const documentOf = (document: Document): Document => document
const when = (at: number | string): string => new Date(at).toLocaleString(language)
const textVersion = (text: string | null): Held | null => (text === null ? null : { type: 'text', text })

/** Everything that the edited part was: now, after each burst of edits, in runs and in commits. */
export function useVersions(place: EditorPlace, part: PartText, calls: readonly PastCall[]): Versions {
  const document = useStore(documentStore, documentOf)
  const record = useRecord(part.file)
  const { value: ofRuns = [] } = useLoaded(`${place.idea} runs`, () => runGroups(place.idea))
  const { value: commits = [] } = useLoaded(part.file, async () => {
    const answer = await api('GET', '/api/versions/{file}', { path: { file: part.file } })
    return answer.commits
  })
  const texts = useMemo(() => editVersions(document, part.file), [document, part.file])
  const usersOf = useMemo(() => {
    const ofGroups = ofRuns.map(({ held, runs }) => ({ runs, own: sortedText(partIn(held, place, part)) }))
    return (held: Held): readonly VersionRun[] => {
      if (ofGroups.length === 0) return []
      const own = sortedText(partIn(held, place, part))
      return ofGroups.filter((group) => group.own === own).flatMap(({ runs }) => runs)
    }
  }, [ofRuns, place, part])
  /** How many runs used a text, found once for each. */
  const counts = useMemo(() => ({ of: new Map<string, number>(), usersOf }), [usersOf])
  const versions = useMemo(() => {
    const usedText = (text: string | null): string => {
      if (text === null) return ''
      const count = counts.of.get(text) ?? usersOf({ type: 'text', text }).length
      counts.of.set(text, count)
      return count === 0 ? '' : ` · ${say('history.usedBy', { count })}`
    }
    const now: readonly Version[] = [
      { key: 'now', group: 'now', label: say('history.now'), held: textVersion(record?.text ?? null) },
      {
        key: 'inForce',
        group: 'now',
        label: say('history.inForce') + usedText(record?.inForce ?? null),
        held: textVersion(record?.inForce ?? null),
      },
    ]
    const file = part.file.replace(/^.*\/|\.json$/gu, '')
    const edits = texts.map(({ at, labels, text }): Version => {
      const what = labels.map((label) => sayHistory(`step.${label as StepLabel}`, { where: file })).join(', ')
      const label = at === null ? say('history.before') : `${when(at)} · ${what}`
      return { key: `edit ${at ?? 'before'}`, group: 'edits', label: label + usedText(text), held: textVersion(text) }
    })
    const known = new Set(ofRuns.flatMap(({ runs }) => runs.map(({ id }) => id)))
    const runs = ofRuns.map(({ runs: same, held }): Version => {
      const [newest] = same
      const name = say('history.run', { id: (newest?.id ?? '').slice(-6), when: when(newest?.startedAt ?? 0) })
      const more = same.length > 1 ? ` ${say('history.more', { count: same.length - 1 })}` : ''
      return { key: `run ${newest?.id ?? ''}`, group: 'runs', label: name + more, held }
    })
    const others = [...new Map(calls.map(({ run, at }) => [run, at]))]
      .filter(([run]) => !known.has(run))
      .map(([run, at]): Version => ({
        key: `run ${run}`,
        group: 'runs',
        label: say('history.run', { id: run.slice(-6), when: when(at) }),
        held: async () => {
          const pinned = await readPinned(run, ideaAddress(place.idea))
          return pinned && { type: 'pinned', ...pinned }
        },
      }))
    const git = commits.map(({ commit, at, author, subject }): Version => ({
      key: `git ${commit}`,
      group: 'git',
      label: `${commit.slice(0, 7)} · ${when(at)} · ${author}: ${subject}`,
      held: async () => {
        const path = { file: part.file, commit }
        const { text } = await api('GET', '/api/commits/{commit}/{file}', { path })
        return { type: 'text', text }
      },
    }))
    return [...now, ...edits, ...runs, ...others, ...git]
  }, [record?.text, record?.inForce, texts, ofRuns, counts, usersOf, commits, calls, place, part])
  return { versions, usersOf }
}

interface RunGroup {
  readonly held: Held
  /** Runs that used the same version, the newest first. */
  readonly runs: readonly VersionRun[]
}

/** The newest runs of an Idea by the version that they used. */
async function runGroups(idea: string): Promise<readonly RunGroup[]> {
  const { items } = await listRuns(MOST_RUNS, { idea })
  const address = ideaAddress(idea)
  const hashes = await Promise.all(items.map(({ id }) => readPinHash(id, address)))
  const byHash = new Map<string, VersionRun[]>()
  for (const [index, { id, startedAt }] of items.entries()) {
    const hash = hashes[index]
    if (hash !== undefined) byHash.set(hash, [...(byHash.get(hash) ?? []), { id, startedAt }])
  }
  const groups = await Promise.all(
    [...byHash.values()].map(async (runs): Promise<RunGroup | null> => {
      const pinned = runs[0] === undefined ? null : await readPinned(runs[0].id, address)
      return pinned && { held: { type: 'pinned', ...pinned }, runs }
    }),
  )
  return groups.filter((group) => group !== null)
}
