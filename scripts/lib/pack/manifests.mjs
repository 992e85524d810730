import { readFileSync } from 'node:fs'
import { INSIDE } from '../build.mjs'
import { inRoot } from '../repo.mjs'
import { NAMES } from './names.mjs'

/** @typedef {Record<string, any>} Manifest a package.json, whose members are checked where they are read */

/** @param {string} folder @returns {Manifest} */
const manifestOf = (folder) => JSON.parse(readFileSync(inRoot(folder, 'package.json'), 'utf8'))

/** The exact version of each package in the catalog. @returns {ReadonlyMap<string, string>} */
function catalog() {
  const text = readFileSync(inRoot('pnpm-workspace.yaml'), 'utf8')
  return new Map(
    [...text.matchAll(/^ {2}'?([^\s':]+)'?: (\d\S*)$/gm)].map(([, name = '', version = '']) => [name, version]),
  )
}

/**
 * The versions that a dependant gets instead of `catalog:` and `workspace:`.
 * @param {Record<string, string>} dependencies
 * @param {'' | '^'} range `^` leaves a program the choice of a later version that it has already
 */
export function published(dependencies, range) {
  const versions = catalog()
  return Object.fromEntries(
    Object.keys(dependencies)
      .filter((name) => !Object.values(NAMES).includes(name) && !INSIDE.includes(name))
      .map((name) => {
        const version = versions.get(name)
        if (version === undefined) throw new Error(`${name} is not in the catalog of pnpm-workspace.yaml`)
        return [name, range + version]
      }),
  )
}

/** The fields that every package of ours has. */
const common = () => {
  const { license, engines } = manifestOf('.')
  const { version } = manifestOf('packages/core')
  return { version, license, engines, type: 'module', publishConfig: { access: 'public', provenance: true } }
}

/** Without what leads to sources, which are not shipped. @param {Record<string, Record<string, string>>} exports */
const shippedExports = (exports) => ({
  ...Object.fromEntries(
    Object.entries(exports).map(([entry, { 'ensemble-source': _source, ...conditions }]) => [entry, conditions]),
  ),
  './package.json': './package.json',
})

export function coreManifest() {
  const { exports, dependencies, sideEffects } = manifestOf('packages/core')
  return {
    name: NAMES.core,
    description: 'The protocol and executor of Ensemble: agents made of modules, recorded, replayed and forked.',
    keywords: ['agents', 'llm', 'json-schema', 'replay', 'journal'],
    ...common(),
    sideEffects,
    exports: shippedExports(exports),
    files: ['dist', 'THIRD-PARTY-NOTICES.md', 'CHANGELOG.md'],
    dependencies: published(dependencies, '^'),
    peerDependencies: { vitest: '>=3' },
    peerDependenciesMeta: { vitest: { optional: true } },
  }
}

export function audioManifest() {
  const { exports, dependencies } = manifestOf('examples/audio')
  const { publishConfig: _unpublished, ...rest } = common()
  return {
    name: NAMES.audio,
    ...rest,
    private: true,
    exports: shippedExports(exports),
    files: ['dist'],
    dependencies: published(dependencies, ''),
  }
}

/**
 * The manifest of a package inside the command's. It names no dependencies: the command names them all, and npm takes each dependency of a
 * bundled package for part of the bundle and leaves its folder empty (a global install, or a program with another version of it).
 * @param {Manifest} manifest
 */
export function bundledManifest({
  dependencies: _named,
  peerDependencies: _,
  peerDependenciesMeta: _meta,
  ...manifest
}) {
  return manifest
}

/** Names the packages that every workspace may import. */
export function examplesManifest() {
  const { type, dependencies } = manifestOf('examples')
  return { private: true, type, dependencies: Object.fromEntries(Object.keys(dependencies).map((name) => [name, '*'])) }
}

/** Packages that speak providers' own APIs, for those who want them (apps/server/src/models/provider-model.ts). */
const OPTIONAL_PROVIDERS = ['anthropic', 'google', 'mistral', 'cohere', 'groq', 'xai', 'amazon-bedrock'].map(
  (name) => `@ai-sdk/${name}`,
)

/**
 * The core is inside: the page, the server and the core are of one version, and an activity gets the server's core.
 */
export function commandManifest() {
  const { description } = manifestOf('.')
  const bundled = { [NAMES.core]: common().version, [NAMES.audio]: common().version }
  const needed = ['packages/core', 'examples/audio', 'apps/server'].map((folder) => manifestOf(folder).dependencies)
  return {
    name: NAMES.command,
    description,
    keywords: ['agents', 'llm', 'designer', 'runtime', 'replay'],
    ...common(),
    bin: { [NAMES.command]: 'apps/server/bin/ensemble.mjs' },
    exports: {
      '.': { types: './apps/server/dist/types/embed.d.ts', default: './apps/server/dist/embed.js' },
      './package.json': './package.json',
    },
    dependencies: { ...published(Object.assign({}, ...needed), ''), ...bundled },
    peerDependencies: Object.fromEntries(OPTIONAL_PROVIDERS.map((name) => [name, '>=2'])),
    peerDependenciesMeta: Object.fromEntries(OPTIONAL_PROVIDERS.map((name) => [name, { optional: true }])),
    bundleDependencies: Object.keys(bundled),
  }
}
