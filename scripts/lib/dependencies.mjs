import { existsSync, readFileSync, readdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { inRoot, packages } from './repo.mjs'

/**
 * @typedef {object} Installed
 * @property {string} name
 * @property {string} version
 * @property {string} licence an SPDX expression, as the package itself says it
 * @property {string} source where it comes from
 * @property {readonly string[]} installScripts what it would run while it is installed
 * @property {boolean} isBuild made for one platform
 * @property {string} folder absolute
 */

/** @typedef {Record<string, any>} Manifest a package.json, whose members are checked where they are read */

/** @param {string} folder @returns {Manifest} */
const manifestIn = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall']

/** @param {unknown} licence @returns {string} */
const licenceText = (licence) => {
  if (typeof licence === 'string') return licence
  if (Array.isArray(licence)) return licence.map(licenceText).join(' OR ')
  return licence !== null && typeof licence === 'object' && 'type' in licence ? String(licence.type) : 'UNKNOWN'
}

/** A licence that only its file names; undefined unless that is the text of MIT. @param {string} folder @param {string} licence */
const namedByFile = (folder, licence) => {
  const [, file] = /^SEE LICENSE IN (\S+)$/.exec(licence) ?? []
  const text = file !== undefined && existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : ''
  return /^Permission is hereby granted, free of charge[\s\S]+use, copy, modify, merge, publish/m.test(text)
    ? 'MIT'
    : undefined
}

/** @param {Manifest} manifest */
const sourceOf = ({ name, repository, homepage }) => {
  const url = typeof repository === 'string' ? repository : (repository?.url ?? homepage)
  if (typeof url !== 'string' || url === '') return `https://www.npmjs.com/package/${name}`
  const plain = url
    .replace(/^git\+/, '')
    .replace(/^(git|ssh):\/\/(git@)?/, 'https://')
    .replace(/\.git$/, '')
  return /^https?:/.test(plain) ? plain : `https://github.com/${plain.replace(/^github:/, '')}`
}

/** @param {string} folder @returns {Installed} */
const toInstalled = (folder) => {
  const manifest = manifestIn(folder)
  const { name, version, license, licenses, scripts = {}, os, cpu } = manifest
  const licence = licenceText(license ?? licenses)
  return {
    name,
    version,
    licence: namedByFile(folder, licence) ?? licence,
    source: sourceOf(manifest),
    installScripts: INSTALL_SCRIPTS.filter((script) => scripts[script] !== undefined),
    isBuild: os !== undefined || cpu !== undefined,
    folder,
  }
}

/** A package's node_modules folder in pnpm's store, with its dependencies next to it. @param {string} folder */
const storeOf = (folder) => {
  const parent = dirname(folder)
  return basename(parent).startsWith('@') ? dirname(parent) : parent
}

/** @param {string} modules a node_modules folder @param {readonly string[]} names @returns {readonly string[]} absolute, links followed */
const foldersOf = (modules, names) =>
  names
    .map((name) => join(modules, name))
    .filter((path) => existsSync(path))
    .map((path) => realpathSync(path))

/** Code of these is in the scripts of the docs site, which needs none of their dependencies. */
const IN_SITE = ['vitepress', 'vue', '@vueuse/core', '@vueuse/integrations', 'focus-trap', 'mark.js', 'minisearch']

/** @returns {readonly string[]} */
const foldersOfSite = () => {
  const [vitepress = ''] = foldersOf(inRoot('apps/docs/node_modules'), ['vitepress'])
  return foldersOf(storeOf(vitepress), IN_SITE)
}

/**
 * The packages that the product needs to run, with their dependencies, each once.
 * @returns {readonly Installed[]}
 */
export function shippedDependencies() {
  const own = ['.', ...packages.filter((folder) => folder !== 'e2e')].map((folder) => inRoot(folder))
  const seen = new Map()
  const waiting = own.flatMap((folder) =>
    foldersOf(join(folder, 'node_modules'), Object.keys(manifestIn(folder).dependencies ?? {})),
  )
  for (const folder of foldersOfSite()) seen.set(folder, toInstalled(folder))
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (seen.has(folder) || !folder.includes('.pnpm')) continue
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = manifestIn(folder)
    seen.set(folder, toInstalled(folder))
    const needed = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
    waiting.push(...foldersOf(storeOf(folder), needed))
  }
  return byName([...seen.values()])
}

/** Everything that is installed here, for development too. @returns {readonly Installed[]} */
export function installedDependencies() {
  const store = inRoot('node_modules', '.pnpm')
  const folders = readdirSync(store).flatMap((entry) => {
    const modules = join(store, entry, 'node_modules')
    if (!existsSync(modules)) return []
    return readdirSync(modules).flatMap((name) =>
      name.startsWith('@')
        ? readdirSync(join(modules, name)).map((part) => join(modules, name, part))
        : [join(modules, name)],
    )
  })
  // A link is another package's own folder.
  const own = folders.filter((folder) => existsSync(join(folder, 'package.json')) && realpathSync(folder) === folder)
  return byName(own.map(toInstalled))
}

/** @param {readonly Installed[]} found @returns {readonly Installed[]} */
const byName = (found) => {
  const once = new Map(found.map((one) => [`${one.name} ${one.version}`, one]))
  return [...once].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one)
}
