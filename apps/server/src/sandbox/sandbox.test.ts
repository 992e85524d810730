import type { Json } from '@ensemble/core'
import { describe, expect, test } from 'vitest'
import type { SandboxLimits } from './sandbox-job.ts'
import { createSandbox } from './sandbox.ts'

interface Told {
  readonly logs: string[]
  readonly progress: unknown[]
}

const run = async (code: string, call: Json = {}, limits: Partial<SandboxLimits> = {}, told?: Told): Promise<Json> =>
  createSandbox(limits).run(
    { file: 'work.sandbox.js', code, call, context: { state: { n: 1 }, imports: {}, tool: 'work' } },
    {
      signal: new AbortController().signal,
      onLog: (text, level) => told?.logs.push(`${level} ${text}`),
      onProgress: (...said) => told?.progress.push(said),
    },
  )

/** The body of a default export. */
const body = (code: string): string => `export default (call, context) => { ${code} }`

describe('A sandboxed activity', () => {
  test('gets its Call and its context as plain values and gives back what is JSON', async () => {
    const code = body('return { sum: call.a + call.b, n: context.state.n, tool: context.tool, gone: undefined }')
    expect(await run(code, { a: 1, b: 2 })).toEqual({ sum: 3, n: 1, tool: 'work' })
    expect(await run(body('return'))).toBe(null)
  })

  test('may be asynchronous and await at its top', async () => {
    const code =
      'const base = await Promise.resolve(40); export default async ({ n }) => base + (await Promise.resolve(n))'
    expect(await run(code, { n: 2 })).toBe(42)
  })

  test('logs and tells its progress', async () => {
    const told: Told = { logs: [], progress: [] }
    const code = body(
      `context.log('one'); context.log('two', 'warn'); console.error('three', 3, {}); context.progress(1, 2, 'half')`,
    )
    await run(code, {}, {}, told)
    expect(told).toEqual({ logs: ['info one', 'warn two', 'error three number object'], progress: [[1, 2, 'half']] })
  })

  test('keeps nothing for its next invocation', async () => {
    const sandbox = createSandbox()
    const count = (): Promise<Json> =>
      sandbox.run(
        {
          file: 'x.sandbox.js',
          code: 'export default () => (globalThis.n = (globalThis.n ?? 0) + 1)',
          call: {},
          context: {},
        },
        { signal: new AbortController().signal, onLog: () => undefined, onProgress: () => undefined },
      )
    expect(await Promise.all(Array.from({ length: 6 }, count))).toEqual([1, 1, 1, 1, 1, 1])
  })

  test('ends with its Run', async () => {
    const stop = new AbortController()
    const running = createSandbox().run(
      { file: 'x.sandbox.js', code: body('context.progress(1); for (;;);'), call: {}, context: {} },
      { signal: stop.signal, onLog: () => undefined, onProgress: () => stop.abort(new Error('the Run ended')) },
    )
    await expect(running).rejects.toThrow('the Run ended')
  })
})

describe('Its author sees', () => {
  test.each([
    ['export default (call) => {\n  return call.a.b\n}', "cannot read property 'b' of undefined (line 2)"],
    ['export default 7', 'default export that is a function'],
    ['export const work = () => 1', 'default export that is a function'],
    ['export default (', 'unexpected token'],
    [body("throw 'only words'"), 'only words'],
    [body('throw null'), 'without a message'],
    [body('throw 7'), 'number'],
    [body('throw { a: 1 }'), 'without a message'],
    [body('return new Promise(() => {})'), 'nothing will settle'],
    [body('const a = {}; a.a = a; return a'), 'circular reference'],
    [body('return 10n'), 'BigInt'],
    ["import { readFile } from 'node:fs'\nexport default () => 1", "could not load module 'node:fs'"],
  ])('%s → %s', async (code, message) => {
    await expect(run(code)).rejects.toThrow(message)
  })
})

const SMALL = { memoryBytes: 24 * 1024 * 1024, outputChars: 10_000 }

