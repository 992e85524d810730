import { execFile } from 'node:child_process'
import { ModelError } from '@ensemble/core'
import { shellWord } from '../workspace/shell-word.ts'
import type { ApprovedCommands, AskedCommand } from './approved-commands.ts'
import { type Token, readToken } from './read-token.ts'

/** Tokens that commands print, such as those of Microsoft Entra, kept in memory until shortly before they expire. */
export interface Tokens {
  /** Throws ModelError `model.token` with one sentence. */
  readonly of: (asked: AskedCommand) => Promise<string>
  /** The endpoint did not accept the token: the next question runs the command again. */
  readonly forget: (asked: AskedCommand) => void
}

export interface TokensOptions {
  /** The workspace's folder: commands start in it. */
  readonly root: string
  readonly approved: ApprovedCommands
  /** Told every token before it is used. */
  readonly know: (secret: string) => void
  readonly redact: (text: string) => string
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly timeoutMs?: number
}

/** A sign-in over the network included. */
const TIMEOUT_MS = 30_000
const MOST_BYTES = 256 * 1024
/** A token that ends during a question would fail it. */
const EARLY_MS = 60_000
const LONGEST_SAID = 300

/** A command as a person would type it. */
export const commandLine = (command: readonly string[]): string => command.map((word) => shellWord(word)).join(' ')

const failure = ({ endpoint, command }: AskedCommand, what: string): ModelError =>
  new ModelError('model.token', `The token command of the endpoint "${endpoint}" (${commandLine(command)}) ${what}.`, {
    retryable: false,
  })

export const createTokens = (options: TokensOptions): Tokens => {
  const { approved, know, now } = options
  const known = new Map<string, Promise<Token>>()
  const run = async (asked: AskedCommand): Promise<Token> => {
    const token = readToken(await printed(asked, options), now())
    if (token === undefined)
      throw failure(
        asked,
        'printed no token: print the token alone, or JSON with "accessToken", "access_token" or "token"',
      )
    know(token.text)
    return token
  }
  return {
    of: async (asked) => {
      const hash = approved.hashOf(asked)
      if (!(await approved.has(hash)))
        throw new ModelError(
          'model.token',
          `The endpoint "${asked.endpoint}" gets its key from a command that you have not approved: ${commandLine(asked.command)}. Look at it, then approve it in a terminal: ensemble doctor --approve ${shellWord(asked.endpoint)}`,
          { retryable: false },
        )
      const held = known.get(hash)
      const token = await held?.catch(() => undefined)
      if (token !== undefined && token.expiresAt - EARLY_MS > now()) return token.text
      // Questions that come at the same time share one run of the command.
      if (known.get(hash) === held) known.set(hash, run(asked))
      return (await (known.get(hash) ?? run(asked))).text
    },
    forget: (asked) => void known.delete(approved.hashOf(asked)),
  }
}

/** The output of a command. No shell reads it: each argument reaches the program as it is written. */
const printed = (asked: AskedCommand, { root, redact, timeoutMs = TIMEOUT_MS }: TokensOptions): Promise<string> =>
  new Promise((resolve, reject) => {
    const [program = '', ...words] = asked.command
    const how = {
      cwd: root,
      timeout: timeoutMs,
      maxBuffer: MOST_BYTES,
      windowsHide: true,
      killSignal: 'SIGKILL',
    } as const
    const child = execFile(program, words, how, (error, stdout, stderr) => {
      if (error === null) return resolve(stdout)
      const said = redact(stderr).trim().split('\n').at(-1)?.trim().slice(0, LONGEST_SAID) ?? ''
      reject(
        failure(asked, reasonOf(error, child.killed, timeoutMs) + (said === '' ? '' : `: ${said.replace(/\.$/, '')}`)),
      )
    })
    // A command that asks would wait for an answer.
    child.stdin?.end()
  })

const reasonOf = (error: Error & { readonly code?: unknown }, wasKilled: boolean, timeoutMs: number): string => {
  if (error.code === 'ENOENT') return 'is not installed here, or not on the PATH'
  if (error.code === 'EACCES') return 'is not a program that may be run'
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return `printed more than ${MOST_BYTES / 1024} KiB`
  if (wasKilled) return `did not end within ${timeoutMs / 1000} s`
  return typeof error.code === 'number' ? `failed with exit code ${error.code}` : 'failed'
}
