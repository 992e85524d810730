/** Russian of the bundled examples' own texts, by their English: labels and hints of inputs, descriptions of Ideas, titles of cases, inputs to try. */
const EXAMPLES: Readonly<Record<string, string>> = {
  Question: 'Вопрос',
  Change: 'Изменение',
  Risks: 'Риски',
  Request: 'Запрос',
  Invoice: 'Счёт',
  Audit: 'Проверка',
  Strictness: 'Строгость',
  Brief: 'Задание',
  Seed: 'Вариант',
  Kind: 'Вид',
  Part: 'Партия',
  Score: 'Ноты',
  Title: 'Название',
  Opening: 'Начало',
  Middle: 'Середина',
  Ending: 'Конец',
  Version: 'Версия',
  Changes: 'Изменения',
  Groups: 'Группы',
  Ticket: 'Обращение',
  Article: 'Статья',
  'What you want to know, in your own words; say so where you want a chart.':
    'Что вы хотите узнать, своими словами; если нужен график, скажите об этом.',
  'what somebody wants to know': 'что человек хочет узнать',
  'Number of the change, e.g. CR-102.': 'Номер изменения, например CR-102.',
  'What to look at or to do, in your own words.': 'Что проверить или сделать, своими словами.',
  'Number of the invoice, e.g. INV-2041.': 'Номер счёта, например INV-2041.',
  'How doubtful cases are judged.': 'Как оценивать спорные случаи.',
  'The song to write, in English or Russian: kind, mood, subject, instruments.':
    'Какую песню написать, по-русски или по-английски: жанр, настроение, тема, инструменты.',
  'Any text; another one gives another song for the same words.':
    'Любой текст; с другим текстом по тем же словам получится другая песня.',
  'A jingle for what, and in which mood; in English or Russian.':
    'Для чего джингл и в каком настроении, по-русски или по-английски.',
  'Any text; another one gives another variant for the same words.':
    'Любой текст; с другим текстом по тем же словам получится другой вариант.',
  'A part of a score, or the sound of a place.': 'Партия из нот или звуки места.',
  'For an ambience: what is heard, and how many seconds.': 'Для звуков места: что слышно и сколько секунд.',
  'Which part of the score.': 'Какая партия.',
  'For a part: the score in ABC.': 'Для партии: ноты в записи ABC.',
  'Any text; another one gives another take.': 'Любой текст; с другим текстом получится другой дубль.',
  'The title of the trailer.': 'Название трейлера.',
  'What is heard first, and for how long.': 'Что звучит сначала и как долго.',
  'What follows, and for how long.': 'Что звучит потом и как долго.',
  'What is heard at the end, and for how long.': 'Что звучит в конце и как долго.',
  'What you want to hear, in English or Russian: kind of song, mood, subject, instruments; the sound of a place; a length.':
    'Что вы хотите услышать, по-русски или по-английски: жанр песни, настроение, тема, инструменты; звуки места; длительность.',
  'Version of the release, e.g. 2.4.0.': 'Версия выпуска, например 2.4.0.',
  'What to look into or to do, in your own words.': 'Что расследовать или сделать, своими словами.',
  'Number of the ticket, e.g. T-1042.': 'Номер обращения, например T-1042.',
  "Answers questions about a bookshop's database with SQL, checks its data and draws charts.":
    'Отвечает на вопросы о базе книжного магазина с помощью SQL, проверяет данные и рисует графики.',
  'Answers a question.': 'Отвечает на вопрос.',
  'Writes a review from a change and its risks; sees nothing else.':
    'Пишет отзыв по изменению и его рискам; другого не видит.',
  'Reviews a change: its risks, and what its author should hear.':
    'Проверяет изменение: риски и то, что стоит сказать автору.',
  'Finds the lines of a change that are risky.': 'Находит опасные строки изменения.',
  'Looks after three services: checks what is asked for, reads logs, and restarts a service when it must be.':
    'Следит за тремя службами: проверяет, что попросят, читает журналы и при необходимости перезапускает.',
  'Adds an invoice up again and compares it with its order.': 'Пересчитывает счёт и сверяет его с заказом.',
  'Checks an invoice and says whether it can be paid.': 'Проверяет счёт и говорит, можно ли его оплатить.',
  'Decides from an invoice and its audit; sees nothing else.': 'Решает по счёту и его проверке; другого не видит.',
  'Judges a hundred comments in one Request: one Call each, each in a world of its own.':
    'Оценивает сто комментариев в одном запросе: по вызову на каждый, отдельно от остальных.',
  'Writes a song, has the Sound-Designer play each part, and mixes the parts.':
    'Пишет песню, поручает каждую партию звукорежиссёру и сводит партии.',
  'Asks the Composer for eight bars that stick.': 'Заказывает композитору восемь запоминающихся тактов.',
  'Plays a part of a score, or synthesises the sound of a place.':
    'Исполняет партию по нотам или синтезирует звуки места.',
  'Has three scenes sounded by the Sound-Designer and joins them.':
    'Поручает звукорежиссёру озвучить три сцены и соединяет их.',
  'Takes a brief and decides who works on it: the Composer for music, the Sound-Designer for the sound of a place, or both.':
    'Принимает задание и решает, кто над ним работает: композитор пишет музыку, звукорежиссёр делает звуки места, или оба.',
  'Turns the commits of a release into notes that users can read.':
    'Превращает коммиты выпуска в заметки, понятные пользователям.',
  'Sorts the commits of a release by what they mean for users.':
    'Сортирует коммиты выпуска по тому, что они значат для пользователей.',
  'Writes release notes from sorted changes; sees nothing else.':
    'Пишет заметки о выпуске по отсортированным изменениям; другого не видит.',
  'Looks into the security logs, judges addresses, and isolates a host once a person agrees.':
    'Изучает журналы безопасности, оценивает адреса и изолирует узел, когда человек согласится.',
  'Answers a ticket: reads it, finds the article that helps, and has a reply drafted.':
    'Отвечает на обращение: читает его, находит нужную статью и поручает составить ответ.',
  'Finds the article of the knowledge base that answers a ticket.':
    'Находит в базе знаний статью, которая отвечает на обращение.',
  'Drafts the reply to a customer from a ticket and an article; sees nothing else.':
    'Составляет ответ клиенту по обращению и статье; другого не видит.',
  'Why is the sea salty?': 'Почему море солёное?',
  'a sad ballad about the sea, with waves': 'грустная баллада о море, с шумом волн',
  'a cheerful jingle for a coffee shop': 'весёлый джингл для кофейни',
  'draw the revenue by month as a line chart': 'нарисуй выручку по месяцам линейным графиком',
  'show the failed logins from 203.0.113.66 and isolate web-02':
    'покажи неудачные входы с 203.0.113.66 и изолируй web-02',
  'restart critical-db': 'перезапусти critical-db',
  lenient: 'мягко',
  'A hundred comments in one Request': 'Сто комментариев в одном запросе',
  '“restart critical-db”': '«Перезапусти critical-db»',
  '“check that google.com is reachable”': '«Проверь, доступен ли google.com»',
  '“does the site answer”': '«Отвечает ли сайт»',
  '“status of nginx”': '«Состояние nginx»',
  'A song and its waves, mixed': 'Песня и шум волн, сведённые вместе',
  'Only a sound: the Sound-Designer alone': 'Только звук: один звукорежиссёр',
  'A ticket is answered': 'Ответ на обращение',
  'Failed logins and a host': 'Неудачные входы и узел',
  'Revenue by month': 'Выручка по месяцам',
}

export const sayExample = (text: string): string | undefined =>
  Object.hasOwn(EXAMPLES, text) ? EXAMPLES[text] : undefined
