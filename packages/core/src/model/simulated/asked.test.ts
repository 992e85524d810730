import { describe, expect, it } from 'vitest'
import { readAsked } from './asked.ts'
import { imperatives, infinitives, acts } from './verbs.ts'

/** The changing verbs that a text asks for. */
const changes = (text: string): readonly string[] => [
  ...new Set(
    readAsked(text).wanted.flatMap((word) =>
      [...imperatives(word), ...infinitives(word), ...acts(word)].filter((verb) => verb.changes).map(({ id }) => id),
    ),
  ),
]

describe('A change is asked for', () => {
  it.each([
    ['restart the mill', 'restart'],
    ['Please restart the mill now.', 'restart'],
    ['please go ahead and reboot it', 'restart'],
    ['could you please stop the mill?', 'stop'],
    ['I would like you to delete the third line', 'delete'],
    ['I need to restart the mill', 'restart'],
    ["Let's stop the mill", 'stop'],
    ['check the mill and restart it', 'restart'],
    ['see what is wrong with the mill and restart it', 'restart'],
    ['the mill is not turning, restart it', 'restart'],
    ["don't check the mill, restart it", 'restart'],
    ["don't forget to restart the mill", 'restart'],
    ['do a quick check, then restart the mill', 'restart'],
    ['perform a restart of the mill', 'restart'],
    ['restart the mill, not the pump', 'restart'],
    ['not only check but restart the mill', 'restart'],
    ['"restart the mill"', 'restart'],
    ['create a report', 'create'],
    ['delete the log', 'delete'],
    ['перезапусти мельницу', 'restart'],
    ['Перезапустите, пожалуйста, мельницу', 'restart'],
    ['мельницу перезапусти', 'restart'],
    ['перезагрузи мельницу', 'restart'],
    ['нужно перезапустить мельницу', 'restart'],
    ['мельницу надо перезапустить', 'restart'],
    ['можешь остановить мельницу?', 'stop'],
    ['не могли бы вы перезапустить мельницу?', 'restart'],
    ['не забудь перезапустить мельницу', 'restart'],
    ['проверь мельницу и перезапусти её', 'restart'],
    ['не трогай насос, перезапусти мельницу', 'restart'],
    ['сделай перезапуск мельницы', 'restart'],
    ['удалите третью строку', 'delete'],
    ['отправь письмо Аде', 'send'],
  ])('“%s”', (text, verb) => expect(changes(text)).toContain(verb))
})

describe('No change is asked for', () => {
  it.each([
    'do not restart the mill',
    "don't restart the mill",
    'Please do not restart the mill!',
    'never restart the mill',
    'the mill must not be restarted',
    'you must not restart the mill',
    "I don't want you to restart the mill",
    'there is no need to restart the mill',
    'no restart',
    'do not stop or restart the mill',
    'do not stop, drain or restart the mill',
    'do not stop the mill and restart it',
    'status of the mill, but do not restart it',
    'check the mill without restarting it',
    'check the mill, no restart please',
    'status of the restart job',
    'restart job status',
    'restart count of the mill',
    'the last restart of the mill',
    'when was the last restart?',
    'why did the mill restart?',
    'how do I restart the mill?',
    'how to stop and restart the mill',
    'is it safe to restart the mill?',
    'should I restart the mill?',
    'did you restart the mill?',
    'what happens if I restart the mill',
    'restart the mill if it stands still',
    'tell me whether to restart the mill',
    'somebody asked me to restart the mill',
    'the ticket says "restart the mill"',
    'the mill was restarted yesterday',
    'before you restart the mill, look at it',
    'restart nothing',
    'refund policy',
    'order status',
    'tell me a joke',
    'не перезапускай мельницу',
    'не перезапускай мельницу, только статус',
    'не надо перезапускать мельницу',
    'мельницу перезапускать нельзя',
    'никогда не останавливай мельницу',
    'ничего не перезапускай',
    'не останавливай и не перезапускай мельницу',
    'не останавливай, не трогай или перезапускай мельницу',
    'проверь статус мельницы, но не перезапускай её',
    'проверь мельницу без перезапуска',
    'статус перезапуска мельницы',
    'когда был последний перезапуск?',
    'как перезапустить мельницу?',
    'как остановить и перезапустить мельницу',
    'стоит ли перезапустить мельницу?',
    'можно ли перезапустить мельницу?',
    'что будет, если перезапустить мельницу',
    'если мельница стоит, перезапусти её',
    'мельница перезапущена вчера',
    'в тикете написано «перезапусти мельницу»',
    'расскажи анекдот',
  ])('“%s”', (text) => expect(changes(text)).toEqual([]))
})

describe('A forbidden action isn’t requested', () => {
  it.each([
    ['check the mill without restarting it', 'check the mill', 'restarting'],
    ['do not ask the pump', '', 'pump'],
    ['не проверяй насос, только мельницу', 'мельницу', 'насос'],
    ['status of the mill, not of the pump', 'mill', 'pump'],
  ])('“%s”', (text, asked, barred) => {
    const read = readAsked(text)
    expect(read.text).toContain(asked)
    expect(read.text).not.toContain(barred)
    expect(read.barred).toContain(barred)
  })
  it('but a description is', () => {
    expect(readAsked('the mill does not turn').text).toContain('turn')
    expect(readAsked('мельница не крутится').text).toContain('крутится')
  })
})
