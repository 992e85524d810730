import type { ThemeName } from './lexicon.ts'
import type { WordMood } from './weave.ts'

/** Lines of eight and six syllables in turn (iambic), hyphens between syllables. Every pair of lines is independent. */
type Couplets = readonly (readonly [long: string, short: string])[]
export interface Verses {
  readonly themes: Readonly<Record<ThemeName, Couplets>>
  readonly choruses: Readonly<Record<WordMood, Couplets>>
}

export const ENGLISH: Verses = {
  themes: {
    sea: [
      ['The har-bor lights are burn-ing low', 'and you are far from me'],
      ['I hear the ropes, I hear the wind', 'come sing-ing from the sea'],
      ['The tide goes out, the tide comes in', 'and ne-ver brings you home'],
      ['Your name is writ-ten on the sand', 'and ta-ken by the foam'],
      ['A sin-gle sail a-gainst the grey', 'that slow-ly fades from view'],
      ['The gulls are cry-ing all the songs', 'I on-ly sang for you'],
    ],
    rain: [
      ['The rain is talk-ing to the roof', 'of things it can-not keep'],
      ['A win-dow and a cup of tea', 'the street is half a-sleep'],
      ['The clouds have come from far a-way', 'to wash the dust from town'],
      ['And all the lit-tle ri-vers run', 'and all of them run down'],
      ['I walk be-neath a bor-rowed coat', 'and count the drops that fall'],
      ['They knock up-on my qui-et door', 'and do not stay at all'],
    ],
    night: [
      ['The moon has lit a sil-ver lamp', 'a-bove the sleep-ing hill'],
      ['The crick-ets keep a se-cret time', 'and all the world is still'],
      ['A thou-sand stars are wri-ting down', 'the words we did not say'],
      ['The night is long e-nough for us', 'and far too short for day'],
      ['The dark is soft as ra-ven wings', 'it set-tles on the town'],
      ['And one by one the win-dows close', 'and one by one go down'],
    ],
    winter: [
      ['The snow is fall-ing on the road', 'and cov-ers ev-ery sound'],
      ['The year is turn-ing in its sleep', 'be-neath the fro-zen ground'],
      ['A can-dle in the fro-sted pane', 'is all the light we need'],
      ['The win-ter keeps its pro-mise well', 'as earth will keep the seed'],
    ],
    road: [
      ['The road goes on be-yond the hill', 'and I go on be-side'],
      ['With on-ly what a coat can hold', 'and on-ly stars to guide'],
      ['The train is whist-ling in the dark', 'it knows the way I came'],
      ['And ev-ery town I leave be-hind', 'is call-ing out my name'],
      ['A thou-sand miles, a thou-sand doors', 'and none of them is mine'],
      ['But some-where there the ket-tle sings', 'and lamps be-gin to shine'],
    ],
    city: [
      ['The ne-on writes a-cross the rain', 'the mid-night bus-es glide'],
      ['A mil-lion win-dows, one of them', 'has some-one warm in-side'],
      ['The street be-gins to hum a tune', 'the cor-ner ca-fe knows'],
      ['And you and I are walk-ing slow', 'to see which way it goes'],
    ],
    forest: [
      ['The ri-ver runs be-tween the trees', 'and car-ries down the light'],
      ['A bird has found a song to keep', 'and sings it out of sight'],
      ['The mead-ow o-pens like a hand', 'the morn-ing fills it slow'],
      ['And ev-ery leaf is whis-per-ing', 'the on-ly thing they know'],
    ],
    love: [
      ['I learned your laugh-ter like a song', 'I know it line by line'],
      ['You left your hand up-on the dark', 'and left it next to mine'],
      ['The morn-ing found us at the door', 'with no-thing left to say'],
      ['And all the words I ne-ver said', 'were yours a-long the way'],
    ],
    child: [
      ['The moon is rock-ing in the pine', 'so hush and close your eyes'],
      ['The lit-tle boat of drow-sy dreams', 'is sail-ing through the skies'],
      ['The bear has curled a-round the bear', 'the bird is in the nest'],
      ['And I will hold your sleep-y hand', 'so lit-tle one, now rest'],
    ],
    life: [
      ['The morn-ing puts its shoul-der to', 'the hea-vy door of night'],
      ['And all at once the room is full', 'of or-di-na-ry light'],
      ['We gath-er what the day lets fall', 'a but-ton and a tune'],
      ['And car-ry it the long way home', 'be-neath a pa-per moon'],
      ['There is a word that no one says', 'but ev-ery-bo-dy knows'],
      ['It lives in-side the small-est things', 'and ev-ery day it grows'],
    ],
  },
  choruses: {
    neutral: [
      ['And this is how the sto-ry goes', 'and this is how it ends'],
      ['We sing it once, we sing it twice', 'we sing it to our friends'],
      ['So take the tune and pass it on', 'and hum it down the line'],
      ['And if you have an-oth-er verse', 'then put it next to mine'],
    ],
    sad: [
      ['Oh, wait for me, oh, wait for me', 'a-cross the fall-ing years'],
      ['I on-ly have this song to give', 'the rest I gave in tears'],
      ['Oh, let it go, oh, let it go', 'the night will take it in'],
      ['And what is lost will learn to sing', 'where e-choes first be-gin'],
    ],
    bright: [
      ['Oh, come and sing, oh, come and sing', 'the sun is at the door'],
      ['We ne-ver had so much to give', 'we ne-ver laughed be-fore'],
      ['Oh, raise it up, oh, raise it up', 'the sky has room for two'],
      ['And ev-ery road that ev-er was', 'is lead-ing me to you'],
    ],
    calm: [
      ['Be still, my heart, be still, my heart', 'the e-ven-ing is near'],
      ['And ev-ery-thing that you have loved', 'is qui-et-ly still here'],
      ['Breathe out the day, breathe in the dark', 'and let the wa-ters part'],
      ['There is a place for ev-ery-one', 'with-in a qui-et heart'],
    ],
    bold: [
      ['We will not bend, we will not break', 'we burn a-gainst the storm'],
      ['The dark can have the bit-ter cold', 'we have what keeps us warm'],
      ['So beat the drum and wake the hills', 'and let the thun-der know'],
      ['We came from ev-ery si-lent place', 'and see how loud we grow'],
    ],
  },
}

