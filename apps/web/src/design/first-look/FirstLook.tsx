import { Panel, ViewportPortal } from '@xyflow/react'
import { Check, Circle, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { addToIdea } from '../../document/commands/add.ts'
import { graphStore, useGraph } from '../../document/graph/graph-store.ts'
import { ideaSize } from '../../document/layout/geometry.ts'
import { nameOfIdeaNode } from '../../document/texts/files.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { classes } from '../../platform/ui/classes.ts'
import { runStore, type RunView } from '../../runs/open/run-view.ts'
import { endFirstLook, firstLook } from './first-look-store.ts'
import styles from './first-look.module.css'
import { firstWords, type FirstWords } from './first-words.ts'
import { say } from './say.ts'

const hasRun = ({ runId }: RunView): boolean => runId !== null

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : say('and', { first: names.slice(0, -1).join(', '), last: names.at(-1) ?? '' })

/** Over the first graph of a browser: a sentence about it, or three steps where there is hardly a graph yet. */
export function FirstLook() {
  const graph = useGraph()
  const words = firstWords(graph)
  // A graph that was bare when it opened keeps its steps while they are taken.
  const [wasBare] = useState(() => words?.hasTools === false)
  const look = wasBare ? 'steps' : 'sentence'
  const isOver = useStore(firstLook, (over) => over[look])
  const isRun = useStore(runStore, hasRun)
  // The sentence asks for a Run, which has started.
  useEffect(() => {
    if (isRun && !wasBare) endFirstLook('sentence')
  }, [isRun, wasBare])
  if (words === null || isOver) return null
  return (
    <>
      <Panel position="bottom-left" className={styles.place}>
        <section className={styles.look} aria-label={say('label')}>
          {wasBare ? <Steps words={words} /> : <p>{sentenceOf(words)}</p>}
          <Button size="small" onClick={() => endFirstLook(look)}>
            {say('gotIt')}
          </Button>
        </section>
      </Panel>
      {wasBare && words.others.length === 0 && <Ghost words={words} />}
    </>
  )
}

const sentenceOf = ({ name, others }: FirstWords): string =>
  others.length === 0 ? say('alone', { name }) : say('delegates', { name, others: listed(others) })

function Steps({ words: { name, hasTools, others } }: { readonly words: FirstWords }) {
  const isRun = useStore(runStore, hasRun)
  const steps = [
    { text: say('addTool', { name }), isDone: hasTools },
    { text: say('connect'), isDone: others.length > 0 },
    { text: say('run'), isDone: isRun },
  ]
  return (
    <ol className={styles.steps} aria-label={say('steps')}>
      {steps.map(({ text, isDone }) => (
        <li key={text} className={classes(isDone && styles.done)}>
          {isDone ? <Check size={14} aria-hidden /> : <Circle size={14} aria-hidden />}
          {text}
          {isDone && <span data-visually-hidden>{say('done')}</span>}
        </li>
      ))}
    </ol>
  )
}

const APART = 140

/** The place of a second Idea, which a click adds. */
function Ghost({ words: { id, name } }: { readonly words: FirstWords }) {
  const at = useStore(graphStore, ({ places }) => places.get(id))
  const idea = nameOfIdeaNode(id)
  if (at === undefined || idea === null) return null
  const size = ideaSize(0)
  return (
    <ViewportPortal>
      <button
        type="button"
        className={classes('nopan', styles.ghost)}
        style={{ translate: `${at.x + size.width + APART}px ${at.y}px`, width: size.width, height: size.height }}
        title={say('ghostHint', { name })}
        onClick={({ clientX, clientY }) => addToIdea(idea, { x: clientX, y: clientY })}
      >
        <Plus size={15} aria-hidden />
        {say('ghost')}
      </button>
    </ViewportPortal>
  )
}
