import { readFileSync } from 'node:fs'

interface Change {
  readonly id: string
  readonly subject: string
  readonly author: string
}
interface Changes {
  readonly version: string
  readonly changes: readonly Change[]
}
interface Entry {
  readonly id: string
  readonly text: string
}
interface Groups {
  readonly breaking: readonly Entry[]
  readonly features: readonly Entry[]
  readonly fixes: readonly Entry[]
  readonly internal: number
}

const readReleases = (): Readonly<Record<string, readonly Change[]>> =>
  JSON.parse(readFileSync(new URL('../data/releases.json', import.meta.url), 'utf8'))

export const list_changes = ({ version }: { readonly version: string }): Changes => {
  const releases = readReleases()
  const changes = Object.hasOwn(releases, version) ? releases[version] : undefined
  if (changes === undefined)
    throw new Error(`There is no release ${version}; there are ${Object.keys(releases).join(', ')}.`)
  return { version, changes }
}

/** `type(scope)!: text`, as Conventional Commits has it. */
const SUBJECT = /^(?<type>[a-z]+)(?:\((?<scope>[^)]+)\))?(?<breaking>!)?: (?<text>.+)$/

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const group_changes = ({ changes: { changes } }: { readonly changes: Changes }): Groups => {
  const sorted = changes.map(({ id, subject }) => {
    const { type = '', scope, breaking, text = subject } = SUBJECT.exec(subject)?.groups ?? {}
    const entry = { id, text: scope === undefined ? capital(text) : `${capital(text)} (${scope})` }
    return { entry, kind: breaking === undefined ? type : 'breaking' }
  })
  const of = (wanted: string): readonly Entry[] => sorted.flatMap(({ entry, kind }) => (kind === wanted ? [entry] : []))
  const [breaking, features, fixes] = [of('breaking'), of('feat'), of('fix')]
  return { breaking, features, fixes, internal: changes.length - breaking.length - features.length - fixes.length }
}

const section = (title: string, entries: readonly Entry[]): readonly string[] =>
  entries.length === 0 ? [] : [`## ${title}`, entries.map(({ id, text }) => `- ${text} (${id})`).join('\n')]

export const format_notes = ({
  changes: { version },
  groups: { breaking, features, fixes },
}: {
  readonly changes: Changes
  readonly groups: Groups
}): { readonly version: string; readonly headline: string; readonly notes: string } => {
  const counts = [
    breaking.length > 0 ? `${breaking.length} to act on` : '',
    features.length > 0 ? `${features.length} new` : '',
    fixes.length > 0 ? `${fixes.length} fixed` : '',
  ].filter((part) => part !== '')
  const headline = `${version}: ${counts.length === 0 ? 'nothing that users notice' : counts.join(', ')}`
  const sections = [...section('Act on this', breaking), ...section('New', features), ...section('Fixed', fixes)]
  return { version, headline, notes: [`# ${headline}`, ...sections].join('\n\n') }
}
