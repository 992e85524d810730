import { readText } from '../src/files.ts'
import { expect, test } from '../src/test.ts'

test('one control switches how a Tool runs, in ensemble.json and never in the Idea, and the canvas follows', async ({
  editor,
  server,
}) => {
  const row = editor.toolRow('Composer', 'writeTitle')
  const idea = await readText(server.workspace, 'ideas/composer.json')
  const manifest = await readText(server.workspace, 'ensemble.json')
  await editor.selectTool('Composer', 'writeTitle')
  await expect(row).toHaveAccessibleName(/^explicit/)

  await editor.runToolAs('Latent: the model fills it')
  await expect(row).toHaveAccessibleName(/^latent/)
  await expect.poll(() => readText(server.workspace, 'ensemble.json')).toContain('"writeTitle": ""')

  await editor.chooseProfile('production')
  await editor.runToolAs('titleByRule')
  await expect(row).toHaveAccessibleName(/^explicit/)
  await editor.chooseProfile('offline')
  await expect(row).toHaveAccessibleName(/^latent/)

  await editor.undo()
  await editor.undo()
  await expect(row).toHaveAccessibleName(/^explicit/)
  await expect.poll(() => readText(server.workspace, 'ensemble.json')).toBe(manifest)
  expect(await readText(server.workspace, 'ideas/composer.json')).toBe(idea)
})
