import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { testTerminal } from '../testing/terminal.ts'
import { toJUnit } from './junit.ts'

describe('a JUnit report', () => {
  test('counts cases, failures and skipped ones, and keeps any text readable', () => {
    const xml = toJUnit('suite "1"', [
      { name: 'a <b> & c', ms: 1500 },
      { name: 'broken', failure: 'first line\nsecond ]]> line\u0000' },
      { name: 'left', skipped: 'needs "a model"' },
    ])
    expect(xml).toContain('<testsuite name="suite &quot;1&quot;" tests="3" failures="1" skipped="1">')
    expect(xml).toContain(
      '<testcase classname="suite &quot;1&quot;" name="a &lt;b&gt; &amp; c" time="1.500"></testcase>',
    )
    expect(xml).toContain('<failure message="first line">first line&#10;second ]]&gt; line\ufffd</failure>')
    expect(xml).toContain('<skipped message="needs &quot;a model&quot;"/>')
  })
})

const tool = { type: 'object', description: 'Asks another Idea for the words of a song.', _module: 'idea://writer' }

describe('ensemble --junit', () => {
  const { printed, ensemble } = testTerminal({
    'ideas/writer.json': JSON.stringify({ description: 'Writes.', context: [{ type: 'text', text: 'Write.' }] }),
    'ideas/main.json': JSON.stringify({ description: 'Asks.', context: [{ type: 'tool', tool: { hum: tool } }] }),
    'cases/broken.json': '{}',
  })

  test('writes what prove and replay found to a file, next to their own output', async () => {
    const file = join(tmpdir(), `ensemble-junit-${process.pid}.xml`)
    try {
      expect(await ensemble('prove', '--junit', file)).toBe(0)
      expect(printed.at(-1)).toBe('1 edge, 0 not proven')
      expect(await readFile(file, 'utf8')).toContain('tests="1" failures="0"')
      expect(await ensemble('replay', '--junit', file)).toBe(1)
      const xml = await readFile(file, 'utf8')
      expect(xml).toContain('<testsuite name="ensemble replay" tests="1" failures="1" skipped="0">')
      expect(xml).toMatch(/name="broken"><failure message="[^"]+">/)
    } finally {
      await rm(file, { force: true })
    }
  })
})
