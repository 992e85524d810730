import { type Config, type Graph, type Problem, isObject } from '@ensemble/core'
import { mergeConfig } from '@ensemble/core/model'
import type { RunSettings } from '@ensemble/core/editor'
import type { Services } from '../services.ts'
import type { Manifest } from './manifest.ts'
import { plainKeyProblems } from './plain-keys.ts'

type Needs = Pick<Services, 'workspace' | 'models'>

/** The price of a run of an Idea with this Config, if it began now. */
export const runSettingsFor =
  ({ workspace, models }: Needs) =>
  (own: Config | undefined): RunSettings => {
    const manifest = workspace.manifest()
    const { profile } = models.defaults()
    const config = mergeConfig(manifest.config, manifest.profiles.get(profile)?.config)
    return { config, model: models.answering(mergeConfig(config, own).model), prices: manifest.prices }
  }

/** Where ensemble.json sets the cost limit that holds. */
const limitPath = ({ json }: Manifest, profile: string): string => {
  const places: readonly (readonly string[])[] = [
    ['profiles', profile, 'config', 'limits', 'cost'],
    ['limits', 'cost'],
    ['config', 'limits', 'cost'],
  ]
  const isThere = (path: readonly string[]): boolean =>
    path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), json) !== undefined
  const found = places.find(isThere)
  return found === undefined
    ? ''
    : `/${found.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`
}

const problemsOf = async (needs: Needs): Promise<readonly Problem[]> => {
  const [{ files }, { priceProblems }] = await Promise.all([
    needs.workspace.snapshot(),
    import('@ensemble/core/editor'),
  ])
  const path = limitPath(needs.workspace.manifest(), needs.models.defaults().profile)
  return priceProblems(files, runSettingsFor(needs), path)
}

/** The graph with problems of ensemble.json: prices, which depend on the models there are, and keys that are written openly. */
export const graphWithSettings = async (needs: Needs): Promise<Graph> => {
  const graph = await needs.workspace.graph()
  const problems = [...(await problemsOf(needs)), ...plainKeyProblems(needs.workspace.manifest().json)]
  return problems.length === 0 ? graph : { ...graph, problems: [...graph.problems, ...problems] }
}
