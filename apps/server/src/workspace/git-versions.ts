import { askGit } from './ask-git.ts'

/** A commit that changed a file. */
export interface GitVersion {
  readonly commit: string
  /** ISO 8601, when the author wrote it. */
  readonly at: string
  readonly author: string
  readonly subject: string
}

const MOST_COMMITS = 100
/** Fields of a commit, and commits, end with characters that none of them holds. */
const FORMAT = '--format=%H%x1f%aI%x1f%an%x1f%s%x1e'
/** A repository's settings can name programs for signatures, diffs and text conversion: none of them runs. */
const QUIET_LOG = ['-c', 'log.showSignature=false', 'log', '--no-show-signature', '--no-ext-diff', '--no-textconv']
const COMMIT = /^[0-9a-f]{40,64}$/u

export const isCommit = (text: string): boolean => COMMIT.test(text)

/** The commits that changed a file of the workspace, the newest first; empty outside a repository. */
export const gitVersions = async (root: string, file: string): Promise<readonly GitVersion[]> => {
  const printed = await askGit(root, [...QUIET_LOG, `--max-count=${MOST_COMMITS}`, FORMAT, '--', file])
  return (printed ?? '').split('\u001e').flatMap((entry): readonly GitVersion[] => {
    const [commit = '', at = '', author = '', subject = ''] = entry.trim().split('\u001f')
    return isCommit(commit) ? [{ commit, at, author, subject }] : []
  })
}

/** A file's text in a commit, as it was stored: no filter of the repository changes it. Undefined if it isn't there. */
export const textInCommit = (root: string, commit: string, file: string): Promise<string | undefined> =>
  isCommit(commit) ? askGit(root, ['cat-file', 'blob', `${commit}:./${file}`]) : Promise.resolve(undefined)
