import { useStore } from 'zustand'
import { goTo, amendPlace, placeStore, type Place } from '../../platform/session/location.ts'
import { useGraph } from '../../document/graph/graph-store.ts'
import { newIdea } from '../../document/commands/add.ts'
import { t } from '../../platform/i18n/commands.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyPage } from '../../platform/ui/EmptyPage.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { classes } from '../../platform/ui/classes.ts'
import field from '../../platform/ui/field.module.css'
import { ReadinessTab } from './ReadinessTab.tsx'
import css from './readiness-page.module.css'
import { say } from './say.ts'

const ideaOf = ({ params }: Place): string | undefined => params['idea']

/** The checklist before an Idea ships, one Idea at a time. */
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
      aside={
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
