import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { inRoot } from '../repo.mjs'

/** The changelogs that `changeset version` writes; none before the first release. */
const CHANGELOGS = ['apps/server/CHANGELOG.md', 'packages/core/CHANGELOG.md']

/** The sentences of .changeset, each once: what the next release changes. */
function unreleased() {
  const texts = readdirSync(inRoot('.changeset'))
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) =>
      readFileSync(inRoot('.changeset', file), 'utf8')
        .replace(/^---[\s\S]*?---/, '')
        .trim(),
    )
  return [...new Set(texts)].map((text) => `- ${text.replaceAll('\n', '\n  ')}`).join('\n')
}

/** The versions and what each changed, newest first, as Markdown. */
export function changes() {
  const released = CHANGELOGS.filter((file) => existsSync(inRoot(file))).map((file) =>
    readFileSync(inRoot(file), 'utf8')
      .replace(/^# .*\n/, '')
      .trim(),
  )
  return [`## Next release\n\n${unreleased()}`, ...released].join('\n\n')
}
