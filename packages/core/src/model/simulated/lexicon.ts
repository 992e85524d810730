/**
 * The simulated model's English and Russian: data, no rules. A row is one meaning. English words are base forms;
 * Russian words are stems before the ending of an imperative or an infinitive (`удал`, `останов`).
 */
export interface Verb {
  readonly id: string
  /** Doing it changes something. */
  readonly changes: boolean
  readonly en: readonly string[]
  readonly ru: readonly string[]
  /** Russian stems of the act as a noun: `перезапуск`, `удалени`. */
  readonly acts: readonly string[]
}

const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '')

const CHANGES = [
  'restart reboot relaunch reload | перезапуст перезапуска перезагруз перезагруж рестарт рестартан ребутн | перезапуск перезагрузк рестарт',
  'start launch boot enable activate resume | запуст запуска включ включа активир возобнов стартан | запуск включени',
  'stop halt shutdown terminate kill disable deactivate pause suspend | останов останавлива выключ отключ выруб прекрат приостанов заглуш уб | остановк отключени',
  'cancel revoke void withdraw | отмен отменя отзов аннулир | отмен аннулировани',
  'delete remove erase wipe purge drop destroy clear truncate uninstall | удал удаля сотр стер стир очист очища уничтож убер убира снес | удалени очистк',
  'create add insert append register provision | созда создава добав добавля вставь заве зарегистрир | создани добавлени',
  'save store upload publish post put submit | сохран сохраня запиш опублик вылож | сохранени публикаци',
  'update change modify edit set rename move replace patch alter configure upgrade | измен изменя обнов обновля поменя замен заменя переимен перемест перемеща настро установ редактир отредактир | изменени обновлени',
  'reset | сброс сбрасыва | сброс',
  'send email mail notify forward dispatch | отправ отправля пошл посла уведом перешл | отправк',
  'reply respond answer | ответ отвеча | ответ',
  'pay buy purchase charge transfer deposit sell | оплат заплат куп покупа переве перечисл спиш прода | оплат покупк перевод списани',
  'refund reimburse | верн возврат возмест | возврат',
  'order book reserve | закаж заказ забронир | заказ бронь',
  'block ban deny | заблокир блокир забан | блокировк',
  'unblock unban unlock release | разблокир разбан освобод | разблокировк',
  'lock | запр | ',
  'isolate quarantine disconnect | изолир отсоедин | изоляци',
  'restore recover | восстанов восстанавлива | восстановлени',
  'deploy rollout install ship | разверн задепло деплой выкат вылож | деплой развертывани',
  'rollback revert undo | откат откатыва отмот | откат',
  'merge | слей влей | слияни',
  'approve accept confirm | одобр подтверд утверд прим | одобрени подтверждени',
  'reject decline | отклон отказ | отклонени',
  'close archive resolve | закр архивир заархивир | закрыти',
  'assign | назнач | назначени',
  'execute exec invoke trigger run | выполн исполн | выполнени',
]

const LOOKS = [
  'check verify inspect test examine diagnose monitor | провер проверя протестир посмотр погля глян | проверк',
  'show list display view get read fetch print look see tell | покаж показ выве перечисл прочита прочти чита смотр скаж расскаж узна да | ',
  'search find query look seek | найд най ищ иска поищ | поиск',
  'count measure calculate compute sum | посчита сосчита измер вычисл рассчита | подсчет',
  'draw plot render chart | нарису рису постро изобраз | график',
  'trace track follow | трассир отслед просле | трассировк',
  'reach reachable access accessible available | | доступ досту',
  'work | | работ',
  'write draft compose | напиш напис сочин состав | ',
  'judge rate classify review | оцен оценива суди классифицир рассуди | оценк',
]

const toVerb =
  (changes: boolean) =>
  (row: string): Verb => {
    const [en = '', ru = '', acts = ''] = row.split('|')
    return { id: words(en)[0] ?? '', changes, en: words(en), ru: words(ru), acts: words(acts) }
  }

export const VERBS: readonly Verb[] = [...CHANGES.map(toVerb(true)), ...LOOKS.map(toVerb(false))]

/** Verbs that also make things inside the run: a description that begins so decides nothing. */
export const MILD = new Set(words('create save update close merge approve assign start reply order reset execute'))

/** Endings after the stem. Others make another form: a past tense, a noun. */
export const IMPERATIVE =
  /^(?:и|ите|й|йте|ь|ьте|ай|айте|яй|яйте|уй|уйте|юй|юйте|ой|ойте|ей|ейте|ди|дите|ни|ните|тани|таните|ирой|ируй|ируйте|овь|овьте)$/u
export const INFINITIVE = /^(?:ть|ить|ать|ять|еть|ыть|оть|уть|нуть|овать|евать|ировать|ти|сти|чь|ться|иться|аться)$/u

/** English words before a requested verb: `I would like you to …`, `please go ahead and …`. */
export const LEAD_IN = new Set(
  words(
    `please kindly just now also then again first next finally so ok okay hey hi hello well quickly simply immediately urgently
    you i we need want would like d ll to let lets let's let’s us go ahead and or do must should have got time help me try make sure s im asking
    пожалуйста и ну а`,
  ),
)
/** Russian words that ask for the infinitive after them. */
export const ASKS_INFINITIVE = new Set(
  words(
    `нужно надо необходимо требуется можешь можете мог могла могли сможешь сможете бы прошу попрошу хочу хотим давай давайте пора
    следует должен должна должны можно пожалуйста срочно и`,
  ),
)
/** A verb behind one of them is spoken about, not asked for. */
export const SPOKEN_ABOUT = new Set(
  words(
    `how why what whats which who whom whose where when whenever whether if unless explain describe recommend suggest advise think know
    wonder consider about going plan planning before after until while because said told asked tried failed forgot says
    как почему зачем кто когда если ли что чтобы прежде перед после пока потому сказал сказала сказали говорит говорят попросил
    просил велел советуешь стоит объясни опиши расскажи думаешь`,
  ),
)
export const AUXILIARY = new Set(
  words('is are was were am do does did has have had can could would will shall should may might must'),
)
export const POLITE_OPENING =
  /^(?:(?:please|hey|hi|hello|ok|okay|so) )*(?:can|could|would|will) (?:you|u|someone|somebody|anyone) /u
