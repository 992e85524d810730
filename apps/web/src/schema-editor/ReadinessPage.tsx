import { useStore } from 'zustand'
import { goTo, amendPlace, placeStore, type Place } from '../stores/location.ts'
import { useGraph } from '../stores/graph.ts'
import { newIdea } from '../commands/new-idea.ts'
import { t } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyPage } from '../ui/EmptyPage.tsx'
import { PageFrame } from '../ui/PageFrame.tsx'
import { classes } from '../ui/classes.ts'
import field from '../ui/field.module.css'
import { ReadinessTab } from './ReadinessTab.tsx'
import css from './readiness-page.module.css'
import { say } from './say.ts'

const ideaOf = ({ params }: Place): string | undefined => params['idea']

/** What a careful team ticks before an Idea is shipped, one Idea at a time. */
export function ReadinessPage() {
  const asked = useStore(placeStore, ideaOf)
  const ideas = useGraph().nodes.filter(({ kind }) => kind === 'idea')
  const shown = ideas.find(({ name }) => name === asked) ?? ideas[0]
  const close = (): void => goTo('bench')
  const makeFirst = (): void => {
    close()
    newIdea.run()
  }
  return (
    <PageFrame
      title={say('tabs.readiness')}
      back={say('back')}
      onClose={close}
      beside={
        shown !== undefined && (
          <select
            className={classes(field.input, css.choice)}
            aria-label={say('readiness.idea')}
            value={shown.name}
            onChange={({ target }) => amendPlace({ idea: target.value })}
          >
            {ideas.map(({ name, title }) => (
              <option key={name} value={name}>
                {title ?? name}
              </option>
            ))}
          </select>
        )
      }
    >
      {shown === undefined ? (
        <EmptyPage>
          <p>{say('readiness.none')}</p>
          <Button look="primary" onClick={makeFirst}>
            {t('command.newIdea')}
          </Button>
        </EmptyPage>
      ) : (
        <div className={css.body}>
          <ReadinessTab key={shown.name} idea={shown.name} onLeave={close} />
        </div>
      )}
    </PageFrame>
  )
}
