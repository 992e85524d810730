// `npm run licences`: writes THIRD-PARTY-NOTICES.md. With --check (`npm run check`) it only fails: for an outdated
// page, a licence outside the list, an install script, or a lockfile entry without the registry's hash.
import { readFileSync, writeFileSync } from 'node:fs'
import { installedDependencies, shippedDependencies } from './lib/dependencies.mjs'
import { inRoot } from './lib/repo.mjs'

const PAGE = inRoot('THIRD-PARTY-NOTICES.md')
const ACCEPTED =
  /^(MIT(-0)?|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|CC-BY-4\.0|Python-2\.0|PSF-2\.0|OFL-1\.1|Zlib)$/
/** Used while developing and never shipped; EPL-2.0 is that of elkjs, which the canvas is measured against. */
const ACCEPTED_IN_DEVELOPMENT = /^(MPL-2\.0|EPL-2\.0|CC-BY-3\.0|LGPL-3\.0-or-later)$/

/** @param {string} licence @param {readonly RegExp[]} accepted */
const isAccepted = (licence, accepted) =>
  licence
    .replace(/^\((.*)\)$/, '$1')
    .split(/ OR /)
    .some((choice) => choice.split(/ AND /).every((part) => accepted.some((pattern) => pattern.test(part))))

/** @param {readonly import('./lib/dependencies.mjs').Installed[]} shipped */
const pageOf = (shipped) => `# Third-party notices

Ensemble runs on these packages, installed from the npm registry at the versions and hashes of \`pnpm-lock.yaml\`. Each package holds the
text of its licence. Prebuilt parts for one platform (of \`libsql\`) are of the package that asks for them. Written by \`npm run licences\`.

| package | version | licence |
| --- | --- | --- |
${shipped.map(({ name, version, licence, source }) => `| [${name}](${source}) | ${version} | ${licence} |`).join('\n')}
`

/** @param {string} name a list of pnpm-workspace.yaml, written in one line @returns {readonly string[]} */
const listed = (name) => {
  const line =
    new RegExp(`^${name}: \\[(.*)\\]$`, 'm').exec(readFileSync(inRoot('pnpm-workspace.yaml'), 'utf8'))?.[1] ?? ''
  return line
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

/** @param {string} page @returns {readonly string[]} what is wrong, one sentence each */
const findFaults = (page) => {
  const shipped = shippedDependencies()
  const ships = new Set(shipped.map(({ folder }) => folder))
  const reviewed = [...listed('onlyBuiltDependencies'), ...listed('ignoredBuiltDependencies')]
  const resolutions = readFileSync(inRoot('pnpm-lock.yaml'), 'utf8').match(/^ {4}resolution: .*$/gm) ?? []
  const pins = readFileSync(inRoot('pnpm-workspace.yaml'), 'utf8').match(/^ {2}\S+: .*$/gm) ?? []
  return [
    ...(page === readFileSync(PAGE, 'utf8') ? [] : ['THIRD-PARTY-NOTICES.md is not as `npm run licences` writes it.']),
    ...installedDependencies().flatMap(({ name, version, licence, folder, installScripts }) => [
      ...(isAccepted(licence, ships.has(folder) ? [ACCEPTED] : [ACCEPTED, ACCEPTED_IN_DEVELOPMENT])
        ? []
        : [`${name} ${version} has the licence ${licence}, which is not among the accepted ones.`]),
      ...(installScripts.length === 0 || reviewed.includes(name)
        ? []
        : [
            `${name} ${version} runs ${installScripts.join(', ')} while it is installed: review it, then list it in pnpm-workspace.yaml.`,
          ]),
    ]),
    ...resolutions
      .filter((line) => !/integrity: sha512-/.test(line))
      .map((line) => `pnpm-lock.yaml holds what has no hash:${line}`),
    ...pins
      .filter((line) => !/: (['"]?)\d+\.\d+\.\d+\S*\1$/.test(line))
      .map((line) => `The catalog pins no exact version:${line}`),
  ]
}

const page = pageOf(shippedDependencies().filter(({ isBuild }) => !isBuild))
if (process.argv.includes('--check')) {
  const faults = findFaults(page)
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length === 0 ? 0 : 1
} else {
  writeFileSync(PAGE, page)
  console.log('THIRD-PARTY-NOTICES.md is written')
}
