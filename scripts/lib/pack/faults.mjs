import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { binOf } from '../repo.mjs'

/** Files that an entry of `exports` names. @param {unknown} value @returns {readonly string[]} */
const filesOf = (value) =>
  typeof value === 'string'
    ? [value]
    : value !== null && typeof value === 'object'
      ? Object.values(value).flatMap(filesOf)
      : []

/** @param {string} folder */
function ownFaults(folder) {
  const text = readFileSync(join(folder, 'package.json'), 'utf8')
  const { exports, bin, ...manifest } = JSON.parse(text)
  return [
    ...['catalog:', 'workspace:', 'ensemble-source']
      .filter((word) => text.includes(word))
      .map((word) => `package.json holds ${word}`),
    ...['description', 'license', 'engines', 'version']
      .filter((name) => manifest[name] === undefined)
      .map((name) => `package.json lacks ${name}`),
    ...['README.md', 'LICENSE', ...filesOf(exports), ...filesOf(bin)]
      .filter((file) => !existsSync(join(folder, file)))
      .map((file) => `${file} is missing`),
  ]
}

/** Whether each entry leads every kind of program to its types. @param {string} tarball */
function typeFaults(tarball) {
  // ESM alone: `require` of it works in each Node that is supported, and old resolution without `exports` is not.
  const args = [tarball, '--profile', 'esm-only', '--no-color', '--no-emoji', '--format', 'json']
  // Into a file: the program exits before a slow reader has taken half a megabyte from a pipe.
  const report = `${tarball}.attw.json`
  const file = openSync(report, 'w')
  spawnSync(process.execPath, [binOf('@arethetypeswrong/cli', 'attw'), ...args], { stdio: ['ignore', file, 'ignore'] })
  closeSync(file)
  const text = readFileSync(report, 'utf8')
  rmSync(report)
  /** @type {{ analysis: { types: unknown, problems?: readonly { kind: string, entrypoint?: string, resolutionKind?: string }[] } }} */
  const { analysis } = JSON.parse(text)
  if (!analysis.types) return []
  return (analysis.problems ?? [])
    .filter(({ resolutionKind }) => resolutionKind !== 'node10' && resolutionKind !== 'node16-cjs')
    .map(
      ({ kind, entrypoint, resolutionKind }) =>
        `types: ${kind} of ${entrypoint ?? 'the package'} (${resolutionKind ?? 'any'})`,
    )
}

/**
 * The faults of a package that a stranger installs, one sentence each.
 * @param {string} folder staged, absolute
 * @param {string} tarball absolute
 * @returns {Promise<readonly string[]>}
 */
export async function findFaults(folder, tarball) {
  const { messages, pkg } = await publint({ pkgDir: folder, level: 'suggestion', strict: true, pack: false })
  const linted = messages.map((message) => `publint: ${formatMessage(message, pkg) ?? message.code}`)
  return [...ownFaults(folder), ...linted, ...typeFaults(tarball)]
}
