// A child process that damages databases: `node worker.mjs BUNDLE TEMPLATE FOLDER FROM TO`, every second seed. One line of JSON for each.
const [, , bundle = '', template = '', folder = '', from = '0', to = '0'] = process.argv
const { readTemplate, tryDamage } = await import(bundle)
const known = readTemplate(template)
for (let seed = Number(from); seed < Number(to); seed += 2) {
  const verdict = await tryDamage(known, folder, seed)
  process.stdout.write(`${JSON.stringify(verdict)}\n`)
}
