// One of the example's services: a small server on loopback that plays the part its first argument names. It tells its
// port and every line of its log over IPC, in order, and ends with the process that started it.
import { createServer as createHttpServer } from 'node:http'
import { createConnection, createServer } from 'node:net'

const LOOPBACK = '127.0.0.1'
const [, , service, wantedPort, databasePort] = process.argv
const log = (level, text) => process.send?.({ line: `${new Date().toISOString()} ${level} ${service}: ${text}` })

const answer = (response, code, type, body) => {
  response.writeHead(code, { 'content-type': type, server: service })
  response.end(body)
}

const nginx = () =>
  createHttpServer((request, response) => {
    const code = request.url === '/' ? 200 : 404
    log(code === 200 ? 'INFO' : 'ERROR', `${request.method} ${request.url} ${code}`)
    answer(response, code, 'text/html', code === 200 ? '<h1>The shop is open</h1>' : '<h1>Not found</h1>')
  })

/** Healthy while its database takes connections. */
const ordersApi = () =>
  createHttpServer((request, response) => {
    const socket = createConnection({ host: LOOPBACK, port: Number(databasePort), timeout: 1000 })
    const finish = (isHealthy) => {
      socket.destroy()
      log(
        isHealthy ? 'INFO' : 'ERROR',
        `${request.method} ${request.url}: critical-db ${isHealthy ? 'answers' : 'does not answer'}`,
      )
      answer(response, isHealthy ? 200 : 503, 'application/json', JSON.stringify({ healthy: isHealthy }))
    }
    socket.once('connect', () => finish(true))
    socket.once('error', () => finish(false))
    socket.once('timeout', () => finish(false))
  })

const criticalDb = () =>
  createServer((socket) => {
    log('INFO', 'connection accepted')
    socket.on('error', () => undefined)
    socket.end('ready\n')
  })

const server = { nginx, 'orders-api': ordersApi, 'critical-db': criticalDb }[service]()
server.listen(Number(wantedPort), LOOPBACK, () => {
  log('INFO', `started, process ${process.pid}`)
  if (service === 'orders-api') log('WARN', 'the connection pool is nearly empty: 1 of 8')
  process.send?.({ port: server.address().port })
})
// Answered after every line that was logged before.
process.on('message', () => process.send?.({ flushed: true }))
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => {
  process.send?.({ line: `${new Date().toISOString()} WARN ${service}: stopping` }, () => process.exit(0))
})
