import { describe, expect, it } from 'vitest'
import { calledTools, type SimulatedTool } from './test-loop.ts'

const tool = (description: string, property: string): SimulatedTool => ({
  schema: { type: 'object', description, properties: { [property]: { type: 'string' } }, required: [property] },
  run: () => 'done',
})
const tools = {
  countWords: tool('Tells the length of a text.', 'text'),
  askResearcher: tool('Finds sources.', 'question'),
  ask_publisher: tool('Says what sells.', 'question'),
  restartMill: tool('Restart a mill.', 'mill'),
  deploy: tool('Deploy the site.', 'version'),
}
const called = async (input: string) => (await calledTools(tools, input)).toSorted()

describe('The exact name of a Tool', () => {
  it.each([
    ['Use countWords.', ['countWords']],
    ['use count_words', ['countWords']],
    ['Use COUNT_WORDS now', ['countWords']],
    ['Please call the tool `count-words`.', ['countWords']],
    ['Good evening, here is a letter. Use "countWords".', ['countWords']],
    ['"Use countWords."', ['countWords']],
    ['Используй countWords.', ['countWords']],
    ['вызови «countWords»', ['countWords']],
    ['Use askResearcher and askPublisher.', ['askResearcher', 'ask_publisher']],
    ['Используй askResearcher и ask-publisher.', ['askResearcher', 'ask_publisher']],
    ['Use countWords, restartMill and deploy.', ['countWords', 'deploy', 'restartMill']],
    ['Do not run countWords, restart the mill', ['restartMill']],
    ['Do not use countWords, use askResearcher.', ['askResearcher']],
    ['Use restartMill.', ['restartMill']],
    ['Could you run `restart_mill`?', ['restartMill']],
    ['Запусти restartMill.', ['restartMill']],
    ['Нужно запустить restart_mill', ['restartMill']],
    ['Use deploy.', ['deploy']],
    ['Используй `deploy`.', ['deploy']],
  ])('“%s” calls %j', async (sentence, expected) => {
    expect(await called(sentence)).toEqual(expected)
  })

  it.each([
    ['do not use countWords', 'countWords'],
    ['Don’t call `count_words`.', 'countWords'],
    ['never use count-words', 'countWords'],
    ['Tell the length of the text without countWords', 'countWords'],
    ['Use askResearcher, not countWords', 'countWords'],
    ['Use countWords. Actually, do not use countWords.', 'countWords'],
    ['не используй countWords', 'countWords'],
    ['countWords использовать не надо', 'countWords'],
    ['Do not use askResearcher or countWords', 'countWords'],
    ['do not use restartMill', 'restartMill'],
    ['Why did restartMill fail?', 'restartMill'],
    ['Should I use restartMill?', 'restartMill'],
    ['If it stops, use restartMill', 'restartMill'],
    ['Compare countWords and restartMill', 'restartMill'],
    ['restartMill crashed yesterday', 'restartMill'],
    ['restartMill упал вчера', 'restartMill'],
    ['Почему упал restartMill?', 'restartMill'],
    ['не запускай restartMill', 'restartMill'],
    ['Read https://example.com/use/restart-mill', 'restartMill'],
    ['The deploy was fine.', 'deploy'],
  ])('“%s” never calls %s', async (sentence, forbidden) => {
    expect(await called(sentence)).not.toContain(forbidden)
  })
})
