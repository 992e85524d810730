import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test'

const LOOPBACK = /^(https?|wss?):\/\/(127(\.\d{1,3}){3}|localhost|\[::1\])(:\d+)?(\/|$)/
const LOCAL = /^(data|blob|about|chrome-error|file):/

export interface Silence {
  /** One line for each error, warning, uncaught exception and request that left this machine. */
  readonly noises: readonly string[]
  /** From here on, what matches is part of the story, such as a server that was taken away. */
  expectNoise(pattern: RegExp): void
}

/** Listens to everything a page says that a user should never find in the console, and to where its requests go. */
export function listenForNoise(context: BrowserContext): Silence {
  const noises: string[] = []
  const expected: RegExp[] = []
  const hear = (noise: string): void => {
    if (!expected.some((pattern) => pattern.test(noise))) noises.push(noise)
  }
  const hearConsole = (message: ConsoleMessage): void => {
    if (message.type() === 'error' || message.type() === 'warning')
      hear(`console ${message.type()}: ${message.text()} (${message.location().url})`)
  }
  const hearPage = (page: Page): void => {
    page.on('pageerror', (error) => hear(`uncaught: ${error.stack ?? error.message}`))
  }
  context.on('console', hearConsole)
  context.on('page', hearPage)
  for (const page of context.pages()) hearPage(page)
  context.on('request', (request) => {
    if (!LOOPBACK.test(request.url()) && !LOCAL.test(request.url())) hear(`request left this machine: ${request.url()}`)
  })
  return { noises, expectNoise: (pattern) => void expected.push(pattern) }
}
