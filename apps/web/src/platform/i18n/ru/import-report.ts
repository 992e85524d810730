import type { importReport as english } from '../en/import-report.ts'
import type { Translation } from '../translation.ts'

/** Russian sentences of the report of an import. */
export const importReport: Translation<typeof english> = {
  broken: {
    what: 'Файл не удалось прочитать: {reason}',
    remedy: 'Исправьте файл или импортируйте без него.',
  },
  renamed: {
    what: '{title} импортируется под именем {name}: прежнее имя занято.',
    remedy: 'Переименуйте, если нужно; ссылки внутри импорта ведут к новому имени.',
  },
  member: {
    what: 'Полю {key} ({name}) здесь нет соответствия.',
    remedy: 'Если это важно, напишите об этом в тексте или в настройках идеи.',
  },
  hostTools: {
    what: '{name} пользуется инструментами другой программы ({program}): {tools}.',
    remedy: 'Добавьте для них инструменты: работу сделает действие, HTTP-запрос или сервер MCP.',
  },
  mcpTools: {
    what: '{name} пользуется инструментами серверов MCP: {tools}.',
    remedy: 'Добавьте серверы в mcp.json, одобрите их и перетащите эти инструменты на идею.',
  },
  modelAlias: {
    what: '{name} просит модель {model}: это краткое имя другой программы ({program}).',
    remedy: 'Выберите модель для идеи; до тех пор работает модель по умолчанию.',
  },
  inPrompt: {
    what: 'В тексте {name} есть {what}: это подставляет другая программа ({program}).',
    remedy: 'Добавьте инструмент, который это возвращает, или поле входных данных.',
  },
  secret: {
    what: 'Значение {key} не скопировано: это ключ или место для ключа.',
    remedy: 'Сохраните секрет {secret}: PUT /api/secrets/{secret} или переменная окружения с этим именем.',
  },
  keyInArguments: {
    what: '{name} получает ключ через {place}, где секреты не подставляются: значение не скопировано.',
    remedy: 'Передайте его через env или headers как secret://NAME.',
  },
  agentElsewhere: {
    what: 'Агента {name} задачи {task} нет в этих файлах.',
    remedy: 'Импортируйте agents.yaml вместе с tasks.yaml или напишите в идее, кто выполняет задачу.',
  },
  taskUnassigned: {
    what: 'В задаче {name} не назван агент.',
    remedy: 'Добавьте в задачу agent: ИМЯ и импортируйте снова или скопируйте в идею текст её агента.',
  },
  toolOfHost: {
    what: 'Работу инструмента {name} ({type}) выполняет {program}.',
    remedy: 'Дайте инструменту действие: код, HTTP-запрос или инструмент сервера MCP. До тех пор отвечает модель.',
  },
  workflowElsewhere: {
    what: 'Инструмент {name} вызывает процесс {workflow}, в котором среди этих файлов нет агента.',
    remedy: 'Импортируйте тот процесс вместе с этим или дайте инструменту действие.',
  },
  httpUnread: {
    what: 'Запрос {name} пропущен: {reason}.',
    remedy: 'Опишите его как действие HTTP с постоянным адресом сервера.',
  },
  httpPart: {
    what: 'Часть запроса {name} пропущена: {part}.',
    remedy: 'Дополните запрос в activities.http файла ensemble.json.',
  },
  allowHost: {
    what: 'Действие {name} обращается к {host}.',
    remedy: 'Разрешите {host} в egress.hosts файла ensemble.json, если доверяете ему.',
  },
  credential: {
    what: 'Учётных данных {name} в экспорте нет.',
    remedy: 'Укажите секрет в заголовках, например "authorization": "Bearer secret://NAME", и сохраните его.',
  },
  expression: {
    what: 'Выражение в {name} вычисляется: {expression}',
    remedy: 'Оно стало полем {member} входных данных. Передавайте значение там.',
  },
  memory: {
    what: 'Памяти {name} нет соответствия: запуск хранит свои сообщения сам.',
    remedy: 'Чтобы продолжить разговор, продолжите законченный запуск.',
  },
  trigger: {
    what: 'Триггеру {name} нет соответствия.',
    remedy: 'Начинайте запуски на странице, в терминале или через POST /api/runs.',
  },
  step: {
    what: 'Шаг {name} ({type}) — работа {program} вокруг агентов.',
    remedy: 'Сделайте из него инструмент с действием, если решать о нём должен агент.',
  },
  pinned: {
    what: 'Закреплённые данные {name} — не записанный запуск, поэтому проверочного запуска из них нет.',
    remedy: 'Запустите идею с этими данными и сохраните запуск как проверочный.',
  },
  schemaUnread: {
    what: 'Схема {name} пропущена: {reason}',
    remedy: 'Опишите схему в идее.',
  },
  serverMember: {
    what: 'Полю {key} сервера {name} здесь нет соответствия.',
    remedy: 'Какие поля есть у сервера, сказано в docs/mcp.md.',
  },
  serverUnread: {
    what: 'У сервера {name} нет ни команды, ни адреса.',
    remedy: 'Добавьте их в исходный файл и импортируйте снова.',
  },
  serverOldTransport: {
    what: 'Сервер {name} работает по старому протоколу SSE.',
    remedy: 'Укажите в mcp.json адрес его конечной точки streamable HTTP.',
  },
  approveServer: {
    what: 'Сервер {name} указан в mcp.json; до его запуска инструменты неизвестны.',
    remedy: 'Выполните ensemble mcp approve {name} и перетащите его инструменты на идею.',
  },
  approveServerFor: {
    what: 'Сервер {name} для {agent} указан в mcp.json; до его запуска инструменты неизвестны.',
    remedy: 'Выполните ensemble mcp approve {name} и перетащите его инструменты на идею.',
  },
}
