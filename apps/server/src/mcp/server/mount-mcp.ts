import type { AppDeps } from '../../app-deps.ts'
import type { App } from '../../http/app-type.ts'
import { once } from '../../once.ts'

/** Serves MCP at `/mcp`, behind the same guard as the API. The protocol's library loads with the first request. */
export const mountMcp = (app: App, { guard, version, log, stopping, workspace }: AppDeps): void => {
  const endpoint = once(async () => {
    const { createMcpEndpoint } = await import('./http-endpoint.ts')
    const made = createMcpEndpoint({
      version,
      ask: (request) => app.fetch(request),
      cookie: () => guard.cookie().replace(/;.*$/, ''),
      onError: (error) => log.warn('An MCP client was refused', { why: String(error) }),
    })
    const leave = workspace.events.on((event) => {
      if (event.type === 'file.changed' && event.file.startsWith('ideas/')) made.toolsChanged()
    })
    const end = (): void => {
      leave()
      void made.close()
    }
    if (stopping.aborted) end()
    else stopping.addEventListener('abort', end, { once: true })
    return made
  })
  app.all('/mcp', async (context) => {
    guard.checkCaller(context.req.raw)
    return (await endpoint()).fetch(context.req.raw)
  })
}
