import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createApprovedCommands } from './approved-commands.ts'
import { readToken } from './read-token.ts'
import { createTokens } from './token-command.ts'

const NOW = Date.parse('2026-11-23T10:00:00Z')
const jwt = (claims: object): string => `eyJh.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`

describe('the output of a token command', () => {
  it.each([
    ['plain-token-1', { text: 'plain-token-1', expiresAt: NOW + 300_000 }],
    [` ${jwt({ exp: 1_800_000_000 })}\n`, { text: jwt({ exp: 1_800_000_000 }), expiresAt: 1_800_000_000_000 }],
    ['{"accessToken":"from-azure","expires_on":1800000000}', { text: 'from-azure', expiresAt: 1_800_000_000_000 }],
    ['{"accessToken":"from-azure","expires_on":"1800000000"}', { text: 'from-azure', expiresAt: 1_800_000_000_000 }],
    ['{"access_token":"from-oauth","expires_in":3600}', { text: 'from-oauth', expiresAt: NOW + 3_600_000 }],
    [
      '{"status":{"token":"from-kube","expirationTimestamp":"2026-11-23T11:00:00Z"}}',
      { text: 'from-kube', expiresAt: NOW + 3_600_000 },
    ],
  ])('%j is read with its end', (printed, token) => {
    expect(readToken(printed, NOW)).toEqual(token)
  })

  it.each(['', '\n', 'Please run az login.', '{}', '{"accessToken":7}', '[]', 'null', 'two\nlines-1'])(
    '%j holds no token',
    (printed) => {
      expect(readToken(printed, NOW)).toBeUndefined()
    },
  )
})

/** A program that counts its runs and does what `body` says. */
const commandOf = async (body: string, timeoutMs = 20_000) => {
  const root = await mkdtemp(join(tmpdir(), 'ensemble-token-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await writeFile(join(root, 'token.mjs'), `import fs from 'node:fs'\nfs.appendFileSync('runs', 'x')\n${body}`)
  const known: string[] = []
  let now = NOW
  const approved = createApprovedCommands({ file: join(root, 'home', 'approved.json'), root })
  const tokens = createTokens({
    root,
    approved,
    know: (secret) => known.push(secret),
    redact: (text) => text.replaceAll('hidden-word', '…'),
    now: () => now,
    timeoutMs,
  })
  const asked = {
    endpoint: 'azure',
    baseUrl: 'https://a.example/v1',
    command: [process.execPath, 'token.mjs', '$HOME; "x"'],
  }
  const runs = async (): Promise<number> => (await readFile(join(root, 'runs'), 'utf8').catch(() => '')).length
  return { root, tokens, approved, asked, known, runs, pass: (ms: number) => void (now += ms) }
}

describe('a token command', () => {
  it('never runs before a person approved it, nor with another argument, address or folder', async () => {
    const { tokens, approved, asked, runs, root } = await commandOf('console.log("token-1234")')
    await expect(tokens.of(asked)).rejects.toMatchObject({
      code: 'model.token',
      message: expect.stringMatching(/not approved: .*token\.mjs '\$HOME; "x"'.*ensemble doctor --approve azure/),
    })
    expect(await runs()).toBe(0)
    await approved.add(approved.hashOf(asked))
    expect(await tokens.of(asked)).toBe('token-1234')
    const others = [
      { ...asked, command: [...asked.command, '-v'] },
      { ...asked, baseUrl: 'https://evil.example' },
      { ...asked, endpoint: 'other' },
    ]
    for (const other of others) await expect(tokens.of(other)).rejects.toThrow('not approved')
    const elsewhere = createApprovedCommands({ file: join(root, 'home', 'approved.json'), root: tmpdir() })
    expect(await elsewhere.has(elsewhere.hashOf(asked))).toBe(false)
    expect(await runs()).toBe(1)
  })

  it('runs once for questions at the same time, and again a minute before its token ends or when that was refused', async () => {
    const { tokens, approved, asked, known, runs, pass } = await commandOf(
      'console.log(JSON.stringify({ access_token: `token-${fs.readFileSync("runs", "utf8")}-${process.argv[2]}`.replace(/\\s/g, ""), expires_in: 3600 }))',
    )
    await approved.add(approved.hashOf(asked))
    const first = 'token-x-$HOME;"x"'
    expect(await Promise.all([tokens.of(asked), tokens.of(asked)])).toEqual([first, first])
    pass(3_539_000)
    expect(await tokens.of(asked)).toBe(first)
    pass(2000)
    expect(await Promise.all([tokens.of(asked), tokens.of(asked)])).toEqual(Array(2).fill('token-xx-$HOME;"x"'))
    tokens.forget(asked)
    expect(await tokens.of(asked)).toBe('token-xxx-$HOME;"x"')
    expect(await runs()).toBe(3)
    expect(known).toContain(first)
  })

  it.each([
    [
      'console.error("first\\nPlease run az login, hidden-word."); process.exit(3)',
      /failed with exit code 3: Please run az login, …\.$/,
    ],
    ['console.log("two words")', /printed no token: print the token alone/],
    ['console.log("x".repeat(300 * 1024))', /printed more than 256 KiB\.$/],
    ['await new Promise((end) => setTimeout(end, 600_000))', /did not end within 0\.5 s\.$/],
  ])('that does %j is one clear sentence, and the next question tries again', async (body, sentence) => {
    const { tokens, approved, asked, runs } = await commandOf(body, body.includes('setTimeout') ? 500 : 20_000)
    await approved.add(approved.hashOf(asked))
    for (const _ of [1, 2])
      await expect(tokens.of(asked)).rejects.toMatchObject({
        code: 'model.token',
        message: expect.stringMatching(sentence),
      })
    if (!body.includes('setTimeout')) expect(await runs()).toBe(2)
  })

  it('that is not installed says so', async () => {
    const { tokens, approved, asked } = await commandOf('')
    const gone = { ...asked, command: ['no-such-program-here'] }
    await approved.add(approved.hashOf(gone))
    await expect(tokens.of(gone)).rejects.toThrow('(no-such-program-here) is not installed here, or not on the PATH.')
  })
})
