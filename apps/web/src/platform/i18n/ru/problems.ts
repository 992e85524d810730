import type { FIX_TITLES, PROBLEM_CODES } from '@ensemble/core/editor'

/** Problems that the page shows and that no check of a file finds. */
type MoreCodes = 'limit.unpriced' | 'secret.plain'

/** A problem's Russian by its code, if its own sentence is in no template below. */
export const CODES: { readonly [code in keyof typeof PROBLEM_CODES | MoreCodes]: string } = {
  'tool.name': 'Недопустимое имя инструмента: нужна латинская буква, затем до 63 букв, цифр, _ или -.',
  'tool.reserved': 'Это имя занято самой программой.',
  'tool.notObject': 'Инструмент описывается схемой типа object: её свойства становятся параметрами.',
  'tool.foreign':
    'Инструмент записан в формате другой программы, поэтому параметров у него здесь нет. Преобразуйте его.',
  'tool.schema': 'Ошибка в самой схеме: по ней нельзя проверить вызов.',
  'tool.nameMismatch': 'Значение _tool не совпадает с именем инструмента.',
  'tool.unknownField': 'Неизвестное служебное поле: имена с подчёркиванием в начале принадлежат системе.',
  'tool.metaConflict': 'Служебное поле задано дважды с разными значениями.',
  'tool.metaValue': 'Недопустимое значение служебного поля.',
  'tool.json': 'Файл общего инструмента — не JSON.',
  'tool.duplicateKey': 'Ключ встречается в объекте дважды, и одно из значений потеряется.',
  'tool.unresolved': 'Ссылка $ref ведёт к инструменту, которого нет в рабочей папке.',
  'tool.confusable': 'Имена двух инструментов различаются только регистром, и модели их путают.',
  'idea.json': 'Файл идеи — не JSON.',
  'idea.duplicateKey': 'Ключ встречается в объекте дважды, и одно из значений потеряется.',
  'idea.shape': 'Идея — это объект с полем context (списком сообщений) и, если нужно, schema.',
  'idea.config': 'Недопустимое значение в config.',
  'idea.name': 'Недопустимое имя идеи: оно должно годиться для адресов и для любой файловой системы.',
  'idea.confusable': 'Имена двух идей различаются только регистром, и не каждая файловая система их различает.',
  'idea.descriptionMissing': 'У идеи нет описания.',
  'idea.messageType': 'Сообщение неизвестного типа: модель его не увидит.',
  'idea.message': 'В сообщении не хватает поля, или тип поля неверен.',
  'idea.unknownField': 'Это поле никто не читает: возможно, опечатка.',
  'module.unresolved': 'По адресу модуля идеи нет.',
  'module.outside': 'Относительный адрес не должен выходить из рабочей папки.',
  'module.cycle': 'Идеи вызывают друг друга по кругу; остановит их только предел глубины.',
  'module.mergeConflict': 'Свойство инструмента и модуля должно быть одинаковым при разрешении заранее.',
  'activity.missing': 'Названа активность, которой нет: вместо него ответит модель.',
  'lint.descriptionMissing': 'У инструмента нет описания, а модель выбирает по нему.',
  'lint.descriptionVague': 'Описание слишком общее: скажите, когда вызывать инструмент и что он возвращает.',
  'lint.descriptionsAlike': 'Описания двух инструментов похожи, и модель выберет наугад.',
  'lint.descriptionUnrelated': 'В описании нет слов, которыми просят об этом люди.',
  'lint.parameterVague': 'Описание параметра только повторяет его имя.',
  'lint.nestedUndocumented': 'У вложенного свойства нет описания, и модель заполняет его наугад.',
  'lint.parameterUndocumented': 'У параметра нет описания, и модель заполняет его наугад.',
  'lint.namesAlike': 'Имена двух параметров различаются только регистром или разделителями.',
  'lint.tooManyTools': 'Слишком много инструментов: модель выбирает хуже.',
  'lint.tooManyParameters': 'Слишком много параметров: модель заполняет их хуже.',
  'lint.tooDeep': 'Параметры вложены слишком глубоко.',
  'lint.noRequired': 'Инструмент не требует ни одного параметра.',
  'lint.requiredMayBeEmpty': 'Обязательная строка может оказаться пустой. Добавьте minLength.',
  'lint.approvalMissing': 'Инструмент выглядит опасным, но выполняется без подтверждения.',
  'lint.approvalNever': 'Условие подтверждения никогда не выполняется: вызов пройдёт без вопроса.',
  'lint.exampleUnknownTool': 'Текст называет инструмент, которого у идеи нет.',
  'lint.importUnknown': 'Импортировать нечего: в контексте вызывающей идеи этого нет.',
  'lint.outputPathUnknown': 'Результат записать некуда: такого места в состоянии или такой части результата нет.',
  'lint.inputBridged': 'Параметры не подходят ко входу модуля: его модели придётся угадывать.',
  'lint.outputComposed': 'Схема результата, который даёт код или модуль, тратит токены в каждом запросе.',
  'lint.temperatureWithTools': 'Из-за temperature выбор инструментов становится случайным.',
  'portability.limits': 'Схема больше или глубже, чем допускает строгий режим.',
  'portability.reshaped': 'Строгий режим этого не выражает, поэтому модель увидит другую форму.',
  'portability.unenforced': 'Строгий режим этого не проверяет: условие сказано в описании.',
  'schema.ref': 'Ссылка $ref никуда не ведёт: она должна указывать внутрь той же схемы.',
  'schema.compile': 'Схему нельзя скомпилировать.',
  'schema.unknownKeyword': 'JSON Schema не знает такого ключевого слова, поэтому оно ни на что не влияет.',
  'schema.requiredUndeclared': 'Обязательное свойство не объявлено, поэтому не подойдёт ни одно значение.',
  'schema.valueInvalid': 'Значение не подходит к собственной схеме.',
  'schema.valueRepeated': 'Значение указано в enum больше одного раза.',
  'schema.pattern':
    'Шаблон использует просмотр вперёд, назад или обратную ссылку: их нельзя проверить за ограниченное время.',
  'schema.contradiction': 'Ограничения исключают друг друга: не подойдёт ни одно значение.',
  'schema.metaMisplaced': 'Служебное поле читается только в корне инструмента и среди его собственных свойств.',
  'file.comment': 'В действующем файле не бывает комментариев: это JSON.',
  'secret.plain':
    'В ensemble.json открыто записан ключ. Напишите вместо него secret://ИМЯ, а сам ключ задайте в настройках.',
  'limit.unpriced': 'Цена модели неизвестна, а предел стоимости задан: запуск завершится до первого запроса.',
}