export const POLITE_RUSSIAN = /(?:^|\s)(?:можешь|можете|сможешь|сможете|мог|могла|могли|пожалуйста|прошу)(?:\s|$)/u

/** Verbs that are nouns as well. */
export const NOUNISH = new Set(
  words(
    `restart reboot reload reset stop start launch order transfer refund charge purchase release block ban lock deposit deploy
    install email mail patch upgrade book reserve run undo store post pause purge drop merge close dispatch trigger`,
  ),
)
/** Words after such a noun: `restart count`, `refund policy`. */
export const ABOUT_ACTS = new Set(
  words(
    `status state count counts counter number history log logs policy policies time times date rate reason reasons procedure schedule
    statistics stats job jobs report reports result results rules limit limits confirmation confirmations`,
  ),
)
/** Behind a noun that looks like a verb: `restart was fine`. */
export const AFTER_NOUN = new Set(
  words('of was is were are has had did does failed happened took takes succeeded worked went by'),
)
/** `do a restart`, `сделай перезапуск`. */
export const LIGHT = new Set(
  words(
    'do perform make execute trigger initiate issue сделай сделайте выполни выполните произведи проведи проведите устрой',
  ),
)

/** It forbids the words after it, anywhere. */
export const FORBIDS =
  /(?:^|\s)(?:never|cannot|can['’]?t|(?:must|should|may|shall) not|(?:must|should)n['’]?t|no (?:need|reason|point)|avoid|refrain|нельзя|никогда|незачем|do nothing|не (?:надо|нужно|нужен|нужна|нужны|стоит|следует|смей|смейте|вздумай|хочу|хотим|требуется|должен|должна|должны))(?=\s|$)/u
/** It forbids where its subject is the reader: `please do not`, but not `the site does not`. */
export const FORBIDS_READER = /(?:^|\s)(?:do not|don['’]?t|dont|not|no)(?=\s|$)/u
/** A whole part that says no more than what is not wanted: `no logs, please`; alone, `no answer` tells what happened. */
export const SHORT_NO = /^(?:(?:and|but|please) )*no (?:\p{L}+ )?\p{L}+(?: please)?$/u
export const PLEASE = /(?:^|\s)please$/u
/** Unwanted things are forbidden: `I don't want a restart`, `we do not need the logs`. */
export const WISHES = new Set(words('want need wish intend expect require ask'))
/** They forbid whatever is named with them: `do not touch the logs`, `не трогай логи`. */
export const ANY_ACT =
  /^(?:touch|use|call|do|doing|perform|make|execute|need|want|wish|bother|nothing|anything|something|трога\p{L}*|трон\p{L}*|использ\p{L}*|вызыва\p{L}*|вызов\p{L}*|дела\p{L}*|сдела\p{L}*|нуж\p{L}*|надо|хочу|хотим|ничего|никого|ничто|лезь|лезть)$/u
/** It ends before it says what it forbids. */
export const OPEN_END =
  /(?:^|\s)(?:do not|don['’]?t|dont|not|never|must not|mustn['’]?t|should not|shouldn['’]?t|may not|cannot|can['’]?t|не|не (?:надо|нужно|стоит|следует|смей|смейте|вздумай)|нельзя|никогда)(?: (?:please|пожалуйста|ever|just|simply))*$/u
/** It takes out the two words after it. */
export const WITHOUT =
  /(?:^|\s)(?:without|except|instead of|rather than|без|кроме|вместо)(?: (?:a|an|the|any))?(?: \S+ of(?: the)?)?(?: \S+){0,2}/gu
export const RUSSIAN_NOT = /(?:^|\s)не (\p{L}+)/gu
/** Endings of any forbidden verb: `не трогай`, `не делать`. A past tense ends in `ли`. */
export const FORBIDDEN_FORM = /(?:й|йте|[^л]и|ите|ьте|[^н]ь|[тч]ь|ти|ться)$/u
/** It denies: words with it aren't a wish to change something. */
export const DENIES =
  /(?:^|\s)(?:not|no|never|nothing|nobody|none|neither|nor|\p{L}+n['’]t|dont|не|ни|нет|ничего|никого|никогда|нельзя)(?=\s|$)/u
/** A negation of a negation: `do not forget to`, `not only`, `не могли бы вы`. */
export const NO_NEGATION =
  /(?:do not|don['’]?t|never|not) (?:forget|hesitate|fail)(?: to)?|not only|не (?:забудь|забудьте|забывай|стесняйся|стесняйтесь|медли|только)|не мог(?:ла|ли)? бы|not just/gu

/** They begin a part of a sentence that no earlier negation reaches. */
export const TURNS = new Set(
  words('but however instead rather just only simply а но лишь только просто зато лучше однако'),
)
/** They continue the words before, with their negation. */
export const GOES_ON = new Set(words('and or nor и или ни либо да'))
/** A list under one negation ends so: `do not stop, restart or delete`. */
export const LISTS = /(?:^|\s)(?:or|nor|или|ни|либо)(?:\s|$)/u