export const RUSSIAN: Verses = {
  themes: {
    sea: [
      ['Уш-ла вол-на за край зем-ли', 'и не вер-ну-лась вновь'],
      ['О-гни да-лё-ки-е вда-ли', 'хра-нят мо-ю лю-бовь'],
      ['При-лив у-но-сит и-ме-на', 'на-пи-сан-ны-е мной'],
      ['И толь-ко чай-ка у ок-на', 'и толь-ко шум мор-ской'],
      ['Бе-ле-ет па-рус вда-ле-ке', 'как стран-на-я меч-та'],
      ['И след рас-та-ял на пес-ке', 'и сно-ва пус-то-та'],
    ],
    rain: [
      ['Сту-чит-ся дождь в мо-ё ок-но', 'и ни-че-го не ждёт'],
      ['Он зна-ет всё у-же дав-но', 'и всё рав-но и-дёт'],
      ['Те-чёт по у-ли-це ру-чей', 'и дом сто-ит в во-де'],
      ['И нет на све-те слов теп-лей', 'чем этот дождь в са-де'],
    ],
    night: [
      ['Лу-на над кры-ша-ми плы-вёт', 'и го-род мой за-тих'],
      ['Свер-чок о чём-то нам по-ёт', 'о нас, о нас дво-их'],
      ['И звёз-ды пи-шут в ти-ши-не', 'сло-ва, что не ска-зал'],
      ['И ты при-хо-дишь вновь ко мне', 'ту-да, где я сто-ял'],
    ],
    winter: [
      ['Ле-тит на кры-ши пер-вый снег', 'и за-ме-та-ет след'],
      ['И за-мед-ля-ет го-род бег', 'и льёт-ся бе-лый свет'],
      ['Све-ча го-рит в мо-ём ок-не', 'и тень дро-жит сте-ной'],
      ['И сни-тся дол-гий по-езд мне', 'и-ду-щий в дом род-ной'],
    ],
    road: [
      ['До-ро-га в по-ле вдаль бе-жит', 'и я за ней бе-гу'],
      ['И ве-тер спу-тник мой сви-стит', 'на дальнем бе-ре-гу'],
      ['Сту-чат ко-лё-са в ти-ши-не', 'сто-ит за ле-сом дым'],
      ['И где-то свет го-рит в ок-не', 'и я бы-ва-ю с ним'],
    ],
    city: [
      ['О-гни бе-гут по мос-то-вой', 'и го-род не у-снёт'],
      ['И э-тот ве-чер го-лу-бой', 'о нас с то-бой по-ёт'],
      ['Трам-вай зве-нит на по-во-рот', 'и та-ет вда-ле-ке'],
      ['И кто-то сно-ва нас зо-вёт', 'и си-ний свет в ре-ке'],
    ],
    forest: [
      ['Ре-ка бе-жит среди бе-рёз', 'и све-тит-ся до дна'],
      ['И пти-ца всё, что не сбы-лось', 'по-ёт сов-сем од-на'],
      ['И тра-вы клонит ве-те-рок', 'и пах-нет чаб-ре-цом'],
      ['И день как ме-дле-нный по-ток', 'сто-ит пе-ред крыль-цом'],
    ],
    love: [
      ['Я по-мню каж-дый жест и взгляд', 'я по-мню каж-дый час'],
      ['И нет до-ро-ги мне на-зад', 'где не бы-ло бы нас'],
      ['Те-бя на-шёл я в ти-ши-не', 'сре-ди чу-жих о-гней'],
      ['И ты с тех пор жи-вёшь во мне', 'и жить сов-сем теп-лей'],
    ],
    child: [
      ['Ус-ни, мой ма-лень-кий, ус-ни', 'лу-на глядит в ок-но'],
      ['И в до-ме по-га-сли о-гни', 'и спит весь мир дав-но'],
      ['Плы-вёт по не-бу ло-доч-ка', 'ка-ча-ет сны вол-на'],
      ['И ти-хо, ти-хо ду-доч-ка', 'по-ёт те-бе од-на'],
    ],
    life: [
      ['И сно-ва ут-ро за ок-ном', 'и сно-ва тот же свет'],
      ['И ти-хо дыш-ит старый дом', 'в ко-то-ром слов-но нет'],
      ['Мы со-би-ра-ем день за днём', 'и пе-сню и сле-зу'],
      ['И ме-лочь вся-ку-ю не-сём', 'как бе-ре-гут гро-зу'],
    ],
  },
  choruses: {
    neutral: [
      ['О-пять зву-чит зна-ко-мый лад', 'и пес-ня не но-ва'],
      ['Е-ё по-ют и стар и млад', 'и пом-нят все сло-ва'],
      ['Спо-ём е-ё и ты, и я', 'и кто е-щё при-дёт'],
      ['И вся ве-сё-ла-я семь-я', 'за на-ми вслед по-ёт'],
    ],
    sad: [
      ['По-стой, по-стой, не у-хо-ди', 'ещё не ве-чер, нет'],
      ['О-ста-лась пес-ня впе-ре-ди', 'и твой да-лё-кий свет'],
      ['Про-щай, про-щай, мо-я звез-да', 'го-ри в чу-жой дали'],
      ['Ме-ня не встре-тишь ни-ког-да', 'на том кра-ю зем-ли'],
    ],
    bright: [
      ['И-ди ко мне, и-ди ко мне', 'и солн-це на кры-льце'],
      ['И пес-ня льёт-ся в ти-ши-не', 'у-лыб-ка на ли-це'],
      ['Лети, ле-ти, мо-я меч-та', 'вы-со-ко над зем-лёй'],
      ['Ка-ка-я в ми-ре кра-со-та', 'ког-да и-ду с то-бой'],
    ],
    calm: [
      ['Не то-ро-пи, не то-ро-пи', 'пусть ве-чер так плы-вёт'],
      ['У-ста-ло серд-це, ты по-спи', 'и ти-ши-на по-ёт'],
      ['Всё то, что бы-ло до-ро-го', 'о-ста-лось на-все-гда'],
      ['Не на-до боль-ше ни-че-го', 'ти-хо те-чёт во-да'],
    ],
    bold: [
      ['Мы не со-гнём-ся под гро-зой', 'мы бу-дем жить и петь'],
      ['Мы вый-дем на по-след-ний бой', 'нам бу-дет что су-меть'],
      ['Бей, ба-ра-бан, буди хол-мы', 'пусть слы-шит вся зем-ля'],
      ['Что не у-мол-кли с ва-ми мы', 'в ши-ро-ки-е по-ля'],
    ],
  },
}