/** The core's sentences with their Russian. `{name}` is the same text in both. */
export const SENTENCES: readonly (readonly [english: string, russian: string])[] = [
  ['A saved file is JSON without comments.', 'Действующий файл — это JSON без комментариев.'],
  [
    'Comments stay in the draft: the saved file is JSON without comments.',
    'Комментарии остаются в черновике: действующий файл — это JSON без них.',
  ],
  [
    '{names} call each other in a circle; only the depth limit ends it.',
    '{names} вызывают друг друга по кругу; остановит их только предел глубины.',
  ],
  ['The Idea {name} has no description.', 'У идеи {name} нет описания.'],
  ['The Ideas {a} and {b} differ only by case.', 'Имена идей {a} и {b} различаются только регистром.'],
  ['The Tools {a} and {b} differ only by case.', 'Имена инструментов {a} и {b} различаются только регистром.'],
  [
    'The Tool {name} refers to {ref}, which is not in the workspace or cannot be read.',
    'Инструмент {name} ссылается на {ref}: его нет в рабочей папке, или файл нельзя прочитать.',
  ],
  [
    'The Tool {name} names the Activity {activity}, which is not registered; the model does its work instead.',
    'Инструмент {name} называет активность {activity}, но она не зарегистрирована: вместо неё ответит модель.',
  ],
  ['{address} leads to no Idea of the workspace.', 'По адресу {address} идеи в рабочей папке нет.'],
  [
    'Each Request carries about {total} tokens of _output that Activities and modules fill: {tools}. Set composition.explicitOutput to "omit" in the config unless you want the model\'s predictions.',
    'Каждый запрос несёт около {total} токенов _output, которые заполняют активности и модули: {tools}. Укажите в config composition.explicitOutput: "omit", если предсказания модели не нужны.',
  ],
  [
    "The description of {name} shares no word with the Idea's example inputs or texts; say when to use it in the words people use.",
    'В описании {name} нет ни одного слова из примеров входа и текстов идеи. Скажите, когда его вызывать, словами людей.',
  ],
  [
    'A temperature of {value} makes the choice of Tools and their values a matter of chance.',
    'При temperature {value} выбор инструментов и значений становится случайным.',
  ],
  [
    'The _imports of {tool} list {name}, which the context of {idea} never holds.',
    'В _imports инструмента {tool} указано {name}, но в контексте идеи {idea} этого не бывает.',
  ],
  [
    'The condition of _approval of {name} looks at {path}, which no Call has.',
    'Условие _approval инструмента {name} смотрит на {path}, а такого параметра у вызова нет.',
  ],
  [
    'The condition of _approval of {name} asks for {path} to be {value}, which it never is: it is {values}.',
    'Условие _approval инструмента {name} ждёт, что {path} будет {value}, но возможны только {values}.',
  ],
  [
    'The text names the Tool {tool}, which this Idea does not have.',
    'Текст называет инструмент {tool}, которого у этой идеи нет.',
  ],
  [
    'The data names the Tool {tool}, which this Idea does not have.',
    'Данные называют инструмент {tool}, которого у этой идеи нет.',
  ],
  ['Line {line}, column {column}: {what}', 'Строка {line}, столбец {column}: {what}'],
  [
    'It has no default export, so no Call can run it: {example}',
    'В коде нет export default, поэтому вызов не может его выполнить: {example}',
  ],
  ['Its code is nested too deeply to be read.', 'Вложенность кода слишком велика.'],
  [
    'Another Activity is named "{name}" too, and serves its Calls.',
    'Так же называется другая активность «{name}», и вызовы выполняет она.',
  ],
  ['An Idea needs a context: a list of Messages.', 'Идее нужно поле context: список сообщений.'],
  ['context must be a list of Messages.', 'Поле context должно быть списком сообщений.'],
  ['{key} must be a string.', 'Поле {key} должно быть строкой.'],
  ['A {type} Message needs {field}: {what}.', 'Сообщению {type} нужно поле {field}: {what}.'],
  ['A {type} Message has no field {key}.', 'У сообщения {type} нет поля {key}.'],
  ['The key {key} appears here a second time.', 'Ключ {key} встречается здесь второй раз.'],
  ['The file is nested too deep to read.', 'Вложенность файла слишком велика.'],
  [
    '{name} is required and not declared, so no value fits.',
    'Свойство {name} обязательно, но не объявлено: не подойдёт ни одно значение.',
  ],
  [
    'JSON Schema has no keyword {key}, so it has no effect.',
    'В JSON Schema нет ключевого слова {key}, поэтому оно ни на что не влияет.',
  ],
  [
    "{key} has no effect here: put meta fields among the Tool's own properties, or next to them.",
    'Здесь {key} ни на что не влияет: служебные поля стоят среди собственных свойств инструмента или рядом с ними.',
  ],
  [
    'The Tool {name} says {field} twice, as {a} and {b}, with different values.',
    'Инструмент {name} задаёт {field} дважды, как {a} и {b}, с разными значениями.',
  ],
  ['The Tool {name} has no description.', 'У инструмента {name} нет описания.'],
  [
    '{name} says “{word}” and runs without a person confirming it; add _approval.',
    'В описании {name} есть «{word}», но выполняется он без подтверждения. Добавьте _approval.',
  ],
  [
    '{key} of {name} is required but can be empty. Add a minLength, a format or a pattern.',
    'Параметр {key} инструмента {name} обязателен, но может быть пустым. Добавьте minLength или другое условие.',
  ],
  [
    'The Tool {name} has {count} parameters: models fill more than {most} badly. Group or split them.',
    'У инструмента {name} {count} параметров: больше {most} модели заполняют плохо. Сгруппируйте или разделите их.',
  ],
  ['The Tool {name} requires none of its parameters.', 'Инструмент {name} не требует ни одного параметра.'],
  [
    'The description of the parameter {key} of {name} only repeats its name: say what it means, in which unit or form.',
    'Описание параметра {key} инструмента {name} только повторяет имя: скажите, что он значит, в каких единицах или в каком виде.',
  ],
  [
    'The property {key} inside the parameters of {name} has no description.',
    'У свойства {key} внутри параметров инструмента {name} нет описания.',
  ],
  ['enum lists the value {value} more than once.', 'В enum значение {value} указано больше одного раза.'],
  [
    'The pattern uses {token}: look-around and back-references are not supported, because they cannot run in bounded time.',
    'В шаблоне есть {token}: просмотр вперёд и назад и обратные ссылки не поддерживаются, их нельзя проверить за ограниченное время.',
  ],
  ['The parameter {key} of {name} has no description.', 'У параметра {key} инструмента {name} нет описания.'],
  [
    'The parameters {a} and {b} of {name} differ only by case or separators.',
    'Параметры {a} и {b} инструмента {name} различаются только регистром или разделителями.',
  ],
  [
    'The parameters of {name} are nested more than {most} levels deep: models lose count.',
    'Параметры {name} вложены глубже {most} уровней: модели сбиваются.',
  ],
  [
    '{a} and {b} are described alike; say what sets them apart.',
    '{a} и {b} описаны похоже: скажите, чем они отличаются.',
  ],
  [
    '{count} Tools in one Idea: models choose worse among so many.',
    'Инструментов в одной идее: {count}. Среди стольких модели выбирают хуже.',
  ],
  [
    '{keyword} is not enforced in strict mode. It is added to the description, and the Call is still checked against it.',
    'Строгий режим не проверяет {keyword}: условие сказано в описании, и вызов проверяется по нему.',
  ],
  ['{low} is above {high}, so no value fits.', '{low} больше, чем {high}: не подойдёт ни одно значение.'],
]

