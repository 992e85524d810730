// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { drawForm } from '../../platform/ui/test-form.tsx'
import { say } from './say.ts'
import { WeightsField } from './WeightsField.tsx'

const weights = [
  { to: 'old', weight: 3 },
  { to: 'young', weight: 1 },
]
const draw = async (given = weights) => {
  const change = vi.fn()
  const per = vi.fn()
  const form = await drawForm(
    <WeightsField
      weights={given}
      activities={['old', 'young', 'other']}
      defaultLabel="the model"
      per="run"
      onPer={per}
      onChange={change}
    />,
  )
  return { form, change, per }
}

describe('a split of Calls among targets', () => {
  it('shows the share of each target', async () => {
    const { form } = await draw()
    expect(form.box.textContent).toContain(say('mode.share', { percent: 75 }))
    expect(form.box.textContent).toContain(say('mode.share', { percent: 25 }))
  })

  it('changes one weight and leaves the others', async () => {
    const { form, change } = await draw()
    await form.type(say('mode.weight', { target: 'young' }), '9')
    expect(change).toHaveBeenCalledExactlyOnceWith([weights[0], { to: 'young', weight: 9 }])
  })

  it('takes no weight that is empty or below 0', async () => {
    const { form, change } = await draw()
    await form.type(say('mode.weight', { target: 'old' }), '')
    await form.type(say('mode.weight', { target: 'old' }), '-1')
    expect(change).not.toHaveBeenCalled()
  })

  it('adds the first target that is not in it yet', async () => {
    const { form, change } = await draw()
    await form.press(say('mode.addTarget'))
    expect(change).toHaveBeenCalledExactlyOnceWith([...weights, { to: '', weight: 1 }])
  })

  it('keeps its last target', async () => {
    const { form } = await draw([{ to: 'old', weight: 1 }])
    expect(form.button(say('mode.removeTarget', { target: 'old' })).disabled).toBe(true)
  })

  it('offers no target that another line has', async () => {
    const { form } = await draw()
    const offered = [...form.field(say('mode.target', { number: 1 })).querySelectorAll('option')]
    expect(offered.map(({ value }) => value)).toEqual(['', 'old', 'other'])
  })

  it('says what keeps its arm', async () => {
    const { form, per } = await draw()
    await form.choose(say('mode.drawnPer'), 'input')
    expect(per).toHaveBeenCalledExactlyOnceWith('input')
  })
})
