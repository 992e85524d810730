import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modelCommand } from './model-command.ts'

test('a model’s file that is missing is named before a folder that has no workspace', async () => {
  const nowhere = join(tmpdir(), 'no-such-workspace')
  await expect(modelCommand({ file: 'gone.gguf', workspace: nowhere })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('gone.gguf is missing'),
  })
})
