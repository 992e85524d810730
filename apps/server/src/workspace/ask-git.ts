import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Settings under which git runs nothing that a repository names. */
const QUIET_GIT = ['-c', 'core.fsmonitor=false', '-c', 'safe.bareRepository=explicit', '-c', 'core.quotePath=false']
/** Nor does it ask another repository for a file that this one lacks, through a program of its settings; old gits know only the second. */
const OFFLINE_GIT = { GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' }

/** A hook of git is given the repository, the index and the folder that it is called for; git would take those for this folder's own. */
const GIVEN_BY_GIT = /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|OBJECT_DIRECTORY|NAMESPACE|PREFIX)$/

/** Git's output in a folder; undefined without git, outside a repository, or if it is empty. */
export const askGit = async (root: string, args: readonly string[]): Promise<string | undefined> => {
  const own = Object.entries(process.env).filter(([name]) => !GIVEN_BY_GIT.test(name))
  const env = { ...Object.fromEntries(own), ...OFFLINE_GIT }
  const printed = await promisify(execFile)('git', [...QUIET_GIT, '-C', root, ...args], {
    env,
    maxBuffer: 64 * 1024 * 1024,
    windowsHide: true,
  }).catch(() => undefined)
  return printed?.stdout
}
