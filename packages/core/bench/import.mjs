// `node import.mjs FILE`: processor milliseconds that importing it takes, as one line of JSON.
const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
const before = cpuMs()
await import(process.argv[2])
process.stdout.write(JSON.stringify({ importMs: cpuMs() - before }))
process.exit(0)
