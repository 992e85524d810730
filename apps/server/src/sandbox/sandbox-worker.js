// One invocation of a sandboxed activity: its code runs in QuickJS, inside WebAssembly, inside this thread. It is plain
// JavaScript so that it starts alike from the sources and from the bundle.
import { parentPort, workerData } from 'node:worker_threads'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core'

/** @typedef {import('quickjs-emscripten-core').QuickJSHandle} Handle */
/** @typedef {import('quickjs-emscripten-core').QuickJSContext} Context */
/** @typedef {import('./sandbox-job.ts').SandboxMessage} SandboxMessage */

/** @type {import('./sandbox-job.ts').SandboxJob} */
const { wasm, file, code, input, limits } = workerData

const PAGE_BYTES = 65_536
/** The imports that QuickJS's build needs. */
const INITIAL_PAGES = 256
/** Deep recursion ends as an error of the code; more than this would end the thread. */
const STACK_BYTES = 128 * 1024
const MOST_MESSAGE = 1000
const MOST_PROGRESS = 1000
const JOBS_AT_ONCE = 1000
const CONSOLE_LEVELS = { log: 'info', info: 'info', debug: 'debug', warn: 'warn', error: 'error' }

/** The message for the code's author. */
class Stopped extends Error {}

/** @param {SandboxMessage} message */
const tell = (message) => parentPort?.postMessage(message)

const deadline = Date.now() + limits.timeMs
const isLate = () => Date.now() > deadline
const lateMessage = () => `It did not finish within ${limits.timeMs / 1000} s.`

/** @param {Context} vm @param {Handle} handle @param {number} most */
const textOf = (vm, handle, most) =>
  vm.typeof(handle) === 'string' ? vm.getString(handle).slice(0, most) : String(vm.typeof(handle))

/** @param {Context} vm @param {Handle} handle @param {string} name */
const textAt = (vm, handle, name) => {
  const found = vm.getProp(handle, name)
  const text = vm.typeof(found) === 'string' ? vm.getString(found) : ''
  found.dispose()
  return text
}

/** A thrown value as one sentence with its line. @param {Context} vm @param {Handle} thrown */
const describe = (vm, thrown) => {
  if (isLate()) return lateMessage()
  if (vm.typeof(thrown) !== 'object') return textOf(vm, thrown, MOST_MESSAGE)
  const message = textAt(vm, thrown, 'message').slice(0, MOST_MESSAGE)
  if (message === 'out of memory') return `It needed more than ${limits.memoryBytes / 1024 / 1024} MiB of memory.`
  const line = /\.sandbox\.js:(\d+)/.exec(textAt(vm, thrown, 'stack'))?.[1]
  return `${message || 'It failed without a message.'}${line === undefined ? '' : ` (line ${line})`}`
}

/** @param {Context} vm @param {import('quickjs-emscripten-core').SuccessOrFail<Handle, Handle>} result */
const unwrap = (vm, result) => {
  if (result.error === undefined) return result.value
  throw new Stopped(describe(vm, result.error))
}

/** The value of a promise, once its code has done all it can. @param {Context} vm @param {Handle} handle */
const settle = (vm, handle) => {
  for (;;) {
    const state = vm.getPromiseState(handle)
    if (state.type === 'fulfilled') return state.value
    if (state.type === 'rejected') throw new Stopped(describe(vm, state.error))
    const done = vm.runtime.executePendingJobs(JOBS_AT_ONCE)
    if (done.error !== undefined) throw new Stopped(describe(vm, done.error))
    if (isLate()) throw new Stopped(lateMessage())
    if (done.value === 0)
      throw new Stopped('It waits for a promise that nothing will settle: there are no timers and no network here.')
  }
}

/** @param {Context} vm @param {Handle} context */
const giveMeans = (vm, context) => {
  let lines = 0
  /** @param {string} level @param {readonly Handle[]} parts */
  const log = (level, parts) => {
    if (++lines > limits.logLines) return
    const text = parts.map((part) => textOf(vm, part, limits.logChars)).join(' ')
    tell({ type: 'log', level, text: text.slice(0, limits.logChars) })
  }
  /** @param {Handle} target @param {string} name @param {(...parts: Handle[]) => void} run */
  const give = (target, name, run) => {
    const made = vm.newFunction(name, (...parts) => void run(...parts))
    vm.setProp(target, name, made)
    made.dispose()
  }
  give(context, 'log', (text, level) => {
    const wanted = level === undefined ? 'info' : textOf(vm, level, 10)
    log(Object.values(CONSOLE_LEVELS).includes(wanted) ? wanted : 'info', text === undefined ? [] : [text])
  })
  let told = 0
  give(context, 'progress', (done, total, text) => {
    if (done === undefined || ++told > MOST_PROGRESS) return
    const number = (/** @type {Handle | undefined} */ one) =>
      one === undefined || vm.typeof(one) !== 'number' ? undefined : vm.getNumber(one)
    const said = text === undefined ? undefined : textOf(vm, text, limits.logChars)
    tell({ type: 'progress', done: number(done) ?? 0, total: number(total), text: said })
  })
  const console = vm.newObject()
  for (const [name, level] of Object.entries(CONSOLE_LEVELS)) give(console, name, (...parts) => log(level, parts))
  vm.setProp(vm.global, 'console', console)
  console.dispose()
}

/** @param {Context} vm */
const invoke = (vm) => {
  // Taken before the code runs: it may replace its own.
  const stringify = unwrap(vm, vm.evalCode('JSON.stringify'))
  const parse = unwrap(vm, vm.evalCode('JSON.parse'))
  const given = unwrap(vm, vm.callFunction(parse, vm.undefined, vm.newString(input)))
  const call = vm.getProp(given, 'call')
  const context = vm.getProp(given, 'context')
  giveMeans(vm, context)

  const module = settle(vm, unwrap(vm, vm.evalCode(code, file, { type: 'module' })))
  const run = vm.getProp(module, 'default')
  if (vm.typeof(run) !== 'function')
    throw new Stopped('It has no default export that is a function: export default (call, context) => …')
  const result = settle(vm, unwrap(vm, vm.callFunction(run, vm.undefined, call, context)))
  const json = unwrap(vm, vm.callFunction(stringify, vm.undefined, result))
  if (vm.typeof(json) !== 'string') return 'null'
  const length = vm.getProp(json, 'length')
  if (vm.getNumber(length) > limits.outputChars)
    throw new Stopped(`Its result is longer than ${limits.outputChars} characters of JSON.`)
  return vm.getString(json)
}

const main = async () => {
  const wasmMemory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: limits.memoryBytes / PAGE_BYTES })
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule: wasm, wasmMemory }))
  const runtime = quickjs.newRuntime()
  runtime.setMaxStackSize(STACK_BYTES)
  runtime.setInterruptHandler(isLate)
  // Nothing is disposed of: the thread ends with what it made.
  return invoke(runtime.newContext())
}

main().then(
  (json) => tell({ type: 'result', json }),
  (error) => {
    const message = error instanceof Stopped ? error.message : 'It went deeper than its sandbox can hold.'
    tell({ type: 'error', message: isLate() ? lateMessage() : message })
  },
)