/** Hints at the end of a sentence. */
export const HINTS: readonly (readonly [english: string, russian: string])[] = [
  ['Did you mean {name}?', 'Может быть, {name}?'],
  ['It has {names}.', 'Есть: {names}.'],
  ['It has no Tools.', 'Инструментов у неё нет.'],
]

/** Titles of fixes by what they are called in English. */
export const TITLES: { readonly [title in (typeof FIX_TITLES)[keyof typeof FIX_TITLES]]: string } = {
  'Rename to {name}': 'Переименовать в {name}',
  'Remove {name}': 'Убрать {name}',
  'Change to {name}': 'Заменить на {name}',
  'Say when to use it': 'Сказать, когда вызывать',
  'Require all parameters': 'Сделать все параметры обязательными',
  "Take over the module's input": 'Взять вход модуля',
  'Remove this import': 'Убрать этот импорт',
  'Leave these schemas out': 'Не показывать эти схемы модели',
  'Ask a person before it runs': 'Спрашивать человека перед вызовом',
  'Leave the work to the model': 'Поручить работу модели',
  'Swap {lower} and {upper}': 'Поменять местами {lower} и {upper}',
  'Convert this {program} tool': 'Преобразовать инструмент {program}',
  'Move {name} to the Tool': 'Перенести {name} в инструмент',
  'Remove this one': 'Убрать это',
  'Add a context': 'Добавить context',
  'Add a description': 'Добавить описание',
  'Remove it from required': 'Убрать из обязательных',
  'Remove this value': 'Убрать это значение',
  'Require at least one character': 'Потребовать хотя бы один символ',
  'Remove the comma': 'Убрать запятую',
  'Add a comma': 'Добавить запятую',
  'Remove the comment': 'Убрать комментарий',
}
