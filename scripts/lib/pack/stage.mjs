import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { INSIDE } from '../build.mjs'
import { inRoot } from '../repo.mjs'
import { audioManifest, bundledManifest, commandManifest, coreManifest, examplesManifest } from './manifests.mjs'
import { NAMES } from './names.mjs'

/** @param {string} path */
const isBuilt = (path) => !/[\\/]\.(stamp|vite)$/.test(path)

/** Workspaces as a person copies them: without their runs, packages and tests. @param {string} path */
const isShipped = (path) =>
  !/[\\/](node_modules|dist|\.ensemble[\\/](?!layout\.json)[^\\/]+|[^\\/]+\.test\.ts)$/.test(path)

/** @param {string} from relative to the root @param {string} to absolute @param {(path: string) => boolean} [filter] */
const copy = (from, to, filter = isBuilt) => cpSync(inRoot(from), to, { recursive: true, filter })

/** @param {string} folder @param {object} manifest */
function begin(folder, manifest) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  copy('LICENSE', join(folder, 'LICENSE'))
}

/** The changelog that `changeset version` writes; none before the first release. @param {string} from @param {string} folder */
const copyChangelog = (from, folder) => {
  if (existsSync(inRoot(from, 'CHANGELOG.md'))) copy(`${from}/CHANGELOG.md`, join(folder, 'CHANGELOG.md'))
}

/** The notices of packages whose code is inside a bundle of ours, with the text of each licence. */
const noticesOfInside = () =>
  INSIDE.map((name) => {
    const folder = inRoot('packages/core/node_modules', name)
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return `## ${name} ${version}, inside the bundles\n\n${readFileSync(join(folder, 'LICENSE'), 'utf8').trim()}\n`
  }).join('\n')

/** @param {string} folder @param {object} [manifest] */
export function stageCore(folder, manifest = coreManifest()) {
  begin(folder, manifest)
  copy('packages/core/README.md', join(folder, 'README.md'))
  copyChangelog('packages/core', folder)
  copy('packages/core/dist', join(folder, 'dist'))
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.md'), `# Third-party notices\n\n${noticesOfInside()}`)
}

/** @param {string} folder */
function stageAudio(folder) {
  begin(folder, bundledManifest(audioManifest()))
  copy('examples/audio/dist', join(folder, 'dist'))
}

/** Only the workspaces of the gallery; their packages are next to the server. @param {string} folder */
function stageExamples(folder) {
  const gallery = JSON.parse(readFileSync(inRoot('examples/gallery.json'), 'utf8'))
  for (const { name } of gallery) copy(`examples/${name}`, join(folder, name), isShipped)
  for (const file of ['gallery.json', 'README.md']) copy(`examples/${file}`, join(folder, file))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(examplesManifest(), null, 2)}\n`)
}

/** The places of its parts are those of the repository. @param {string} folder */
function stageCommand(folder) {
  begin(folder, commandManifest())
  for (const file of ['README.md', 'SECURITY.md', 'THIRD-PARTY-NOTICES.md']) copy(file, join(folder, file))
  appendFileSync(join(folder, 'THIRD-PARTY-NOTICES.md'), `\n${noticesOfInside()}`)
  copyChangelog('apps/server', folder)
  for (const part of [
    'apps/server/bin',
    'apps/server/dist',
    'apps/server/migrations',
    'apps/web/dist',
    'apps/docs/dist',
  ])
    copy(part, join(folder, part))
  stageExamples(join(folder, 'examples'))
  stageCore(join(folder, 'node_modules', NAMES.core), bundledManifest(coreManifest()))
  stageAudio(join(folder, 'node_modules', NAMES.audio))
}

/**
 * Writes the packages as they are published, from what was built, into two folders.
 * @param {string} to absolute
 * @returns {{ core: string, command: string }}
 */
export function stagePackages(to) {
  if (!existsSync(inRoot('apps/web/dist'))) throw new Error('Nothing is built yet: run `npm run build`.')
  const folders = { core: join(to, 'core'), command: join(to, 'command') }
  stageCore(folders.core)
  stageCommand(folders.command)
  return folders
}
