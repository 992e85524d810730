import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root folder, absolute. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** @param {...string} parts */
export const inRoot = (...parts) => join(root, ...parts)

/** The product's packages and apps with sources, in the order data flows. */
export const packages = ['packages/core', 'apps/server', 'apps/web', 'e2e']

/** The bundled workspaces, and the package that those of them which make music use; no part of the product needs it. */
export const examples = ['examples/audio', 'examples']

/**
 * The script behind an installed package's command, so that it runs with this very Node and without a shell.
 * @param {string} packageName
 * @param {string} [command] the command's name where it is not the package's
 * @param {string} [owner] the folder of the package that depends on it
 */
export function binOf(packageName, command = packageName, owner = '.') {
  const manifest = inRoot(owner, 'node_modules', packageName, 'package.json')
  if (!existsSync(manifest)) throw new Error(`${packageName} is not installed: run \`npm start\` or \`npm test\` once`)
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'))
  return join(dirname(manifest), typeof bin === 'string' ? bin : bin[command])
}