describe('Its caps hold', () => {
  test.each([
    ['an endless loop', body('for (;;);')],
    ['an endless loop at its top', 'for (;;); export default 1'],
    ['an endless chain of promises', 'export default async () => { for (;;) await 0 }'],
    ['a pattern that backtracks for ever', body("return /^(a+)+$/.test('a'.repeat(60) + 'b')")],
    ['a getter that never returns', body('return { get a() { for (;;); } }')],
    ['a toJSON that never returns', body('return { toJSON() { for (;;); } }')],
    ['an error whose message never comes', body('throw { get message() { for (;;); } }')],
    ['a loop that catches its end', body('for (;;) try { for (;;); } catch {}')],
    ['native code that runs on and on', body('const a = Array.from({ length: 1e4 }); for (;;) a.sort(() => 1)')],
  ])('in time, against %s', async (_, code) => {
    await expect(run(code, {}, { timeMs: 300 })).rejects.toThrow('did not finish within 0.3 s')
  })

  test.each([
    ['a list without end', body("const a = []; for (;;) a.push('x'.repeat(1e5) + a.length)")],
    ['a text that doubles', body("let a = 'x'; for (let n = 0; n < 28; n++) a += a; return a.length + [...a].length")],
    ['one huge buffer', body('return new ArrayBuffer(2 ** 31 - 1).byteLength')],
    ['many buffers', body('const a = []; for (;;) a.push(new Uint8Array(1e6).fill(1))')],
  ])('in memory, against %s', async (_, code) => {
    await expect(run(code, {}, SMALL)).rejects.toThrow('more than 24 MiB')
  })

  test.each([
    ['recursion', body('const f = () => f() + 1; return f()'), 'stack overflow'],
    ['recursion through a proxy', body('return new Proxy({}, { get: (t, k, r) => r[k] }).x'), 'stack overflow'],
    ['a parser bomb', body("return eval('('.repeat(1e5))"), /stack|deeper/],
    ['a result too deep', body('let a = 1; for (let n = 0; n < 500; n++) a = [a]; return a'), 'not JSON'],
    ['a long result', body("return 'x'.repeat(5e6)"), 'longer than 10000 characters'],
    ['many results', body("return Array.from({ length: 1e5 }, () => 'x')"), 'longer than 10000 characters'],
  ])('in depth and output, against %s', async (_, code, message) => {
    await expect(run(code, {}, { ...SMALL, memoryBytes: 64 * 1024 * 1024 })).rejects.toThrow(message)
  })

  test('against a flood of log lines', async () => {
    const told: Told = { logs: [], progress: [] }
    const code = body("for (let n = 0; n < 1e4; n++) { console.log('x'.repeat(1e4)); context.progress(n) }")
    await run(code, {}, { logLines: 20, logChars: 100 }, told)
    expect(told.logs).toHaveLength(20)
    expect(Math.max(...told.logs.map((line) => line.length))).toBeLessThan(120)
    expect(told.progress.length).toBeLessThanOrEqual(1000)
  })
})

describe('It has no ambient authority', () => {
  test('none of the names by which a host is reached is there', async () => {
    const names = [
      'process',
      'require',
      'module',
      'Buffer',
      'fetch',
      'XMLHttpRequest',
      'WebSocket',
      'WebAssembly',
      'Worker',
      'setTimeout',
      'setImmediate',
      'queueMicrotask',
      'importScripts',
      'self',
      'window',
      'document',
      'navigator',
      'std',
      'os',
      'bjson',
      'scriptArgs',
      'print',
      'Deno',
      'Bun',
      'performance',
      'structuredClone',
    ]
    const code = `export default () => ${JSON.stringify(names)}.filter((name) => name in globalThis)`
    expect(await run(code)).toEqual([])
  })

  test.each([
    ['the Function constructor', "return (function () {}).constructor('return typeof process + typeof require')()"],
    [
      'the constructor of a host function',
      "return context.log.constructor('return typeof process + typeof require')()",
    ],
    [
      'the constructor of a host value',
      "return call.constructor.constructor('return typeof process + typeof require')()",
    ],
    ['the caller of a host function', 'return String(context.log.caller?.constructor ?? "undefinedundefined")'],
    ['eval', "return (0, eval)('typeof process + typeof require')"],
  ])('not through %s', async (_, code) => {
    expect(await run(body(`try { ${code} } catch (error) { return 'undefinedundefined' }`))).toBe('undefinedundefined')
  })

  test.each([
    'node:fs',
    'node:child_process',
    'fs',
    './sandbox.ts',
    '/etc/passwd',
    'data:text/javascript,1',
    'https://a.example/x.js',
  ])('not by importing %s', async (specifier) => {
    const code = `export default async () => { try { await import(${JSON.stringify(specifier)}); return 'in' } catch { return 'out' } }`
    expect(await run(code)).toBe('out')
  })

  test('what it does to its own prototypes and functions stays its own', async () => {
    const code = `
      JSON.stringify = () => '{"forged":true}'
      JSON.parse = () => ({ forged: true })
      Object.prototype.polluted = true
      Array.prototype.push = () => { throw new Error('poisoned') }
      Promise.prototype.then = () => { throw new Error('poisoned') }
      String.prototype.slice = () => 'poisoned'
      Object.defineProperty(Object.prototype, 'message', { get() { return 'poisoned' } })
      export default (call) => ({ call, text: 'x' })`
    expect(await run(code, { a: [1] })).toEqual({ call: { a: [1] }, text: 'x' })
    expect('polluted' in {}).toBe(false)
  })

  test('a result named like a prototype is data', async () => {
    const result = await run(body(`return JSON.parse('{"__proto__":{"polluted":true},"constructor":1}')`)).catch(
      (error: Error) => error.message,
    )
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    expect(JSON.stringify(result)).toContain('__proto__')
  })

  test('host functions take what they are given as plain values', async () => {
    const told: Told = { logs: [], progress: [] }
    const code = body(`
      context.log({ toString() { throw new Error('x') } }); context.log(Symbol('s')); context.log(new Proxy({}, {}), { length: 1e9 })
      context.progress({ valueOf() { for (;;); } }, NaN, { toString() { for (;;); } }); context.log.call(null); context.log()
      return 'unharmed'`)
    expect(await run(code, {}, {}, told)).toBe('unharmed')
    expect(told.logs).toEqual(['info object', 'info symbol', 'info object', 'info ', 'info '])
  })
})
