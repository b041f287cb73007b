import { CARD_TYPES, type Card, COLORS, fold, INITIAL_VALUES, NO_LINKS, type Tag } from '@cardinal/domain'
import { Random } from './random.ts'
import { makeVocabulary } from './vocabulary.ts'

/** Number of tags by number of cards. */
export const TAGS_BY_CARDS: ReadonlyMap<number, number> = new Map([
  [1_000, 50],
  [10_000, 500],
  [100_000, 3_000],
])

export interface Corpus {
  readonly tags: readonly Tag[]
  /** Oldest first. A generator, so that not all cards need to be in memory. */
  readonly cards: () => Generator<Card>
}

const CLUSTER = 25
const SITES = 400
const FIRST_DAY = Date.UTC(2019, 0, 1)
const MINUTE = 60_000

/**
 * Makes a workspace with cards of three types. Texts have lognormal lengths over a Zipf vocabulary, a twelfth of them in
 * other scripts. Tags are used by Zipf, 1 to 6 a card. Most tags and a third of the words of a card belong to one subject.
 * Links have sites of a subject.
 */
export function makeCorpus(size: number, seed: number): Corpus {
  const tagCount = TAGS_BY_CARDS.get(size) ?? Math.max(10, Math.round(size / 30))
  const words = makeVocabulary(30_000, new Random(seed))
  const tags = makeTags(tagCount, words, new Random(seed + 1))
  return { tags, cards: () => makeCards(size, tags, words, new Random(seed + 2)) }
}

function makeTags(count: number, words: readonly string[], random: Random): Tag[] {
  const names = new Set<string>()
  while (names.size < count) {
    // Names are words that also occur in texts, some of two words, some not in ASCII.
    const first = words[50 + random.zipf(words.length - 50)] as string
    names.add(random.next() < 0.2 ? `${first} ${random.pick(words)}` : first)
  }
  return [...names].map((name, i) => ({
    id: idOf('a', i),
    name,
    color: random.next() < 0.3 ? random.pick(COLORS) : null,
    // Clicks follow use: a subject's first tags and the first subjects have most.
    clickCount: Math.floor(random.lognormal(40 / (1 + (i % CLUSTER)) / (1 + i / CLUSTER / 10), 0.7)),
    lastClickedAt: random.next() < 0.5 ? FIRST_DAY + random.below(2_000_000) * MINUTE : null,
    createdAt: FIRST_DAY + i * MINUTE,
    updatedAt: FIRST_DAY + random.below(2_000_000) * MINUTE,
  }))
}

function* makeCards(
  size: number,
  tags: readonly Tag[],
  words: readonly string[],
  random: Random,
): Generator<Card> {
  const clusters = Math.max(1, Math.floor(tags.length / CLUSTER))
  for (let n = 0; n < size; n++) {
    const cluster = random.zipf(clusters)
    const type = random.pick(CARD_TYPES)
    const createdAt = FIRST_DAY + Math.floor((n / size) * 2_500_000) * MINUTE
    const tagIds = pickTags(random, tags, cluster)
    const text = `${makeText(random, words, cluster)}${mentionOf(random, tags, tagIds)}`
    const address = type === 'link' ? makeAddress(random, words, cluster) : null
    const card: Card = {
      id: idOf('c', n),
      type,
      content: address === null ? text : `${text} ${address}`,
      address,
      subnotes:
        type === 'todo' && random.next() < 0.5
          ? Array.from({ length: 1 + random.below(4) }, (_, i) => ({
              id: idOf('b', n * 8 + i),
              text: makeText(random, words, cluster).slice(0, 60),
              isTicked: random.next() < 0.4,
            }))
          : [],
      tagIds,
      ...INITIAL_VALUES,
      color: random.next() < 0.4 ? random.pick(COLORS) : null,
      ...NO_LINKS,
      createdAt,
      updatedAt: createdAt + random.below(100_000) * MINUTE,
    }
    // Copied by JSON, as rows arrive: strings are flat, and cards share no objects.
    yield JSON.parse(JSON.stringify(card)) as Card
  }
}

function pickTags(random: Random, tags: readonly Tag[], cluster: number): string[] {
  const wanted = 1 + random.below(6)
  const ids = new Set<string>()
  for (let tries = 0; ids.size < wanted && tries < 30; tries++) {
    const isOfCluster = random.next() < 0.8
    const at = isOfCluster ? cluster * CLUSTER + random.zipf(CLUSTER) : random.zipf(tags.length)
    const tag = tags[at]
    if (tag !== undefined) ids.add(tag.id)
  }
  return [...ids]
}

/** Three cards in ten mention the name of one of their tags. */
function mentionOf(random: Random, tags: readonly Tag[], tagIds: readonly string[]): string {
  if (random.next() >= 0.3 || tagIds.length === 0) return ''
  const tag = tags[Number.parseInt(random.pick(tagIds).slice(1), 16)]
  return tag === undefined ? '' : ` ${tag.name}`
}

function makeText(random: Random, words: readonly string[], cluster: number): string {
  const count = Math.max(1, Math.min(2_000, Math.round(random.lognormal(16, 0.9))))
  const text: string[] = []
  for (let i = 0; i < count; i++) text.push(makeWord(random, words, cluster))
  if (random.next() < 0.08) text.splice(random.below(text.length), 0, random.pick(OTHER_SCRIPTS))
  const sentence = text.join(' ')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

function makeWord(random: Random, words: readonly string[], cluster: number): string {
  const chance = random.next()
  if (chance < 0.015) return random.below(2 ** 31).toString(36)
  const ofSubject = (cluster * 97 + random.zipf(300) * 31) % words.length
  const word = (chance < 0.35 ? words[ofSubject] : words[random.zipf(words.length)]) as string
  return random.next() < 0.08 ? `${word}${random.pick([',', '.', '!', ':', ' -'])}` : word
}

function makeAddress(random: Random, words: readonly string[], cluster: number): string {
  const site = (cluster * 7 + random.zipf(20)) % SITES
  const path = fold(`${random.pick(words)}-${random.pick(words)}`).replaceAll(' ', '')
  return `https://www.${fold(words[1000 + site] as string)}.example/${path}/${random.below(10_000)}`
}

function idOf(prefix: string, n: number): string {
  return prefix + n.toString(16).padStart(23, '0')
}

const OTHER_SCRIPTS = [
  'Ελληνικός καφές στο σπίτι',
  'заметка о поездке в горы',
  '東京の天気予報とお弁当',
  'मेरी पुरानी किताबें',
  'crème brûlée à la façon de grand-mère',
  '한국어 공부 계획',
]
